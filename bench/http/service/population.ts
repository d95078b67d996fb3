import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open.ts';
import type { Options } from '../../harness/suite.ts';
import { CARRIER_VARIABLES, carrierLabel } from '../../labels/carrier.ts';

/** A caller with labels of its own: the same 2 kB carrier label for all of them, in two sizes. */
export interface Tenant {
  readonly accountId: string;
  readonly key: string;
  /** 4 by 6 inches at 203 dpi: a megapixel. */
  readonly labelId: string;
  /** {@link LARGE_MM} a side at 300 dpi: 15 megapixels. */
  readonly largeLabelId: string;
}

export interface Population {
  /** The embedded database. One service at a time may have it. */
  readonly dataDir: string;
  /** Values for the label's placeholders. */
  readonly variables: Readonly<Record<string, string>>;
  readonly tenants: readonly Tenant[];
  /** A label of the first tenant whose ZPL is {@link LONG_ZPL_BYTES} long. */
  readonly longLabelId: string;
}

const LARGE_MM = 330;

/** More than the system keeps for a client that does not read. */
const LONG_ZPL_BYTES = 2_000_000;

let made: Promise<Population> | undefined;
let directory: string | undefined;

/** Thousands of accounts, made once for all suites of a run; a tenth of them for a first look. */
export function population({ quick }: Options): Promise<Population> {
  made ??= make(quick ? 200 : 2000);
  return made;
}

export function removePopulation(): void {
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
}

async function make(accounts: number): Promise<Population> {
  const dataDir = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  directory = dataDir;
  const store = await openStore({ databaseUrl: null, dataDir, onError: console.error });
  try {
    const tenants: Tenant[] = [];
    for (let number = 0; number < accounts; number++) {
      const { id: accountId } = await store.createAccount(`Bench ${number}`, 'pro');
      const { value: key } = await store.createKey(accountId, 'full');
      const large = { ...carrierLabel(), size: { widthMm: LARGE_MM, heightMm: LARGE_MM, dpi: 300 } };
      const labels = await store.importLabels(accountId, [carrierLabel(), large]);
      const [labelId, largeLabelId] = labels.map(({ id }) => id) as [string, string];
      tenants.push({ accountId, key, labelId, largeLabelId });
    }
    const variables = Object.fromEntries(
      CARRIER_VARIABLES.map((name, at) => [name, name === 'tracking' ? '1Z999AA10123456784' : `Value ${at}`]),
    );
    const longZpl = `^XA^FX${'x'.repeat(LONG_ZPL_BYTES - 12)}^FS^XZ`;
    const [long] = await store.importLabels(tenants[0]?.accountId as string, [carrierLabel(longZpl)]);
    return { dataDir, variables, tenants, longLabelId: long?.id as string };
  } finally {
    await store.close();
  }
}
