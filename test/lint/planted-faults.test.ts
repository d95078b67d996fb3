import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { LabelSize } from '../../src/units.ts';

/** Labels without a fault; a label without a size has `^PW` and `^LL`, or no edge. */
const LABELS: Readonly<Record<string, Partial<LabelSize>>> = {
  parcel: {},
  pallet: {},
  shelf: { widthMm: 50, heightMm: 30, dpi: 203 },
};

/** A fault that is put into one of them, and the finding about it. */
interface Planted {
  readonly title: string;
  readonly label: string;
  /** Text that stands once in the label, and its replacement. */
  readonly changes: readonly (readonly [string, string])[];
  readonly expected: Readonly<
    Record<'line' | 'column', number> &
      Record<'severity' | 'code' | 'suggestion', string | undefined> & {
        command: string | null;
        parameter: number | null;
      }
  >;
  /** Codes of what follows from it. */
  readonly also: readonly string[];
}

/** UTF-8 as a string of its bytes. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const read = (file: string): string =>
  readFileSync(new URL(`planted/${file}`, import.meta.url)).toString('latin1');

const FINDING =
  /^ {2}(?<line>\d+):(?<column>\d+) (?<severity>\w+) (?<code>[a-z0-9-]+), (?<command>\S+?)(?: (?<parameter>\d+))?: (?<suggestion>.*)$/m;

/** Reads some lines of `faults.txt`, as its beginning explains. */
function planted(text: string): Planted {
  const [title = ''] = text.split('\n');
  const match = FINDING.exec(text);
  const { line, column, severity, code, command = '-', parameter, suggestion } = match?.groups ?? {};
  const changes = text
    .slice(0, match?.index)
    .trimEnd()
    .replace(/^\w+: /, '')
    .split('\n  and ')
    .map((change) => {
      const [before = '', after = ''] = change.split(' =>').map((side) => side.trimStart());
      return [bytesOf(before), bytesOf(after)] as const;
    });
  return {
    title,
    label: /^\w+/.exec(title)?.[0] ?? '',
    changes,
    expected: {
      line: Number(line),
      column: Number(column),
      severity,
      code,
      command: command === '-' ? null : command,
      parameter: parameter === undefined ? null : Number(parameter),
      suggestion,
    },
    also: /^ {2}also (.*)$/m.exec(text)?.[1]?.split(' ') ?? [],
  };
}

const [, ...KINDS] = Buffer.from(read('faults.txt'), 'latin1').toString().split('\n## ');
const FAULTS = KINDS.map((section) => {
  const [kind = '', ...rows] = section.trimEnd().split(/\n(?=\w+: )/);
  return { kind, faults: rows.map(planted) };
});

test.each(Object.entries(LABELS))('nothing is found in the %s label', (label, size) => {
  expect(lint(Buffer.from(read(`${label}.zpl`), 'latin1'), { size })).toEqual([]);
});

test('several faults of each kind are planted, and sixty at least', () => {
  expect(FAULTS.filter(({ faults }) => faults.length < 2)).toEqual([]);
  expect(FAULTS.flatMap(({ faults }) => faults).length).toBeGreaterThanOrEqual(60);
});

describe.each(FAULTS)('$kind', ({ faults }) => {
  it.each(faults)('$title', ({ label, changes, expected, also }) => {
    const clean = read(`${label}.zpl`);
    const lineEnd = clean.includes('\r\n') ? '\r\n' : '\n';
    const marked = changes.reduce((zpl, [before, after]) => {
      const parts = zpl.split(before.replaceAll(bytesOf('⏎'), lineEnd));
      expect(parts).toHaveLength(2);
      return parts.join(after.replaceAll(bytesOf('⏎'), lineEnd));
    }, clean);
    const [before = '', value = '', behind = ''] = marked.split(/\u00c2[\u00ab\u00bb]/);
    const found = lint(Buffer.from(before + value + behind, 'latin1'), { size: LABELS[label] ?? null });
    expect(found.filter(({ code }) => !also.includes(code))).toMatchObject([
      {
        ...expected,
        file: null,
        offset: before.length,
        length: value.length,
        value: Buffer.from(value, 'latin1').toString(),
        message: expect.stringMatching(/^\S.*[^.\s]$/),
      },
    ]);
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set([expected.code, ...also]));
  });
});
