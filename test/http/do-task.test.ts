import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ordersOf, runTask } from '../../src/engine/run-task.ts';
import type { Artifact, LabelSource } from '../../src/engine/task.ts';
import { FailureError } from '../../src/errors.ts';
import { doTask } from '../../src/http/do-task.ts';
import { type BodyTask, readValues, withValues } from '../../src/http/read-task.ts';

const FIELDS = {
  text: '^XA^FO10,10^A0N,30^FDTo {a}, {b}^FS^FO10,60^FD{a}{a}^FS^FO10,90^FH^FD_41{C}^FS^XZ',
  'Code 128': '^XA^CI28^FO10,10^FDSaved {b} as it is^FS^FO10,60^BY2^BCN,60^FD{a}-{b}^FS^PQ1^XZ',
  'EAN-13, which takes digits only': '^XA^FO10,60^BEN,60^FD{a}^FS^FO10,90^BCN,60^FD{a}^FS^XZ',
  'QR Code': '^XA^FO10,10^BQN,2,4^FDMA,{a}^FS^FO10,200^FD{ c }^FS^XZ',
  'one byte a character': '^XA^CI27^FO10,10^A0N,30^FD{a}^FS^FO10,60^FD{b}^FS^XZ',
  'what changes the printer': '^XA^CI13^LH5,5^FO10,10^FD{a}^FS^LH9,9^CC!!XZ',
  block: '^XA^FO10,10^FB200,3^A0N,30^FD{a}\\&{b}^FS^XZ',
  'numbered fields': '^XA^FO10,10^FN1^FS^FO10,60^BCN,60^FN1^FS^FN1^FD{a}^FS^XZ',
  'the time': '^XA^FO10,10^FD{date} {a} {COUNTER:7}^FS^FO10,60^BCN,60^FD{TIME:HHmmss}{date:YY>}^FS^XZ',
  'a time that it cannot write': '^XA^CI27^FO10,10^FD{a} {date:DD€}^FS^XZ',
};
const label = (zpl: string, fieldTransforms: unknown = []): LabelSource => ({
  id: 'label',
  accountId: 'account',
  contentId: zpl + JSON.stringify(fieldTransforms),
  zpl: Buffer.from(zpl),
  size: { widthMm: 50, heightMm: 30, dpi: 203 },
  dynamicTokens: [],
  fieldTransforms,
});
const LABELS = [
  ...Object.values(FIELDS).map((zpl) => label(zpl)),
  label(FIELDS.text, [{ variable: 'a', steps: [{ op: 'upper' }] }]),
];

type Outcome = Omit<Required<Artifact>, 'body' | 'timings'> & { readonly body: string };

/** What a task gives; or how it fails. */
function outcomeOf(make: () => Required<Artifact>): Outcome | FailureError['failure'] {
  try {
    const { body, warnings, unresolved, labels } = make();
    return { body: Buffer.from(body).toString('latin1'), warnings, unresolved, labels };
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}

const NOW = Date.UTC(2026, 10, 23, 7, 59, 59);

const sentTask = (source: LabelSource, body: Uint8Array, records: number | null): BodyTask => {
  const task = { label: source, body, now: NOW };
  return records === null ? { ...task, kind: 'render', format: 'zpl' } : { ...task, kind: 'print', records };
};

/** Done as it comes, when its names are known, and from the values: always the same. */
function expectSame(task: BodyTask): void {
  const byValues = outcomeOf(() => runTask(withValues(task, readValues(task))));
  for (let time = 0; time < 3; time++) expect(outcomeOf(() => doTask(task))).toEqual(byValues);
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    'Value 1',
    '1Z999AA10000000012',
    '4006381333931',
    '>',
    '^XZ',
    '~JA',
    '_5E',
    'ä€😀',
    '\\&',
    '{b}',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const asJson = (value: unknown): string => JSON.stringify(value);
const inAscii = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const written = fc.oneof(
  { weight: 8, arbitrary: text.map(asJson) },
  { weight: 2, arbitrary: text.map(inAscii) },
  fc.double().map(asJson),
  fc.constantFrom(
    '0',
    '-0',
    '1.0',
    '01',
    '1.',
    '.5',
    '1e5',
    '1E+07',
    '12345678901234567890',
    '-',
    'null',
    'true',
  ),
  fc.constantFrom(
    'false',
    'nul',
    '{}',
    '[1.0,{"a":null}]',
    `"${'x'.repeat(1001)}"`,
    `"${'ä'.repeat(900)}"`,
    '"\t"',
  ),
);
const space = fc.constantFrom('', '', '', ' ', '\n\t\r ', '\v');
const name = fc.constantFrom('a', 'b', 'c', 'C', 'A', ' a', 'date', 'q"', 'constructor', '', '1');
const member = fc
  .tuple(space, name, space, space, written)
  .map(([before, key, between, after, value]) => `${before}${asJson(key)}${between}:${after}${value}`);
const record = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constant(['a', 'b', 'C']) }, fc.constant(['a'])),
    fc.array(written, { minLength: 3, maxLength: 3 }),
    fc.array(member, { maxLength: 1 }),
    space,
  )
  .map(
    ([names, values, others, after]) =>
      `{${[...names.map((key, i) => `"${key}":${values[i]}`), ...others].join(`,${after}`)}}${after}`,
  );
const extra = fc.constantFrom(
  '"format":"zpl"',
  '"format":"png"',
  '"copies":2',
  '"copies":100',
  '"copies":007',
  '"copies":1e1',
  '"copies":null',
  '"x":1',
  '"variables":{}',
  '"records":[]',
);
const wrap = (members: readonly string[]): string => `{${members.join(',')}}`;
const body = fc.oneof(
  fc
    .tuple(record, fc.array(extra, { maxLength: 2 }))
    .map(([values, more]) => wrap([`"variables":${values}`, ...more])),
  fc
    .tuple(fc.array(record, { maxLength: 4 }), fc.array(extra, { maxLength: 2 }))
    .map(([all, more]) => wrap([...more, `"records" : [${all.join(', ')}]`])),
);
/** Bytes, of which one may have been changed, or left out. */
const bytes = fc.tuple(body, fc.option(fc.tuple(fc.nat(), fc.option(fc.nat(255))))).map(([json, change]) => {
  const sent = Buffer.from(json);
  if (change === null) return sent;
  const at = change[0] % sent.length;
  return Buffer.concat([
    sent.subarray(0, at),
    Buffer.from(change[1] === null ? [] : [change[1]]),
    sent.subarray(at + 1),
  ]);
});

test('whatever a body says is done as from its values, to the byte and the word', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LABELS),
      bytes,
      fc.constantFrom(null, 1, 2, 3, 4),
      fc.boolean(),
      (source, json, records, validates) => expectSame({ ...sentTask(source, json, records), validates }),
    ),
    { numRuns: 500 },
  );
});

test('from the third time on names are not read again: labels are written where the last ones were', () => {
  const source = label('^XA^CI28^FO10,10^FD{x} {y}^FS^FO10,60^BCN,60^FD{y}^FS^XZ');
  const record = (value: string) => `{"x":"${value}","y":"12"}`;
  const render = (value: string) =>
    doTask(sentTask(source, Buffer.from(`{"variables":${record(value)}}`), null));
  const print = (value: string) =>
    doTask(sentTask(source, Buffer.from(`{"records":[${record(value)},${record('b')}],"copies":2}`), 2));
  const first = render('a');
  render('ä');
  expect(ordersOf(source)).toHaveLength(1);
  const { body } = render('€');
  expect(Buffer.from(body).toString()).toContain('^FD_E2_82_AC 12^FS');
  expect(Buffer.from(first.body).toString()).toContain('^FDa 12^FS');
  const job = print('c');
  expect(job.body.buffer).toBe(render('d').body.buffer);
  expect(job).toMatchObject({ unresolved: 0, labels: 4 });
});
