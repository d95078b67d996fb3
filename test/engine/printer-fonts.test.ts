import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

  it('warns of a character that the font lacks, and leaves it blank', () => {
    const { reasons } = drawn('^FO20,20^A@N,60,60,E:THAI.TTF^FDก中^FS');
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(/^font THAI.TTF has no glyph for 中 \(U\+4E2D/);
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
  expect(names).toEqual(['GOTHIC.TTC', 'SIMSUN.TTF', 'THAI.TTF']);
  expect(printerFonts().has('SIMSUN.TTF')).toBe(true);
});
