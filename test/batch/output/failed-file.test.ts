import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openFailedFile } from '../../../src/batch/output/failed-file.ts';
import { filePlace } from '../../../src/batch/output/growing-file.ts';
import type { FailedRow } from '../../../src/batch/stages.ts';
import { temporaryFolder } from './folders.ts';

const COLUMNS = ['order', 'text'];

function failed(row: number, ...cells: string[]): FailedRow {
  return { row, cells, others: '', status: 400, reason: 'a "quoted" reason, with a comma', fields: [] };
}

function read(path: string): string[][] {
  return parse(readFileSync(path));
}

describe('the file of failed rows', () => {
  it('has rows as they came, and why they failed', async () => {
    const out = join(temporaryFolder(), 'out.zpl');
    const file = await openFailedFile({
      place: filePlace(`${out}.failed.csv`),
      columns: COLUMNS,
      others: false,
      onto: null,
    });
    await file.write([failed(10, '1', 'a,"b"\r\nc'), failed(13, ' 2', 'ä ')]);
    await file.write([{ ...failed(21, '3'), status: 'doubtful', fields: [{ symbology: 'QR' }] }]);
    await file.write([failed(30, '4', '5', '6', '7')]);
    await file.finish();
    const reason = 'a "quoted" reason, with a comma';
    expect(read(`${out}.failed.csv`)).toEqual([
      ['order', 'text', 'row', 'status', 'reason', 'fields'],
      ['1', 'a,"b"\r\nc', '10', '400', reason, ''],
      [' 2', 'ä ', '13', '400', reason, ''],
      ['3', '', '21', 'doubtful', reason, '[{"symbology":"QR"}]'],
      ['4', '5', '30', '400', reason, '[{"cells":["6","7"]}]'],
    ]);
  });

  it('has the other members of JSON rows in a last column', async () => {
    const out = join(temporaryFolder(), 'out.zpl');
    const file = await openFailedFile({
      place: filePlace(`${out}.failed.csv`),
      columns: COLUMNS,
      others: true,
      onto: null,
    });
    await file.write([{ ...failed(1, '1', '2'), others: '{"more":[1]}' }]);
    await file.finish();
    expect(read(`${out}.failed.csv`).map((cells) => cells.at(-1))).toEqual(['others', '{"more":[1]}']);
  });

  it('is not there when no row failed, whatever an earlier run left', async () => {
    const out = join(temporaryFolder(), 'out.zpl');
    writeFileSync(`${out}.failed.csv`, 'of an earlier run');
    writeFileSync(`${out}.failed.csv.part`, 'of an earlier run');
    const file = await openFailedFile({
      place: filePlace(`${out}.failed.csv`),
      columns: COLUMNS,
      others: false,
      onto: null,
    });
    expect(await file.sync()).toBe(0);
    await file.finish();
    expect([existsSync(`${out}.failed.csv`), existsSync(`${out}.failed.csv.part`)]).toEqual([false, false]);
  });

  it('goes on where the journal was, also when it was killed after its end', async () => {
    const out = join(temporaryFolder(), 'out.zpl');
    const open = (onto: number | null): ReturnType<typeof openFailedFile> =>
      openFailedFile({ place: filePlace(`${out}.failed.csv`), columns: COLUMNS, others: false, onto });
    const first = await open(null);
    await first.write([failed(1, '1', 'a')]);
    const length = await first.sync();
    await first.write([failed(2, '2', 'lost')]);
    await first.sync();
    await first.close();

    const second = await open(length);
    await second.write([failed(2, '2', 'b')]);
    const longer = await second.sync();
    expect(existsSync(`${out}.failed.csv`)).toBe(false);
    await second.finish();

    const third = await open(longer);
    await third.finish();
    expect(read(`${out}.failed.csv`).map((cells) => cells[1])).toEqual(['text', 'a', 'b']);
  });
});
