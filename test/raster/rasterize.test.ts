import { describe, expect, it } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { blackBounds, blackCount, picture } from '../bitmap/picture.ts';
import { at, block, box, draw, text } from './elements.ts';

const dot = box(at(2, 3), 1, 1);

describe('rasterize', () => {
  it('draws elements in their order', () => {
    const white = box(at(0, 0), 10, 10, { thickness: 10, white: true });
    expect(blackCount(draw([dot, white]).bitmap)).toBe(0);
    expect(blackCount(draw([white, dot]).bitmap)).toBe(1);
  });

  it('centres a print width that is smaller than the canvas, rounding down', () => {
    const { bitmap } = draw([dot, box(at(50, 0), 20, 1)], { width: 101, printWidth: 60 });
    expect(bitmap.width).toBe(101);
    // 20 dots to the left; ink beyond the print width is cut off.
    expect(blackBounds(bitmap)).toMatchObject({ left: 22, right: 79 });
  });

  it('takes no notice of a print width larger than the canvas', () => {
    expect(blackBounds(draw([dot], { width: 100, printWidth: 400 }).bitmap)).toMatchObject({ left: 2 });
  });

  it('turns the whole canvas for ^POI', () => {
    expect(blackBounds(draw([dot], { inverted: true, width: 101, height: 51 }).bitmap)).toEqual({
      left: 98,
      right: 98,
      top: 47,
      bottom: 47,
    });
  });

  it('doubles every dot for ^JMB, and cuts off what an odd canvas has no room for', () => {
    const { bitmap } = draw([box(at(1, 2), 3, 3)], { doubled: true, width: 7, height: 9 });
    expect(blackBounds(bitmap)).toEqual({ left: 2, top: 4, right: 6, bottom: 8 });
    expect(bitmap.has(4, 6)).toBe(false);
  });

  it('mirrors left and right for ^PM', () => {
    expect(blackBounds(draw([dot], { mirrored: true, width: 101, height: 51 }).bitmap)).toEqual({
      left: 98,
      right: 98,
      top: 3,
      bottom: 3,
    });
  });

  it('inverts what lies beneath a reversed field, and leaves the rest', () => {
    const black = box(at(0, 0), 300, 60, { thickness: 60 });
    const reversed = text('H', at(10, 40), { reverse: true });
    const alone = blackCount(draw([reversed]).bitmap);
    const { bitmap } = draw([black, reversed]);
    const onBlack = blackCount(draw([reversed], { height: 60 }).bitmap);
    expect(blackCount(bitmap)).toBe(300 * 60 - onBlack + (alone - onBlack));
  });

  it('gives back the paper when the same field is reversed twice', () => {
    const twice = text('R8', at(10, 10), { reverse: true });
    expect(blackCount(draw([twice, twice]).bitmap)).toBe(0);
  });

  it('is the same for the same label, whatever was drawn between', () => {
    const elements = [text('Same', at(10, 10)), dot];
    const first = picture(draw(elements).bitmap);
    draw([text('Other', at(3, 3), { reverse: true })]);
    expect(picture(draw(elements).bitmap)).toEqual(first);
  });

  it('stops as busy when the deadline passes between elements', () => {
    let asked = 0;
    const deadline = () => ++asked > 2;
    const boxes = Array.from({ length: 10 }, () => dot);
    expect(() => draw(boxes, { options: { deadline } })).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'busy' }) }),
    );
    expect(asked).toBe(3);
  });

  it('stops within a field of characters that have never been drawn', () => {
    let asked = 0;
    const deadline = () => ++asked > 5;
    const font = { name: '0', height: 71, width: 73 };
    const field = text('ABCDEFGHIJKLMNOPQRSTUVWXYZ', at(0, 0), { font });
    expect(() => draw([field], { options: { deadline }, width: 3000 })).toThrow(FailureError);
  });

  it('stops within a field of one huge character printed over and over', () => {
    let asked = 0;
    const deadline = () => ++asked > 50;
    const font = { name: '0', height: 500, width: 500 };
    const pile = text('H'.repeat(1000), at(0, 0), { font, block: block(1, { lines: 1 }) });
    expect(() => draw([pile], { options: { deadline } })).toThrow(FailureError);
  });

  it('refuses a canvas beyond the limits', () => {
    expect(() => draw([], { width: 12_001 })).toThrow(FailureError);
    expect(() => draw([], { width: 4001, height: 4000 })).toThrow(FailureError);
  });
});
