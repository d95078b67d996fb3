import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BatchStopped, BatchUsage } from '../../../src/batch/batch-failure.ts';
import { type OutputFiles, openSink } from '../../../src/batch/output/open-sink.ts';
import { writing } from '../../../src/batch/output/write-failure.ts';
import type { Sink, SinkState } from '../../../src/batch/stages.ts';
import { temporaryFolder } from './folders.ts';
import { madeOf, zplPiece } from './made-rows.ts';

const SIZE = { widthMm: 50, heightMm: 25, dpi: 203 };
const ONE = { kind: 'one' } as const;
const ROW = { kind: 'row' } as const;

function open(out: string, files: OutputFiles, onto: SinkState | null = null): Promise<Sink> {
  return openSink({ out, format: 'zpl', files, stateReset: new Uint8Array(), size: SIZE, onto });
}

/** A folder in which nobody may write, not even root. */
function unwritable(): string {
  if (process.getuid?.() === 0) return '/sys';
  const folder = temporaryFolder();
  chmodSync(folder, 0o555);
  return folder;
}

async function stopped(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(BatchStopped);
  return (error as Error).message;
}

describe('an output that cannot be written', () => {
  it('stops the batch when the disk is full', async () => {
    const written = writing('out.zpl.part', () => writeFile('/dev/full', 'label'));
    expect(await stopped(written)).toBe('cannot write out.zpl.part: the disk is full; make room');
  });

  it('stops the batch where this user may not write', async () => {
    const folder = unwritable();
    const reason =
      /^cannot write \S+: (this user may not write there|the file system is read-only); .* with -o$/;
    expect(await stopped(open(join(folder, 'out.zpl'), ONE))).toMatch(reason);
    expect(await stopped(open(join(folder, 'out'), ROW))).toMatch(reason);
  });

  it('stops the batch when somebody removes the file under it', async () => {
    const out = join(temporaryFolder(), 'out.zpl');
    const sink = await open(out, ONE);
    await sink.write(madeOf(1, 1, [zplPiece(1, 'label')]));
    rmSync(`${out}.part`);
    expect(await stopped(sink.sync())).toContain('.part: it or its folder is not there');
    writeFileSync(`${out}.part`, 'another');
    expect(await stopped(sink.sync())).toContain('was replaced by something else');
    await sink.close();
  });

  it('is not gone on with when it is shorter than the journal says', async () => {
    const out = join(temporaryFolder(), 'out.zpl');
    const sink = await open(out, ONE);
    await sink.write(madeOf(1, 1, [zplPiece(1, 'label')]));
    const state = await sink.sync();
    await sink.close();
    writeFileSync(`${out}.part`, 'lab');
    expect(await stopped(open(out, ONE, state))).toMatch(
      /out\.zpl\.part has 3 bytes, and had 5 .* delete the journal and begin again$/,
    );
    rmSync(`${out}.part`);
    expect(await stopped(open(out, ONE, state))).toContain('it or its folder is not there');
    // One of an earlier run is no substitute.
    writeFileSync(out, 'label of an earlier run');
    expect(await stopped(open(out, ONE, state))).toContain('it or its folder is not there');
  });

  it('is bad usage if it is a folder, or a file where a folder is needed', async () => {
    const folder = temporaryFolder();
    await expect(open(folder, ONE)).rejects.toThrow(BatchUsage);
    await expect(open(folder, ONE)).rejects.toThrow(/is a folder; name a file with -o/);
    await expect(open('/dev/null', ONE)).rejects.toThrow(/is no regular file/);
    const file = join(folder, 'file');
    writeFileSync(file, 'mine');
    await expect(open(file, ROW)).rejects.toThrow(BatchUsage);
    await expect(open(file, ROW)).rejects.toThrow(/is a file: name a folder that is new or empty/);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});
