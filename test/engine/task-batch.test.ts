import { expect, test } from 'vitest';
import { Loan } from '../../src/borrowed-bytes.ts';
import type { LabelSource, SentTask } from '../../src/engine/task.ts';
import { type TaskBatch, TaskPacker, TaskUnpacker } from '../../src/engine/task-batch.ts';
import { NO_WARNINGS, warningsIn } from '../../src/engine/warnings.ts';
import { expectEqual } from '../support/expect-equal.ts';

function label(id: string, bytes = 1000): LabelSource {
  const zpl = new Uint8Array(new SharedArrayBuffer(bytes)).fill(id.charCodeAt(0));
  const rest = { accountId: 'a', contentId: id, size: { widthMm: 100, heightMm: 150, dpi: 203 } };
  return { id, zpl, ...rest, dynamicTokens: ['t'], fieldTransforms: [] };
}

const render = (of: LabelSource): SentTask => ({
  kind: 'render',
  label: of,
  format: 'zpl',
  body: bytes(`{"variables":{"id":"${of.id}"}}`),
  now: 7,
  validates: false,
});

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

/** Packs, crosses as threads do, and unpacks. */
function crossing(labelBytes?: number) {
  const packer = new TaskPacker(labelBytes);
  const unpacker = new TaskUnpacker();
  const crossed: TaskBatch[] = [];
  return {
    unpacker,
    added: () => crossed.at(-1)?.added.map(([, { id }]) => id),
    send(...labels: readonly LabelSource[]) {
      const batch = structuredClone(packer.pack(labels.map(render)));
      crossed.push(batch);
      return unpacker.unpack(batch);
    },
  };
}

test('tasks arrive as they were sent, and each label crosses once', () => {
  const { send, added } = crossing();
  const [one, two] = [label('1'), label('2')];
  expectEqual(send(one, two, one), [one, two, one].map(render));
  expect(added()).toEqual(['1', '2']);
  expectEqual(send(two, one), [two, one].map(render));
  expect(added()).toEqual([]);
  // A new content is another object.
  const next = { ...one, contentId: 'next' };
  expectEqual(send(next, one), [next, one].map(render));
  expect(added()).toEqual(['1']);
});

test('tasks of all kinds arrive, with bodies of any length', () => {
  const packer = new TaskPacker();
  const unpacker = new TaskUnpacker();
  const of = label('1');
  const sent = (length: number): SentTask[] => [
    { kind: 'tokens', label: of },
    { kind: 'render', label: of, body: bytes('a'.repeat(length)), format: 'pdf', now: 1.5, validates: true },
    { kind: 'print', label: of, body: bytes('b'.repeat(length)), records: 25, now: 2, validates: false },
    { kind: 'render', label: of, body: bytes(''), format: 'zpl', drawnAs: 'png', now: 3, validates: false },
    { kind: 'print', label: of, body: bytes('c'), records: 1, now: 4, validates: true },
  ];
  for (const length of [1, 65_536, 0, 10, 65_536]) {
    expectEqual(unpacker.unpack(structuredClone(packer.pack(sent(length)))), sent(length));
  }
});

test('the thread keeps no more labels than it should, and those that were dropped cross again', () => {
  const { send, added, unpacker } = crossing(10_000);
  const labels = Array.from('abcdefghij', (id) => label(id));
  for (let round = 0; round < 3; round++) {
    for (const one of labels) expectEqual(send(one), [render(one)]);
    expect(unpacker.size).toBe(5);
  }
  // In one batch, more than are kept and some of them twice.
  expectEqual(send(...labels, ...labels), [...labels, ...labels].map(render));
  expect(added()).toHaveLength(20);
  expect(unpacker.size).toBe(5);
});

test('a label larger than all that may be kept crosses each time', () => {
  const { send, added, unpacker } = crossing(10_000);
  const [small, large] = [label('s'), label('l', 20_000)];
  for (let round = 0; round < 3; round++) {
    expectEqual(send(small, large), [small, large].map(render));
    expect(added()).toEqual(round === 0 ? ['s', 'l'] : ['l']);
    expect(unpacker.size).toBe(1);
  }
});

test('an artifact comes back from its reply', () => {
  const artifact = {
    body: new Loan().lend(new Uint8Array([1])),
    warnings: NO_WARNINGS,
    unresolved: 3,
    labels: 4,
    timings: { renderMs: 0.5, encodeMs: 0.25 },
  };
  const made = { ...artifact, body: new Uint8Array([1]) };
  const unpacker = new TaskUnpacker();
  expect(new TaskPacker().renderedOf(artifact.body, unpacker.numbersOf(made) ?? [])).toEqual(artifact);
  expect(unpacker.numbersOf({ ...made, warnings: warningsIn(['^GB odd']) })).toBeNull();
});
