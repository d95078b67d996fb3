import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelSource, recordsOf } from '../../bench/micro/engine/warm-label.ts';
import { platen } from '../cli/recorder.ts';
import { useDatabase, useService } from '../support/service.ts';

const database = useDatabase();
const label = labelSource();
const zpl = Buffer.from(label.zpl).toString();
const records = recordsOf(label).slice(0, 6);
/** Headers and bytes of each file, by what was asked for, from whichever instance answered first. */
const files = new Map<string, string>();

describe.each(['an instance', 'another instance'])('%s with two threads', (instance) => {
  const api = useService({ POOL_THREADS: '2' }, database);

  it('gives equal files for equal requests, however often and in whatever order they come', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl, size: label.size });
    const kinds = ['png', 'pdf'].flatMap((format) => records.map((variables) => ({ format, variables })));
    for (const step of instance === 'an instance' ? [1, 5, 7] : [11, 1]) {
      const asked = kinds.map((_, i) => kinds[(i * step) % kinds.length] ?? {});
      const replies = await Promise.all(asked.map((body) => shop.post(`/labels/${id}/render`, body)));
      for (const [i, { status, headers, body }] of replies.entries()) {
        expect(status).toBe(200);
        const told = Object.entries(headers).filter(([name]) => /^(x-svc|content)-/.test(name));
        const seen = JSON.stringify([told, body.toString('base64')]);
        const key = JSON.stringify(asked[i]);
        expect(files.get(key) ?? seen).toBe(seen);
        files.set(key, seen);
      }
    }
    expect(files.size).toBe(kinds.length);
  });
});

it('is the file that the command line makes too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-equal-'));
  try {
    const path = (name: string): string => join(folder, name);
    await writeFile(path('label.zpl'), zpl);
    await writeFile(path('values.json'), JSON.stringify(records[0]));
    const { widthMm, heightMm, dpi } = label.size;
    const size = ['--width-mm', `${widthMm}`, '--height-mm', `${heightMm}`, '--dpi', `${dpi}`];
    for (const format of ['png', 'pdf']) {
      const out = path(`label.${format}`);
      const { status } = await platen([
        'render',
        path('label.zpl'),
        '-o',
        out,
        '--vars',
        path('values.json'),
        ...size,
      ]);
      expect(status).toBe(0);
      const file = await readFile(out);
      expect(files.get(JSON.stringify({ format, variables: records[0] }))).toContain(file.toString('base64'));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
