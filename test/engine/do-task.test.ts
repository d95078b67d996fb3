import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BodyTask, doTask, readValues, withValues } from '../../src/engine/do-task.ts';
import { ordersOf, runTask } from '../../src/engine/run-task.ts';
import type { Artifact, LabelSource } from '../../src/engine/task.ts';
import { FailureError } from '../../src/errors.ts';
import { randomBody } from '../record/random-body.ts';
import { runs } from '../support/runs.ts';

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

/** The result of a task, or its failure. */
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

test('whatever a body says is done as from its values, to the byte and the word', () => {
  const instant = fc.constantFrom(NOW, NOW + 999, NOW + 1000, NOW + 86_400_000);
  fc.assert(
    fc.property(
      fc.constantFrom(...LABELS),
      randomBody,
      fc.boolean(),
      instant,
      (source, { json, records }, validates, now) =>
        expectSame({ ...sentTask(source, json, records), validates, now }),
    ),
    { numRuns: runs(500) },
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

test('a job that is only checked may take the work of one record, however it is read', () => {
  const source = label('^XA^FO10,10^BRN,6^FD{a}^FS^XZ');
  const job = (count: number): BodyTask => {
    const records = Array.from({ length: count }, () => `{"a":"${'1'.repeat(500)}"}`);
    return sentTask(source, Buffer.from(`{"records":[${records.join()}]}`), count);
  };
  const codeOf = (task: BodyTask): unknown => {
    expectSame(task);
    return outcomeOf(() => doTask(task));
  };
  expect(codeOf({ ...job(4), validates: true })).toMatchObject({ code: 'too_large' });
  expect(codeOf(job(4))).not.toMatchObject({ code: 'too_large' });
  expect(codeOf({ ...job(3), validates: true })).not.toMatchObject({ code: 'too_large' });
});

/** Bytes as they come from the main thread. */
function shared(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const memory = new Uint8Array(new SharedArrayBuffer(bytes.length));
  memory.set(bytes);
  return memory;
}

const source = label(FIELDS.text);
const renderTask = (body: string, format: 'zpl' | 'png', drawnAs?: 'png' | 'pdf'): BodyTask => ({
  ...sentTask(source, shared(body), null),
  kind: 'render',
  format,
  ...(drawnAs !== undefined && { drawnAs }),
});
const printTask = (body: string, records: number): BodyTask => ({
  ...sentTask(source, shared(body), records),
  validates: true,
});
const readTask = (sent: BodyTask) => withValues(sent, readValues(sent));

test('a task gets the values of its body', () => {
  expect(readTask(renderTask('{"variables":{"ä":1.0},"format":"png"}', 'png'))).toEqual({
    label: source,
    now: NOW,
    kind: 'render',
    format: 'png',
    variables: { ä: '1.0' },
    validates: false,
  });
  expect(readTask(renderTask('{"format":"pdf"}', 'zpl', 'pdf'))).toMatchObject({
    format: 'zpl',
    drawnAs: 'pdf',
  });
  expect(readTask(printTask('{"records":[{"a":"{"},{}],"copies":3}', 2))).toEqual({
    label: source,
    now: NOW,
    kind: 'print',
    records: [{ a: '{' }, {}],
    copies: 3,
    validates: true,
  });
});

test.each([
  ['what is no JSON', renderTask('{', 'zpl')],
  ['values that are not allowed', renderTask('{"variables":[]}', 'zpl')],
  ['another format', renderTask('{"format":"png"}', 'zpl')],
  ['another format than is drawn elsewhere', renderTask('{}', 'zpl', 'png')],
  ['another format and values in a known order', renderTask('{"format":"png","variables":{"a":"b"}}', 'zpl')],
  ['more records', printTask('{"records":[{},{}]}', 1)],
  ['fewer records', printTask('{"records":[{"a":"{"}]}', 2)],
])('a body is refused that has %s', (_, sent) => {
  for (let time = 0; time < 3; time++) expect(() => doTask(sent)).toThrow(FailureError);
});
