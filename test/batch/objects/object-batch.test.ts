import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROGRAM } from '../../faults/batch/killed-runs.ts';
import { eventually } from '../../support/eventually.ts';
import { type ObjectStorage, startObjectStorage } from '../../support/object-storage.ts';
import { useMakerHere } from '../local/making.ts';
import { LOCAL, rowsOf, useBatchFolder } from '../run/batch-folder.ts';

useMakerHere();

const BUCKET = 'labels';
/** A real server, with credentials in the environment; without one the storage of these tests is used. */
const { S3_TEST_ENDPOINT: REAL } = process.env;

const folder = useBatchFolder();
let storage: ObjectStorage | null = null;
let client: S3Client;

beforeAll(async () => {
  storage = REAL === undefined ? await startObjectStorage() : null;
  process.env['AWS_ENDPOINT_URL_S3'] = REAL ?? storage?.url;
  process.env['AWS_ACCESS_KEY_ID'] ??= 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'test';
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  client = new S3Client({ region: 'us-east-1', forcePathStyle: true });
  if (REAL !== undefined) await client.send(new CreateBucketCommand({ Bucket: BUCKET })).catch(() => {});
});
afterAll(() => storage?.close());
beforeEach(async () => {
  if (storage !== null) storage.fault = () => null;
  for (const key of await keys()) await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: key }));
});

async function keys(): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  return Contents.map(({ Key = '' }) => Key).toSorted();
}

async function openUploads(): Promise<number> {
  return (await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }))).Uploads?.length ?? 0;
}

async function object(key: string, encoding: 'utf8' | 'latin1' = 'utf8'): Promise<string> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
  return (await Body?.transformToString(encoding)) ?? '';
}

async function put(key: string, content: string): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: content }));
}

/** A label of 20 kB, so that few rows are several parts. */
const LARGE_LABEL = `^XA^FX${'-'.repeat(20_000)}^FS^FO9,9^A0N,30^FD{name} {city}^FS^FO9,80^BCN,40^FD{code}^FS^XZ`;
/** Rows of which the labels are a little more than a part of 16 MiB, and a third more than the least part, 5 MiB. */
const MANY = 850;

const s3 = (key: string) => `s3://${BUCKET}/${key}`;
/** A batch whose output is an object; rows are those of the folder unless they are named. */
const batch = (out: string, ...args: readonly string[]) => {
  const [rows, options] =
    args[0]?.startsWith('--') === false ? [args[0], args.slice(1)] : [folder.path('rows.csv'), args];
  const label = LOCAL.map((each) => (each === 'label.zpl' ? folder.path(each) : each));
  return folder.run(['batch', rows, ...label, '--json', '--output', out, ...options]);
};

test('rows and output are objects: the bytes are those of files, and nothing else is left', async () => {
  const rows = rowsOf(300, [7, 300]);
  await folder.write('rows.csv', rows);
  await put('in/rows.csv', rows);
  expect((await folder.batch([...LOCAL, '-o', 'one.zpl'])).status).toBe(3);
  const run = await batch(s3('out/one file+.zpl'), s3('in/rows.csv'));
  expect(run.status).toBe(3);
  expect(JSON.parse(run.stdout)).toMatchObject({ rows: 300, labels: 298, failed: 2, resumed: false });
  expect(await object('out/one file+.zpl')).toBe(await folder.read('one.zpl'));
  expect(await object('out/one file+.zpl.failed.csv')).toBe(await folder.read('one.zpl.failed.csv'));
  expect(await keys()).toEqual(['in/rows.csv', 'out/one file+.zpl', 'out/one file+.zpl.failed.csv']);
  expect(await openUploads()).toBe(0);
  // A run without failures leaves no table of the one before.
  expect((await batch(s3('out/one file+.zpl'), '--set', 'code=1', '--map', 'code=none')).status).toBe(0);
  expect(await keys()).toEqual(['in/rows.csv', 'out/one file+.zpl']);
});

test('shards are joined by the storage to what one run makes', async () => {
  // Each is more than the least part, and is copied.
  await folder.write('label.zpl', LARGE_LABEL);
  const rows = rowsOf(MANY, [7, MANY - 9]);
  await folder.write('rows.csv', rows);
  await put('rows.csv', rows);
  expect((await folder.batch([...LOCAL, '-o', 'one.zpl'])).status).toBe(3);
  for (let index = 0; index < 3; index++) await batch(s3('all.zpl'), s3('rows.csv'), '--shard', `${index}/3`);
  const merged = await folder.run(['batch', 'merge', s3('all.zpl'), '--shards', '3', '--json']);
  expect(merged.stderr).toBe('');
  expect(JSON.parse(merged.stdout)).toMatchObject({ shards: 3, rows: MANY, failed: 2 });
  expect((await object('all.zpl')) === (await folder.read('one.zpl'))).toBe(true);
  expect(await object('all.zpl.failed.csv')).toBe(await folder.read('one.zpl.failed.csv'));
  expect(await openUploads()).toBe(0);
  await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'all.1-of-3.zpl.done' }));
  const missing = await folder.run(['batch', 'merge', s3('all.zpl'), '--shards', '3']);
  expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('shard 1 is missing')]);
});

test('shards without a label are joined too', async () => {
  await folder.write('rows.csv', rowsOf(1));
  for (let index = 0; index < 3; index++) await batch(s3('all.zpl'), '--shard', `${index}/3`);
  const merged = await folder.run(['batch', 'merge', s3('all.zpl'), '--shards', '3']);
  expect([merged.stderr, merged.status]).toEqual(['', 0]);
  await folder.batch([...LOCAL, '-o', 'one.zpl']);
  expect(await object('all.zpl')).toBe(await folder.read('one.zpl'));
});

test.each([
  ['one.pdf', ['--format', 'pdf']],
  ['pages', ['--split', '10', '--format', 'pdf']],
  ['named', ['--name-template', '{name}', '--format', 'png']],
])('%s has the objects of which a run makes files', async (out, args) => {
  await folder.write('rows.csv', `${rowsOf(25, [3])}Ada 1,Twice,1\n`);
  expect((await folder.batch([...LOCAL, '-o', out, ...args])).status).toBe(3);
  expect((await batch(s3(out), ...args)).status).toBe(3);
  const files = (await folder.files()).filter((name) => !name.endsWith('.journal'));
  expect(await keys()).toEqual(files);
  for (const name of files) {
    expect((await object(name, 'latin1')) === (await readFile(folder.path(name), 'latin1'))).toBe(true);
  }
});

test.each([
  [['--resume'], 'needs the journal'],
  [['--printer', '127.0.0.1'], 'needs a journal'],
  [['--preview', '3'], 'writes a file'],
])('%s is refused', async (args, why) => {
  await folder.write('rows.csv', rowsOf(3));
  const { status, stderr } = await batch(s3('out.zpl'), ...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
});

test.each([
  's3://',
  's3:///key',
  's3://ab/key',
  's3://labels',
  's3://labels/',
  `s3://labels/${'k'.repeat(1025)}`,
])('%s is no object', async (path) => {
  await folder.write('rows.csv', rowsOf(3));
  expect((await batch(path)).status).toBe(2);
});

test('what cannot be read or written is named, and nothing appears', async () => {
  await folder.write('rows.csv', rowsOf(30, [4]));
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    [s3('out.zpl'), [s3('none.csv')], `cannot read ${s3('none.csv')}: there is no such object`],
    ['s3://elsewhere/out.zpl', [], 'cannot write s3://elsewhere/out.zpl: there is no such bucket'],
    [s3('out.zpl'), ['--max-failed', '0'], 'which is more than --max-failed allows'],
    [s3('out.zpl'), ['--on-error', 'stop'], 'row 4 failed'],
  ];
  for (const [out, args, why] of cases) {
    const { status, stderr } = await batch(out, ...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect([await keys(), await openUploads()]).toEqual([[], 0]);
  }
});

test('a run that is killed leaves nothing that can be seen, and the next one removes what is left', async () => {
  await folder.write('label.zpl', LARGE_LABEL);
  await folder.write('rows.csv', rowsOf(4 * MANY));
  const args = ['batch', folder.path('rows.csv'), ...LOCAL, '-o', s3('out.zpl'), '--allow-unresolved'];
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder.path('.'), stdio: 'ignore' });
  const ended = once(child, 'exit');
  await eventually(async () => expect(await openUploads()).toBe(1));
  child.kill('SIGKILL');
  await ended;
  expect(await keys()).toEqual([]);
  await folder.write('rows.csv', rowsOf(3));
  expect((await batch(s3('out.zpl'))).status).toBe(0);
  expect([await keys(), await openUploads()]).toEqual([['out.zpl'], 0]);
});

describe.skipIf(REAL !== undefined)('where the storage fails', () => {
  /** Fails the first so many requests of a kind. */
  const failing = (count: number, method: string, fault: 'cut' | 'reset' | 'SlowDown'): (() => number) => {
    let failed = 0;
    (storage as ObjectStorage).fault = (request) => {
      if (request.method !== method || failed === count || request.key === '') return null;
      failed++;
      return fault === 'SlowDown' ? { status: 503, code: fault } : fault;
    };
    return () => failed;
  };

  /** Makes an object of rows that are one, under a fault, and compares it with the file of the same rows. */
  async function survives(rows: string, method: string, fault: 'cut' | 'reset' | 'SlowDown'): Promise<void> {
    await folder.write('rows.csv', rows);
    await put('rows.csv', rows);
    await folder.batch([...LOCAL, '-o', 'one.zpl']);
    const failed = failing(2, method, fault);
    expect((await batch(s3('out.zpl'), s3('rows.csv'))).stderr).toBe('');
    expect(failed()).toBe(2);
    expect(storage?.objects.get('out.zpl')?.equals(await readFile(folder.path('one.zpl')))).toBe(true);
    expect(storage?.uploads.size).toBe(0);
  }

  test.each(['cut', 'reset', 'SlowDown'] as const)('GET is tried again after %s', async (fault) => {
    await survives(rowsOf(30), 'GET', fault);
  });

  test.each([
    ['PUT', 'reset'],
    ['PUT', 'SlowDown'],
    ['POST', 'SlowDown'],
  ] as const)('%s of several parts is tried again after %s', async (method, fault) => {
    await folder.write('label.zpl', LARGE_LABEL);
    await survives(rowsOf(MANY), method, fault);
  });

  test('rows that change while they are read end the run', async () => {
    const rows = rowsOf(100_000);
    await put('rows.csv', rows);
    let reads = 0;
    (storage as ObjectStorage).fault = ({ method, key }) => {
      if (method === 'GET' && key === 'rows.csv' && ++reads === 4)
        storage?.objects.set(key, Buffer.from(rowsOf(100_001)));
      return null;
    };
    const { status, stderr } = await batch(s3('out.zpl'), s3('rows.csv'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('the input was changed while it was read')]);
    expect([await keys(), storage?.uploads.size]).toEqual([['rows.csv'], 0]);
  });

  test('credentials that end in the middle end the run, and nothing appears', async () => {
    await folder.write('label.zpl', LARGE_LABEL);
    await folder.write('rows.csv', rowsOf(2 * MANY));
    (storage as ObjectStorage).fault = ({ method, query }) =>
      method === 'PUT' && query.get('partNumber') === '2' ? { status: 400, code: 'ExpiredToken' } : null;
    const { status, stderr } = await batch(s3('out.zpl'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('the credentials have expired')]);
    expect([await keys(), storage?.uploads.size]).toEqual([[], 0]);
  });
});
