import { describe, expect, it } from 'vitest';
import { FailureError, lint, render, substitute } from '../src/library.ts';

const ZPL = '^XA^CI28^FO20,20^A0N,30^FDHello {name}^FS^FO20,70^A0N,30^FD{DATE}^FS^XZ';
const LABEL = { zpl: ZPL, widthMm: 50, heightMm: 25, dpi: 203 };

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

function failureOf(run: () => unknown): FailureError {
  try {
    run();
  } catch (error) {
    if (error instanceof FailureError) return error;
    throw error;
  }
  throw new Error('nothing failed');
}

describe('the library', () => {
  it('fills a label, so that no value is a command', () => {
    const { zpl, unresolvedCount } = substitute(
      { zpl: Buffer.from(ZPL) },
      { variables: { name: '^XZ' }, now: new Date(2026, 0, 2) },
    );
    expect(text(zpl)).toBe(
      '^XA^CI28^FO20,20^A0N,30^FH^FDHello _5EXZ^FS^FO20,70^A0N,30^FH^FD2026-01-02^FS^XZ',
    );
    expect(unresolvedCount).toBe(0);
    expect(substitute({ zpl: ZPL }).unresolvedCount).toBe(1);
  });

  it('applies transforms', () => {
    const fieldTransforms = [{ variable: 'name', steps: [{ op: 'upper' }] }];
    expect(
      text(substitute({ zpl: '^XA^FD{name}^FS^XZ', fieldTransforms }, { variables: { name: 'a' } }).zpl),
    ).toBe('^XA^FH^FDA^FS^XZ');
  });

  it('gives results that later ones leave alone', () => {
    const first = render(LABEL, { format: 'png', variables: { name: 'a' } });
    const kept = Buffer.from(first.data);
    const second = render(LABEL, { format: 'png', variables: { name: 'something else' } });
    expect(kept.equals(first.data)).toBe(true);
    expect(kept.equals(second.data)).toBe(false);
  });

  it('draws PNG and PDF, with warnings', () => {
    const zpl = `${ZPL.slice(0, -3)}^FO1,1^BEN,50^FDx^FS^XZ`;
    const { data, warnings, warningCount, unresolvedCount } = render({ ...LABEL, zpl }, { format: 'pdf' });
    expect(text(data)).toMatch(/^%PDF-/);
    expect({ warningCount, unresolvedCount }).toEqual({ warningCount: 1, unresolvedCount: 1 });
    expect(warnings).toEqual([expect.stringMatching(/^\^BE /)]);
    expect(text(render(LABEL, { format: 'png' }).data)).toContain('PNG');
  });

  it('finds faults', () => {
    expect(lint(ZPL)).toEqual([]);
    expect(lint('^XA^FOa,1^A0N,30^FDx^FS^XZ')).toMatchObject([{ code: 'parameter-not-a-number', line: 1 }]);
    const low = { size: { widthMm: 50, heightMm: 10, dpi: 203 } };
    expect(lint('^XA^FO20,70^A0N,30^FDx^FS^XZ', low).map(({ command }) => command)).toEqual(['^FD']);
  });

  it.each([
    [
      'a size that cannot be drawn',
      () => render({ ...LABEL, widthMm: 9999 }, { format: 'png' }),
      'too_large',
    ],
    ['an unknown format', () => render(LABEL, { format: 'gif' as 'png' }), 'invalid_request'],
    [
      'a value that is too long',
      () => substitute(LABEL, { variables: { name: 'x'.repeat(1001) } }),
      'invalid_request',
    ],
    [
      'bad data of a barcode',
      () => substitute({ zpl: '^XA^BEN,50^FD{v}^FS^XZ' }, { variables: { v: 'x' } }),
      'barcode_invalid',
    ],
    [
      'transforms that are none',
      () => substitute({ zpl: '^XA^FD{v}^FS^XZ', fieldTransforms: [{}] }, { variables: { v: 'x' } }),
      'field_transform_invalid',
    ],
  ])('refuses %s', (_, run, code) => {
    expect(failureOf(run).failure.code).toBe(code);
  });
});
