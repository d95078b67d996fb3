import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { holdFonts, printerFonts } from '../../src/engine/printer-fonts.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { fontsIn } from '../../src/raster/font/held/font-folder.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';
import { testFont } from '../raster/font/held/test-fonts.ts';

const SIZE = { widthMm: 50, heightMm: 25, dpi: 203 };
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-fonts-'));
  copyFileSync(testFont('NotoSansCJK.ttc'), join(folder, 'gothic.ttc'));
  copyFileSync(testFont('NotoSansThai.ttf'), join(folder, 'thai.ttf'));
  copyFileSync(testFont('NotoSansArabic.ttf'), join(folder, 'arabic.ttf'));
  copyFileSync(testFont('NotoSansHebrew.ttf'), join(folder, 'hebrew.ttf'));
  copyFileSync(testFont('NotoSansAdlam.ttf'), join(folder, 'adlam.ttf'));
  writeFileSync(join(folder, 'fonts.json'), '{"SIMSUN.TTF": "gothic.ttc#1"}');
  holdFonts(fontsIn(folder));
});
afterAll(() => {
  holdFonts([]);
  rmSync(folder, { recursive: true, force: true });
});

function drawn(zpl: string) {
  const { bitmaps, diagnostics } = renderImages(toByteString(`^XA^CI28${zpl}^XZ`), SIZE, 'first');
  return { words: bitmaps[0]?.words, reasons: diagnostics.map(({ reason }) => reason) };
}

describe('a label drawn with fonts of the printer', () => {
  const expected = '^FO20,20^A@N,60,60,E:SIMSUN.TTF^FD中文^FS';

  it.each([
    ['^A@ on another drive', '^FO20,20^A@N,60,60,R:simsun.ttf^FD中文^FS'],
    ['^A@ without a drive or an extension', '^FO20,20^A@N,60,60,SIMSUN^FD中文^FS'],
    ['^CW', '^CW1,E:SIMSUN.TTF^FO20,20^A1N,60,60^FD中文^FS'],
    ['^CW and ^CF', '^CWZ,B:SIMSUN.FNT^CFZ,60,60^FO20,20^FD中文^FS'],
    ['UTF-8 in escapes', '^FO20,20^A@N,60,60,E:SIMSUN.TTF^FH^FD_E4_B8_AD_E6_96_87^FS'],
  ])('shows the same dots by %s', (_, zpl) => {
    const { words, reasons } = drawn(zpl);
    expect(reasons).toEqual([]);
    expect(words).toEqual(drawn(expected).words);
    expect(words?.some((word) => word !== 0)).toBe(true);
  });

  it.each([
    ['GB18030', '^CI26', 'gb18030', '中文'],
    ['Shift-JIS', '^CI15', 'shift_jis', '中'],
    ['EUC-JP', '^CI16', 'euc-jp', '中'],
  ])('reads %s', async (_, command, encoding, text) => {
    const { default: iconv } = await import('iconv-lite');
    const zpl = Buffer.concat([
      Buffer.from(`^XA${command}^FO20,20^A@N,60,60,E:SIMSUN.TTF^FD`),
      iconv.encode(text, encoding),
      Buffer.from('^FS^XZ'),
    ]).toString('latin1');
    const { bitmaps } = renderImages(zpl as ReturnType<typeof toByteString>, SIZE, 'first');
    expect(bitmaps[0]?.words).toEqual(drawn(`^FO20,20^A@N,60,60,E:SIMSUN.TTF^FD${text}^FS`).words);
  });

  it.each([
    ['Arabic', 'ARABIC', 'مرحبا'],
    ['Adlam', 'ADLAM', '𞤆𞤵𞤤𞤢𞤪'],
  ])('joins %s and turns it round with ^PA, and says what is missing without', (script, font, text) => {
    const field = `^FO20,20^A@N,60,60,E:${font}.TTF^FD${text}^FS`;
    const set = drawn(`^PA0,1,1,1${field}`);
    expect(set.reasons).toEqual([]);
    const plain = drawn(field);
    expect(plain.reasons).toEqual([
      `text in ${script} is drawn with unjoined letters and from left to right, as printers do without ^PA0,1,1,1`,
    ]);
    expect(set.words).not.toEqual(plain.words);
    expect(drawn(`^PA0,1,1,1^PA${field}`).words).toEqual(plain.words);
  });

  it('warns of letters that no font of all printers joins, whatever ^PA says', () => {
    expect(drawn('^PA0,1,1,1^FO20,20^A0N,60,60^FDمرحبا^FS').reasons).toEqual([
      'font 0 has no forms of Arabic letters, which are drawn one by one; a font from a file has',
    ]);
  });

  it('shapes text of a font that the label downloads', () => {
    const font = readFileSync(testFont('NotoSansArabic.ttf'));
    const download = `~DYR:MINE,A,T,${font.length},,${font.toString('hex')}`;
    const text = '^FO20,20^A@N,60,60,R:MINE.TTF^FDمرحبا^FS';
    const mine = renderImages(toByteString(`${download}^XA^CI28^PA0,1,1,1${text}^XZ`), SIZE, 'first');
    expect(mine.diagnostics).toEqual([]);
    const held = drawn('^PA0,1,1,1^FO20,20^A@N,60,60,E:ARABIC.TTF^FDمرحبا^FS');
    expect(mine.bitmaps[0]?.words).toEqual(held.words);
  });

  it('takes what a font lacks from those that ^FL links to it, and ends a link', () => {
    const link = (font: string, on: 0 | 1) => `^FLE:${font},Z:0.FNT,${on}`;
    const mixed = '^FO20,20^A0N,60,60^FDA中ก^FS';
    const linked = drawn(`${link('SIMSUN.TTF', 1)}${link('THAI.TTF', 1)}${mixed}`);
    expect(linked.reasons).toEqual([]);
    const without = drawn(`${link('SIMSUN.TTF', 1)}${link('THAI.TTF', 1)}${link('SIMSUN.TTF', 0)}${mixed}`);
    expect(without.reasons[0]).toMatch(/^font 0 has no glyph for 中 \(U\+4E2D, Han\);/);
    expect(drawn(`${link('NONE.TTF', 1)}${mixed}`).reasons[0]).toBe(
      'no such font is stored; nothing is linked',
    );
  });

  it('orders text over linked fonts as a whole', () => {
    const links = '^FLE:ARABIC.TTF,Z:0.FNT,1^FLE:HEBREW.TTF,Z:0.FNT,1';
    const { words } = drawn(`^PA0,1,1,1${links}^FO20,20^A0N,40,40^FDא ب^FS`);
    const turned = drawn(`${links}^FO20,20^A0N,40,40^FDب א^FS`);
    expect(words).toEqual(turned.words);
  });

  it('warns of a character that the font lacks, and leaves it blank', () => {
    const { reasons } = drawn('^FO20,20^A@N,60,60,E:THAI.TTF^FDก中^FS');
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(/^font THAI.TTF has no glyph for 中 \(U\+4E2D/);
  });

  it('warns of a character that the font lacks where its default glyph is printed too', () => {
    const lacking = '^FO20,20^A@N,60,60,E:THAI.TTF^FDก中^FS';
    const { reasons, words } = drawn(`^PA1,0,0,0${lacking}`);
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(
      /^font THAI.TTF has no glyph for 中 \(U\+4E2D, Han\); its default glyph is printed;/,
    );
    expect(words).not.toEqual(drawn(lacking).words);
    expect(drawn('^PA1,0,0,0^FO20,20^A@N,60,60,E:THAI.TTF^FDก^FS').reasons).toEqual([]);
  });

  it('warns of a font that there is none of', () => {
    const { reasons } = drawn('^FO20,20^A@N,60,60,E:NONE.TTF^FD中文^FS');
    expect(reasons[0]).toBe('no such font; the default font is used');
  });
});

it('threads that are started later hold the same fonts', async () => {
  const worker = new Worker(
    `const { getEnvironmentData, parentPort } = require('node:worker_threads');
     parentPort.postMessage(getEnvironmentData('platen: fonts of the printer').map(({ name }) => name));`,
    { eval: true },
  );
  onTestFinished(async () => void (await worker.terminate()));
  const names = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  expect(names).toEqual(['ADLAM.TTF', 'ARABIC.TTF', 'GOTHIC.TTC', 'HEBREW.TTF', 'SIMSUN.TTF', 'THAI.TTF']);
  expect(printerFonts().has('SIMSUN.TTF')).toBe(true);
});
