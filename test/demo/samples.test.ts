import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Bitmap } from '../../src/bitmap/bitmap.ts';
import { curlLines } from '../../src/demo/curl-lines.ts';
import { FEATURED, readSamples } from '../../src/demo/samples.ts';
import { canvasOf } from '../../src/engine/canvas.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { rasterize } from '../../src/raster/rasterize.ts';
import { readBody, readRender } from '../../src/record/body-reader.ts';
import { compile } from '../../src/template/compile.ts';
import { substitute } from '../../src/template/substitute.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';
import type { BoxElement, Element, EllipseElement } from '../../src/zpl/label.ts';
import { parse } from '../../src/zpl/parse.ts';
import { tokenize } from '../../src/zpl/tokenize.ts';

const SAMPLES = readSamples();
const NOW = new Date('2026-03-15T14:05:00Z');

test('there are at least six, together with every command that labels are made of', () => {
  expect(SAMPLES.length).toBeGreaterThanOrEqual(6);
  const used = new Set(
    SAMPLES.flatMap(({ label }) => [...tokenize(toByteString(label.zpl ?? ''))].map(({ name }) => name)),
  );
  const commands =
    '^XA ^XZ ^FO ^FT ^FD ^FS ^FX ^A ^CF ^FB ^FW ^GB ^GC ^GD ^GF ^BC ^B3 ^BE ^BQ ^BX ^B7 ^BY ^FR ^LR ^LH ^PW ^LL ^PO ^CI ^FH';
  expect(commands.split(' ').filter((name) => !used.has(name))).toEqual([]);
});

test.each(SAMPLES.map((sample) => [sample.slug, sample] as const))(
  '%s takes its values and draws without a warning',
  (_slug, { label, variables }) => {
    const zpl = toByteString(label.zpl ?? '');
    const template = compile({
      zpl,
      fieldTransforms: label.fieldTransforms,
      dynamicTokens: label.dynamicTokens,
    });
    expect(template.diagnostics).toEqual([]);
    expect(template.isDynamic).toBe(true);
    const output = substitute(template, variables, { now: NOW });
    const fields = [...tokenize(output)].filter(({ name }) => name === '^FD');
    expect(fields.filter(({ params }) => /\{\w+\}/.test(params))).toEqual([]);
    const { bitmaps, diagnostics, labelCount } = renderImages(output, label.size, 'all');
    expect(diagnostics).toEqual([]);
    expect(labelCount).toBe(1);
    const ink = bitmaps[0]?.words.filter((word) => word !== 0).length ?? 0;
    expect(ink).toBeGreaterThan(1000);
  },
);

test.each(SAMPLES.map((sample) => [sample.slug, sample] as const))(
  '%s has a value for every name, and no value without one',
  (_slug, { label, variables }) => {
    const template = compile({
      zpl: toByteString(label.zpl ?? ''),
      fieldTransforms: label.fieldTransforms,
      dynamicTokens: [],
    });
    const automatic = new Set(['DATE', 'TIME', 'DATETIME', 'COUNTER']);
    const names = template.tokenNames.filter((name) => !automatic.has(name));
    expect([...names].toSorted()).toEqual(Object.keys(variables).toSorted());
  },
);

test.each(SAMPLES.map((sample) => [sample.slug, sample] as const))(
  'the texts that %s centres in a box stand in its middle',
  (_slug, { label, variables }) => {
    const { zpl, fieldTransforms, size } = label;
    const source = { zpl: toByteString(zpl ?? ''), fieldTransforms, dynamicTokens: [] };
    const output = substitute(compile(source), variables, { now: NOW });
    const canvas = canvasOf(size);
    const [drawn] = parse(output, { dotsPerMm: canvas.dotsPerMm }).labels;
    if (drawn === undefined) throw new Error('the sample prints nothing');
    const boxes = drawn.elements.filter(isBox);
    for (const element of drawn.elements) {
      if (element.kind !== 'text' || element.block?.kind !== 'block' || element.block.justify !== 'C')
        continue;
      const alone = { ...drawn, elements: [{ ...element, reverse: false }] };
      const ink = inkOf(rasterize(alone, canvas, () => {}));
      const box = boxes.find(
        ({ origin: { x, y }, width, height }) =>
          x <= ink.left && y <= ink.top && x + width >= ink.right && y + height >= ink.bottom,
      );
      if (box === undefined) continue;
      const { x, y } = box.origin;
      const margins = ['R', 'B'].includes(element.orientation)
        ? [ink.top - y, y + box.height - ink.bottom]
        : [ink.left - x, x + box.width - ink.right];
      const [first = 0, second = 0] = margins;
      expect(Math.abs(first - second), `${element.text}: ${margins.join(' and ')} dots`).toBeLessThanOrEqual(
        2,
      );
    }
  },
);

/** Closed shapes that hold a text, not the frame of a whole label. */
function isBox(element: Element): element is BoxElement | EllipseElement {
  const isShape = element.kind === 'box' || element.kind === 'ellipse';
  return isShape && Math.min(element.width, element.height) >= 60 && element.height <= 300;
}

function inkOf({ width, height, words, stride }: Bitmap) {
  const edges = { left: width, right: 0, top: height, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((((words[y * stride + (x >> 5)] ?? 0) >>> (31 - (x & 31))) & 1) === 0) continue;
      edges.left = Math.min(edges.left, x);
      edges.right = Math.max(edges.right, x + 1);
      edges.top = Math.min(edges.top, y);
      edges.bottom = Math.max(edges.bottom, y + 1);
    }
  }
  return edges;
}

test("the README's curl line has a value for every placeholder of its label", () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const json = Buffer.from(/ -d '([^']*)'/.exec(readme)?.[1] ?? '');
  const { variables } = readRender(readBody(json));
  const featured = SAMPLES.find(({ slug }) => slug === FEATURED)?.label;
  const zpl = toByteString(featured?.zpl ?? '');
  const template = compile({ zpl, fieldTransforms: featured?.fieldTransforms, dynamicTokens: [] });
  const output = substitute(template, variables, { now: NOW });
  const data = [...tokenize(output)].filter(({ name }) => name === '^FD').map(({ params }) => params);
  expect(data.length).toBeGreaterThan(10);
  expect(data.filter((params) => params.includes('{'))).toEqual([]);
});

test('the printed commands survive quotes in values', () => {
  const lines = curlLines('http://h/label-api', 'svc_x', 'id', { name: "O'Neil" });
  expect(lines.join('\n')).toContain(`"name":"O'\\''Neil"`);
  expect(lines.join('\n')).toContain('-o label.png http://h/label-api/labels/id/render');
});
