import { expect, onTestFinished, test, vi } from 'vitest';
import { runTask, warm } from '../../src/engine/run-task.ts';
import type { LabelSource } from '../../src/engine/task.ts';
import { NO_WARNINGS } from '../../src/engine/warnings.ts';
import { FailureError } from '../../src/errors.ts';
import type { RenderFormat } from '../../src/record/body-members.ts';
import { changed, type LabelText } from './label-source.ts';

const LABEL: LabelSource = {
  id: 'label',
  accountId: 'account',
  contentId: 'content',
  zpl: Buffer.from('^XA^FO10,10^GB20,20,20^FS^XZ'),
  size: { widthMm: 50, heightMm: 25, dpi: 203 },
  dynamicTokens: [],
  fieldTransforms: [],
};

const render = (label: LabelText, format: RenderFormat) =>
  runTask({
    kind: 'render',
    format,
    variables: {},
    now: Date.now(),
    label: changed(LABEL, { contentId: `content-${Math.random()}`, ...label }),
  });

test('a PDF has a page for each label, however many there are', () => {
  const { body } = render({ zpl: '^XA^FO10,10^GB20,20,20^FS^XZ'.repeat(1200) }, 'pdf');
  expect(Buffer.from(body).toString('latin1')).toContain('/Count 1200/');
});

test('a PNG shows the first of several labels', () => {
  const one = '^XA^FO10,10^GB20,20,20^FS^XZ';
  const two = one + '^XA^FO90,10^GB20,20,20^FS^XZ';
  expect(render({ zpl: two }, 'png').body).toEqual(render({ zpl: one }, 'png').body);
});

test('what substitution warns about counts for images, beside what the renderer does', () => {
  const damaged = '^FXsvc-barcode:2;symbology=qrcode^FS^FO1,1^GFA,1,1,1,FF^FS';
  for (const body of ['^FO5,5^GB9,9,9^FS', '^FO1,40^A0N,20^FD{a}^FS', '^FO5,5^GB9,9,9^FS^ZQ']) {
    const without = render({ zpl: `^XA${body}^XZ` }, 'png').warnings.count;
    expect(render({ zpl: `^XA${damaged}${body}^XZ` }, 'png').warnings.count).toBe(without + 1);
    expect(render({ zpl: `^XA${damaged}${body}^XZ` }, 'pdf').warnings.count).toBe(without + 1);
    expect(render({ zpl: `^XA${damaged}${body}^XZ` }, 'zpl').warnings).toEqual(NO_WARNINGS);
  }
});

test('a label that is kept drawn has the same number of warnings', () => {
  const label = {
    id: 'kept',
    zpl: '^XA^FXsvc-barcode:2^FS^FO1,1^GFA,1,1,1,FF^FS^FO9,9^A0N,20^FD{a}^FS^ZQ^XZ',
  };
  const counts = Array.from({ length: 4 }, () => render(label, 'png').warnings.count);
  expect(counts).toEqual([2, 2, 2, 2]);
});

test('a field whose characters have no glyph is one warning of every image, redrawn or kept', () => {
  const label = {
    id: 'no-glyph',
    zpl: '^XA^CI28^FO9,9^A0N,20^FD中文^FS^FO9,40^AHN,21^FDSMALL {letters}^FS^FO9,70^A0N,20^FDplain^FS^XZ',
  };
  const counts = (['png', 'pdf', 'png', 'pdf', 'png'] as const).map(
    (format) => render(label, format).warnings.count,
  );
  expect(counts).toEqual([2, 2, 2, 2, 2]);
});

test('images that are together larger than an answer may be are refused', () => {
  // Blank, but so wide that each takes 14 kB.
  const big = () =>
    render({ zpl: '^XA^FD^XZ'.repeat(2500), size: { widthMm: 1000, heightMm: 110, dpi: 304 } }, 'pdf');
  expect(big).toThrow(FailureError);
  expect(big).toThrow(/more than 33554432 bytes/);
});

test('a size that cannot be drawn is refused before what is wrong with the content', () => {
  const label = {
    size: { widthMm: 1000, heightMm: 1000, dpi: 203 },
    zpl: '^XA^FO9,9^BEN^FD{tracking}^FS^XZ',
  };
  const codeOf = (format: RenderFormat) => {
    try {
      render(label, format);
      return null;
    } catch (error) {
      return (error as FailureError).failure.code;
    }
  };
  expect(codeOf('png')).toBe('too_large');
  expect(codeOf('pdf')).toBe('too_large');
  expect(codeOf('zpl')).toBe('barcode_invalid');
});

test('a clock that is set while a thread starts does not end it', () => {
  let now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 60_000));
  onTestFinished(() => clock.mockRestore());
  expect(() => render({}, 'png')).toThrow(FailureError);
  expect(warm).not.toThrow();
});
