import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

/** A printer whose RAM holds 1024 bytes, and its flash memory 2048. */
const printer = { name: 'Small', widthsMm: { 203: 104 }, memoryKb: { R: 1, E: 2 }, lacks: [] };
const exceeding = (zpl: string) =>
  lint(Buffer.from(zpl), { printer })
    .filter(({ code }) => code === 'memory-exceeded')
    .map(({ command, offset, message }) => `${command} ${offset} ${message}`);

const picture = (name: string, bytes: number) => `~DG${name},${bytes},1,FF\n`;
const format = (name: string, bytes: number) => `^XA^DF${name}^FS${'x'.repeat(bytes - 3)}^XZ\n`;

describe.each<readonly [command: string, key: string, of: (bytes: number) => string]>([
  ['~DG', 'R:LOGO.GRF', (bytes) => picture('R:LOGO.GRF', bytes)],
  ['~DG', 'R:LOGO.GRF', (bytes) => picture('logo', bytes)],
  ['~DY', 'R:LOGO.PNG', (bytes) => `~DYR:LOGO,P,P,${bytes},,89504E47`],
  ['~DY', 'R:SANS.TTF', (bytes) => `~DYR:SANS,A,T,${bytes},,00010000`],
  ['~DS', 'R:CG.FNT', (bytes) => `~DSR:CG.FNT,${bytes},00FF`],
  ['~DT', 'R:SANS.DAT', (bytes) => `~DTR:SANS,${bytes},00FF`],
  ['~DU', 'R:KANJI.FNT', (bytes) => `~DUR:KANJI,${bytes},00FF`],
  ['~DE', 'R:JIS.DAT', (bytes) => `~DER:JIS.DAT,${bytes},00FF`],
  // Two characters: all but a row of the first one, and one row.
  ['~DB', 'R:PI.FNT', (bytes) => `~DBR:PI,N,9,9,5,2,2,me,#0025.${bytes - 2}.8.1.1.9.FF#0037.1.9.1.1.9.FF00`],
])('a download by %s as %s', (command, key, of) => {
  it('is reported if it takes more than the drive has', () => {
    expect(exceeding(of(1025))).toEqual([`${command} 0 ${key} takes 1025 bytes, and R: of Small has 1024`]);
  });

  it('is not reported if it fits', () => {
    expect(exceeding(of(1024))).toEqual([]);
  });
});

it('reports a format by the bytes of its commands', () => {
  expect(exceeding(format('R:SHIP.ZPL', 1024))).toEqual([]);
  expect(exceeding(format('R:SHIP.ZPL', 1025))).toEqual([
    '^DF 3 R:SHIP.ZPL takes 1025 bytes, and R: of Small has 1024',
  ]);
});

it('counts what the stream has stored on the same drive', () => {
  const stored = picture('R:A', 600);
  expect(exceeding(stored + picture('E:B', 600) + picture('R:C', 500) + picture('R:D', 424))).toEqual([
    `~DG ${2 * stored.length} R:C.GRF takes 500 bytes, and R: of Small has 1024, of which the stream leaves 424`,
  ]);
});

it.each([
  ['is replaced', picture('R:A', 600) + picture('R:A', 1000)],
  ['is deleted by its name', `${picture('R:A', 600)}^XA^IDR:A.GRF^FS^XZ${picture('R:B', 600)}`],
  ['is deleted by a pattern', `${format('R:SHIP', 600)}^XA^IDR:*.ZPL^FS^XZ${picture('R:B', 600)}`],
  ['is deleted with all pictures', `${picture('R:A', 600)}~EG${picture('R:B', 600)}`],
])('does not count an object that %s', (_, zpl) => {
  expect(exceeding(zpl)).toEqual([]);
});

it('counts formats that pictures are deleted beside', () => {
  expect(exceeding(`${format('R:SHIP', 600)}~EG${picture('R:B', 600)}`)).toHaveLength(1);
});

it('reports nothing on drives whose size is not known', () => {
  expect(exceeding(picture('B:LOGO', 9_000_000))).toEqual([]);
  expect(exceeding(picture('Q:LOGO', 9_000_000))).toEqual([]);
});

it('knows the memory of models', () => {
  const fonts = (drive: string, bytes: number) =>
    lint(Buffer.from(`~DY${drive}:SANS,A,T,${bytes},,0001`), { printer: 'ZT411' })
      .filter(({ code }) => code === 'memory-exceeded')
      .map(({ message }) => message);
  expect(fonts('R', 8176 * 1024)).toEqual([]);
  expect(fonts('R', 8176 * 1024 + 1)).toEqual([
    'R:SANS.TTF takes 8372225 bytes, and R: of ZT411 has 8372224',
  ]);
  expect(fonts('E', 65_536 * 1024)).toEqual([]);
});
