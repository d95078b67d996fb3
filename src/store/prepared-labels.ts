import { randomUUID } from 'node:crypto';
import { checkLabel } from './input-checks.ts';
import {
  type LabelInput,
  type LabelMeta,
  type PreparedLabels,
  type SavedMembers,
  StoreFailure,
} from './store.ts';
import type { TokenFinder } from './token-finder.ts';

/** Labels and bytes of one write; a single longer label is written alone. */
const UNIT = { labels: 100, bytes: 1_000_000 };

/**
 * Checks labels, finds the names of their tokens, and makes the JSON that the database reads.
 *
 * @throws StoreFailure for a label that the store could not give back as it was.
 */
export async function prepareLabels(
  accountId: string,
  inputs: readonly LabelInput[],
  findTokens: TokenFinder,
): Promise<PreparedLabels> {
  inputs.forEach(checkLabel);
  const writer = new UnitWriter();
  for (const input of inputs) {
    const id = input.id?.toLowerCase() ?? randomUUID();
    writer.add(id, await rowOf(accountId, { ...input, id }, findTokens));
  }
  const teamIds = new Set(inputs.flatMap(({ teamId }) => teamId ?? []));
  return { teamIds: [...teamIds], units: writer.end() };
}

/** The labels that were saved of these inputs, in their order. */
export function asSaved(inputs: readonly LabelInput[], saved: readonly SavedMembers[]): LabelMeta[] {
  return saved.map((label, at) => {
    const { teamId, name, size, outputFormat } = inputs[at] as LabelInput;
    return { ...label, teamId, name, size, outputFormat };
  });
}

/** Refuses a unit of more than may be written at once. */
export function checkUnit(bytes: number, labels: number): void {
  if (labels > UNIT.labels || (labels > 1 && bytes > UNIT.bytes)) {
    throw new StoreFailure(
      `${labels} labels of ${bytes} bytes are too many at once: send at most ${UNIT.labels} of ${UNIT.bytes} bytes`,
    );
  }
}

/**
 * Text that the table has as JSON is text here too; ZPL is in base64, since JSON that PostgreSQL reads cannot hold NUL.
 */
async function rowOf(
  accountId: string,
  label: LabelInput & { readonly id: string },
  findTokens: TokenFinder,
): Promise<string> {
  const {
    id,
    replaces = null,
    teamId,
    name,
    size,
    outputFormat,
    zpl,
    dynamicTokens,
    fieldTransforms,
  } = label;
  const bytes = Buffer.from(zpl ?? '');
  const names = await findTokens({ id, accountId, zpl: bytes, dynamicTokens });
  return JSON.stringify({
    id,
    replaces,
    team_id: teamId,
    name,
    width: size.widthMm,
    height: size.heightMm,
    dpi: size.dpi,
    output_format: outputFormat,
    zpl: zpl === null ? null : bytes.toString('base64'),
    dynamic_tokens: JSON.stringify(dynamicTokens),
    field_transforms: JSON.stringify(fieldTransforms ?? []),
    token_names: new TextDecoder().decode(names),
  });
}

class UnitWriter {
  readonly #units: Uint8Array[] = [];
  #rows: string[] = [];
  /** A label that is there twice is written twice: a statement takes it once. */
  readonly #ids = new Set<string>();
  #bytes = 0;

  add(id: string, row: string): void {
    // With what stands between rows and around them.
    const bytes = Buffer.byteLength(row) + 2;
    const isFull = this.#rows.length >= UNIT.labels || this.#bytes + bytes > UNIT.bytes;
    if (isFull || this.#ids.has(id)) this.#endUnit();
    this.#rows.push(row);
    this.#ids.add(id);
    this.#bytes += bytes;
  }

  end(): readonly Uint8Array[] {
    this.#endUnit();
    return this.#units;
  }

  #endUnit(): void {
    if (this.#rows.length > 0) this.#units.push(Buffer.from(`[${this.#rows.join(',')}]`));
    this.#rows = [];
    this.#ids.clear();
    this.#bytes = 0;
  }
}
