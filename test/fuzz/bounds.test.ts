import { describe, expect, it } from 'vitest';
import { renderImages } from '../../src/engine/render-images.ts';
import { FailureError } from '../../src/errors.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { parse } from '../../src/zpl/parse.ts';
import { attempt } from './attempt.ts';

const SIZE = { widthMm: 50, heightMm: 30, dpi: 203 };
const LARGE = { widthMm: 169.3, heightMm: 169.3, dpi: 600 };

function failureOf(zpl: string, size = LARGE): string {
  try {
    renderImages(zpl as ByteString, size, 'first', { now: new Date(0) });
    return 'none';
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return error.failure.code;
  }
}

const repeated = (field: string, times: number): string => `^XA${field.repeat(times)}^XZ`;

describe('work of drawing', () => {
  it.each([
    ['boxes', '^GB32000,32000,32000^FS'],
    ['reversed boxes', '^FR^GB32000,32000,32000^FS'],
    ['ellipses', '^GE4095,4095,9^FS'],
    ['bars', '^BCN,32000,N^FD1234567890123456^FS'],
    ['symbols that take long to make', '^BD4^FDA^FS'],
    ['letters over one another', '^A0N,900^FDWMWMWM^FS'],
  ])('refuses %s over all of the largest canvas again and again', (_, field) => {
    expect(failureOf(repeated(field, 1000))).toBe('too_large');
  });

  it.each([
    ['twenty boxes', '^GB32000,32000,32000^FS', 20],
    ['twenty reversed boxes', '^FR^GB32000,32000,32000^FS', 20],
    ['twenty MaxiCodes', '^BD4^FDA^FS', 20],
    ['a title of a quarter of the canvas', '^A0N,1500^FDSALE^FS', 1],
  ])('allows %s over all of it', (_, field, times) => {
    expect(failureOf(repeated(field, times))).toBe('none');
  });

  it('refuses letters of ever new sizes whether they are remembered or not', () => {
    const sizes = Array.from({ length: 40 }, (_, i) => `^A0N,${600 + i},600^FDW^FS`).join('');
    const zpl = `^XA${sizes}^XZ`;
    expect([failureOf(zpl), failureOf(zpl), failureOf(zpl)]).toEqual(['too_large', 'too_large', 'too_large']);
  });

  it('gives up between labels that draw nothing', () => {
    let asked = 0;
    const deadline = () => asked++ > 3;
    const render = () => renderImages('^XA^FD ^FS^XZ'.repeat(50) as ByteString, SIZE, 'all', { deadline });
    expect(render).toThrow(FailureError);
  });
});

describe('what a stream repeats', () => {
  const elementsOf = (zpl: string): number =>
    parse(zpl as ByteString, { dotsPerMm: 8 }).labels.reduce((sum, { elements }) => sum + elements.length, 0);

  it.each([
    ['saved labels', `^XA^FO1,1^FDx^FS^ISR:A^XZ${`^XA${'^ILR:A'.repeat(20)}^ISR:A^XZ`.repeat(200)}`],
    [
      'saved labels that are moved',
      `${repeated('^GB1,1^FS', 900)}^XA^ISR:A${'^GB1,1^FS'.repeat(900)}^XZ${repeated('^XGR:A^FS', 100).repeat(20)}`,
    ],
    ['backgrounds', `^XA^MCN${'^GB1,1^FS'.repeat(2500)}^XZ${'^XA^GB1,1^FS^XZ'.repeat(500)}`],
  ])('is at most 50000 elements of %s', (_, zpl) => {
    expect(elementsOf(zpl)).toBeLessThanOrEqual(60_000);
    const { diagnostics } = parse(zpl as ByteString, { dotsPerMm: 8 });
    expect(diagnostics.filter(({ reason }) => reason.includes('too many elements'))).toHaveLength(1);
  });

  it('stops filling the fields of a label that is refused for its text anyway', () => {
    const fields = `^FO1,1^FE#^FD${'#1#'.repeat(1000)}^FS`.repeat(2000);
    const zpl = `^XA^FN1^FD${'x'.repeat(3000)}^FS${fields}^XZ` as ByteString;
    const [label] = parse(zpl, { dotsPerMm: 8 }).labels;
    expect(label?.elements.length).toBeLessThan(10);
    expect(failureOf(zpl, SIZE)).toBe('too_large');
  });
});

describe('a label drawn from its prepared form', () => {
  it('has no trace of data that a later command of the field replaces', () => {
    expect(() => attempt({ zpl: '^XA^FO20,20^SN1,1,N^BD4^FD{v}mode four^FS^XZ', size: SIZE })).not.toThrow();
    expect(() => attempt({ zpl: '^XA^FO20,20^A0N,40^FDold^FD{v}^FS^XZ', size: SIZE })).not.toThrow();
  });
});
