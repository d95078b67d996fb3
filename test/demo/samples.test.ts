import { expect, test } from 'vitest';
import { curlLines } from '../../src/demo/curl-lines.ts';
import { readSamples } from '../../src/demo/samples.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { compile } from '../../src/template/compile.ts';
import { substitute } from '../../src/template/substitute.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';
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
    const size = { widthMm: label.width, heightMm: label.height, dpi: label.dpi };
    const { bitmaps, diagnostics, labelCount } = renderImages(output, size, 'all');
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

test('the printed commands survive quotes in values', () => {
  const lines = curlLines('http://h/label-api', 'svc_x', 'id', { name: "O'Neil" });
  expect(lines.join('\n')).toContain(`"name":"O'\\''Neil"`);
  expect(lines.join('\n')).toContain('-o label.png http://h/label-api/labels/id/render');
});
