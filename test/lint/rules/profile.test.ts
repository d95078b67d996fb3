import { afterEach, expect, it } from 'vitest';
import { useProfile } from '../../../src/engine/printer-profile.ts';
import { lint } from '../../../src/lint/lint.ts';
import { PROFILE, sampledSize } from '../../printer-profile/small-profile.ts';

afterEach(() => useProfile(null));

const found = (zpl: string, dpi = 203) =>
  lint(Buffer.from(zpl), { size: { widthMm: 50, heightMm: 25, dpi } }).map(({ code, value }) => [
    code,
    value,
  ]);

it('says once for the stream that a size was not sampled', () => {
  useProfile(PROFILE);
  const fields = [20, 60, 100].map((y) => `^FO20,${y}^A0N,40^FDA${y}^FS`);
  expect(found(`^XA${fields.join('')}^XZ`)).toEqual([['font-not-sampled', 'A20']]);
});

it('says that the profile is of another resolution', () => {
  useProfile(PROFILE);
  expect(found('^XA^FO20,20^A0N,40^FDA^FS^XZ', 300)).toEqual([['profile-not-used', '^XA']]);
});

it('finds text that the printer cuts off, and that it does not, by its widths', () => {
  const zpl = '^XA^FO40,20^A0N,30,30^FDiiiiiiiiiiiiii^FS^XZ';
  expect(found(zpl)).toEqual([]);
  useProfile({ ...PROFILE, sizes: [sampledSize('0', 30, 30)] });
  expect(found(zpl)).toEqual([['text-cut', 'iiiiiiiiiiiiii']]);
  const wide = '^XA^FO40,20^A0N,30,30^FDWWWWWWWWWWWWWWWWWWWWW^FS^XZ';
  useProfile(null);
  expect(found(wide)).toEqual([['text-cut', 'WWWWWWWWWWWWWWWWWWWWW']]);
  const narrow = sampledSize('0', 30, 12);
  useProfile({ ...PROFILE, sizes: [{ ...narrow, width: 30 }] });
  expect(found(wide)).toEqual([]);
});
