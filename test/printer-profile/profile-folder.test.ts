import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProfile, writeProfile } from '../../src/printer-profile/profile-folder.ts';
import { PROFILE, SIZE } from './small-profile.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-profile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const INDEX = 'profile.json';
const STRIKES = join('strikes', '0-30x25-N.json');

/** Writes the small profile with one file changed, and returns the message of reading it. */
function faultOf(file: string, change: (text: string) => string): string {
  writeProfile(folder, PROFILE);
  const path = join(folder, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  try {
    readProfile(folder);
  } catch (error) {
    expect(error).toHaveProperty('name', 'ProfileError');
    const { message } = error as Error;
    expect(message).toContain(path);
    return message;
  }
  return 'nothing is wrong';
}

/** JSON with another value at a place such as `sizes.0.font`; without one if it is undefined. */
function withValue(text: string, place: string, value: unknown): string {
  const json: unknown = JSON.parse(text);
  const names = place.split('.');
  const last = names.pop() as string;
  const parent = names.reduce((at, name) => (at as Record<string, unknown>)[name], json);
  (parent as Record<string, unknown>)[last] = value;
  return JSON.stringify(json);
}

describe('a profile in a folder', () => {
  it('is read as it was written', () => {
    writeProfile(folder, PROFILE);
    expect(readProfile(folder)).toEqual(PROFILE);
    expect(readdirSync(join(folder, 'strikes')).toSorted()).toEqual(['0-30x25-N.json', 'A-9x5-N.json']);
  });

  it('replaces the one before, and leaves no file of it', () => {
    writeProfile(folder, PROFILE);
    const turned = { ...SIZE, orientation: 'R' as const };
    writeProfile(folder, { ...PROFILE, sizes: [turned], advances: [] });
    expect(readProfile(folder)).toEqual({ ...PROFILE, sizes: [turned], advances: [] });
    expect(readdirSync(join(folder, 'strikes'))).toEqual(['0-30x25-R.json']);
    expect(readdirSync(folder).toSorted()).toEqual([INDEX, 'strikes']);
  });

  it('writes no size that the folder has', () => {
    writeProfile(folder, PROFILE);
    rmSync(join(folder, STRIKES));
    writeProfile(folder, { ...PROFILE, rules: {} }, PROFILE);
    expect(readdirSync(join(folder, 'strikes'))).not.toContain('0-30x25-N.json');
    writeProfile(folder, { ...PROFILE, sizes: PROFILE.sizes.map((size) => ({ ...size })) }, PROFILE);
    expect(readProfile(folder).sizes).toEqual(PROFILE.sizes);
  });

  it('is made where there was no folder', () => {
    writeProfile(join(folder, 'a', 'b'), PROFILE);
    expect(readProfile(join(folder, 'a', 'b'))).toEqual(PROFILE);
  });
});

describe('readProfile refuses', () => {
  it('a folder without a profile, and says how one is made', () => {
    expect(() => readProfile(join(folder, 'none'))).toThrow(
      /is not there; `platen profile PRINTER LABEL -o DIR`/,
    );
  });

  it('what is no JSON', () => {
    expect(faultOf(INDEX, () => '{"version":1,')).toMatch(/is damaged: /);
    expect(faultOf(STRIKES, (text) => text.slice(0, 100))).toMatch(/is damaged: /);
    expect(faultOf(INDEX, () => '[]')).toContain('must be an object');
  });

  const size = { font: '0', height: 30, width: 25, orientation: 'N' };
  const font = { font: '0', width: 1000, advances: {} };

  it.each<[fault: string, file: string, place: string, value: unknown]>([
    ['version is 2, but this version of Platen reads 1', INDEX, 'version', 2],
    ['dpi must be one of 152, 203, 300, 600; it is 204', INDEX, 'dpi', 204],
    ['printer.name must be a line', INDEX, 'printer.name', 'a\u001b[2J'],
    ['printer.model must be a line', INDEX, 'printer.model', 'x'.repeat(101)],
    ['rules has "all"; it may have fontSizeReset', INDEX, 'rules.all', {}],
    ['rules.qrOrigin.on must be one of true, false; it is 1', INDEX, 'rules.qrOrigin.on', 1],
    ['with must be a number from 0 to 1', INDEX, 'rules.qrOrigin.evidence.with', 2],
    ['sizes must be a list', INDEX, 'sizes', {}],
    ['sizes has 501 entries', INDEX, 'sizes', Array.from({ length: 501 }, () => size)],
    ['sizes[1] is in the list twice', INDEX, 'sizes.1', size],
    ['sizes[0].font must be one of 0, A', INDEX, 'sizes.0.font', '../../etc/passwd'],
    ['orientation must be one of N, R, I, B', INDEX, 'sizes.0.orientation', '/N'],
    ['must be a whole number from 1 to 32000; it is 1e+300', INDEX, 'sizes.0.height', 1e300],
    ['must be a whole number from 1 to 32000; it is "30"', INDEX, 'sizes.0.height', '30'],
    ['advances[1] has the font 0', INDEX, 'advances', [font, font]],
    ['advances[0].advances has "AB"', INDEX, 'advances.0.advances.AB', 3],
    ['advances.A must be a whole number', INDEX, 'advances.0.advances.A', -1],
    ['has the font, size and orientation of 0-31x25-N.json', STRIKES, 'height', 31],
    ['baseline must be', STRIKES, 'baseline', 1.5],
    ['glyphs has "AB", which is not one character', STRIKES, 'glyphs.AB', { advance: 1 }],
    ['glyphs.A.advance must be', STRIKES, 'glyphs.A.advance', 40_000],
    ['glyphs.A.width must be a whole number from 1 to 4000', STRIKES, 'glyphs.A.width', 1e9],
    ['must be base64 of 3 bytes for its width and height; it has 2', STRIKES, 'glyphs.A.bits', 'IFA='],
    ['must be base64', STRIKES, 'glyphs.A.bits', '?'],
    ['has ink beyond the width', STRIKES, 'glyphs.A.bits', 'IFD/'],
    ['glyphs.A.left must be', STRIKES, 'glyphs.A.left', undefined],
  ])('%s', (fault, file, place, value) => {
    expect(faultOf(file, (text) => withValue(text, place, value))).toContain(fault);
  });

  it('a size whose file is missing or too large', () => {
    writeProfile(folder, PROFILE);
    const path = join(folder, STRIKES);
    truncateSync(path, 17 * 2 ** 20);
    expect(() => readProfile(folder)).toThrow(`${path} has more than 16 MiB`);
    rmSync(path);
    expect(() => readProfile(folder)).toThrow(`${path} is not there`);
  });
});
