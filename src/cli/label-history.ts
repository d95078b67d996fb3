import { extname } from 'node:path';
import type { Bitmap } from '../bitmap/bitmap.ts';
import { toBundle } from '../bundle.ts';
import type { ComparedText } from '../convert/zpl-difference.ts';
import { labelJson } from '../http/label-json.ts';
import { quotedId } from '../store/input-checks.ts';
import type { AdminStore, LabelInput } from '../store/store.ts';
import type { LabelSize } from '../units.ts';
import { wallClock } from '../wall-clock.ts';
import { toByteString } from '../zpl/byte-string.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { oneBundle } from './one-bundle.ts';
import { fileName, readText } from './read-file.ts';
import { withReadyStore } from './store-session.ts';
import { table, withoutControls } from './table.ts';
import { writeOutput } from './write-file.ts';

interface ForOne {
  readonly operands: readonly [labelId: string];
  readonly json: boolean;
}

/** Lists the revisions of a label that are kept, newest first. */
export async function history({ operands: [labelId], json }: ForOne, io: Io): Promise<void> {
  const revisions = await withReadyStore(io, (store) => store.labelHistory(labelId));
  const rows = revisions.map(({ revision, name, size, zplBytes, updatedAt }) => ({
    revision,
    updated_at: updatedAt.toISOString(),
    name,
    width: size.widthMm,
    height: size.heightMm,
    dpi: size.dpi,
    zpl_bytes: zplBytes,
  }));
  answer(io, json, rows, () => table(rows, ''));
}

interface ToRestore {
  readonly operands: readonly [labelId: string, revision: string];
  readonly json: boolean;
}

/** Makes an earlier revision the label's newest one. The present one stays in the history. */
export async function restore({ operands: [labelId, number], json }: ToRestore, io: Io): Promise<void> {
  const revision = revisionOf(number);
  if (revision === null) throw new UsageError(`REVISION must be a whole number, not ${number}`);
  const saved = await withReadyStore(io, async (store) => {
    const label = await store.exportLabel(labelId, revision);
    if (label === null) throw await missing(store, labelId, revision);
    return (await store.importLabels(label.accountId, [label]))[0];
  });
  if (saved === undefined) throw new Error('a restored label was not saved');
  answer(
    io,
    json,
    labelJson(saved),
    () => `Restored revision ${revision} of ${saved.id} as revision ${saved.revision}.`,
  );
}

interface ToDiff {
  readonly values: Readonly<Record<'from' | 'to' | 'output', string | undefined>>;
  readonly operands: readonly [labelId: string];
  readonly json: boolean;
}

/** A label, or ZPL alone, with its name in the difference. */
interface Side {
  readonly title: string;
  /** Null for a file of ZPL, which has no other members. */
  readonly label: LabelInput | null;
  readonly zpl: string | null;
}

/** Shows by lines how two revisions of a label differ, or a revision and a file. */
export async function diff({ values, operands: [labelId], json }: ToDiff, io: Io): Promise<void> {
  const [from, to] = await withReadyStore(io, async (store) => {
    const [present, before] = await store.labelHistory(labelId);
    if (values.from === undefined && before === undefined) {
      throw new CommandFailure(`label ${quotedId(labelId)} has one revision; --from names a file to compare`);
    }
    return [
      await sideOf(store, labelId, values.from ?? String(before?.revision), io),
      await sideOf(store, labelId, values.to ?? String(present?.revision), io),
    ] as const;
  });
  const withMembers = from.label !== null && to.label !== null;
  const difference = await unified(from, to, withMembers);
  const picture = values.output === undefined ? null : await drawDifference(from, to, values.output);
  const result = { from: from.title, to: to.title, equal: difference === '', diff: difference, picture };
  answer(io, json, result, () => {
    const lines = [result.equal ? `${from.title} and ${to.title} are equal.` : difference.trimEnd()];
    if (picture !== null) {
      lines.push(
        `${picture.path}: ${picture.only_from} dots of ${from.title} alone (red), ${picture.only_to} of ${to.title} alone (blue)`,
      );
    }
    return lines.join('\n');
  });
}

/** Writes a PNG of the first labels of both sides over one another. ZPL alone has the size of the other side. */
async function drawDifference(from: Side, to: Side, path: string) {
  const size = [from.label?.size ?? to.label?.size, to.label?.size ?? from.label?.size];
  if (size[0] === undefined || size[1] === undefined) {
    throw new UsageError('-o needs a revision or a bundle: files of ZPL have no size');
  }
  const [{ renderImages }, { dotsOfBitmap }, { compareDots }, { differencePng }] = await Promise.all([
    import('../engine/render-images.ts'),
    import('../link-os/dots.ts'),
    import('../link-os/compare-dots.ts'),
    import('../link-os/difference-png.ts'),
  ]);
  const now = wallClock(Date.now());
  const dotsOf = ({ zpl }: Side, its: LabelSize) =>
    dotsOfBitmap(renderImages(toByteString(zpl ?? ''), its, 'first', { now }).bitmaps[0] as Bitmap);
  const [before, after] = [dotsOf(from, size[0]), dotsOf(to, size[1])];
  const { onlyFirst, onlySecond, offset } = compareDots(before, after);
  await writeOutput(path, differencePng(before, after, offset));
  return { path, only_from: onlyFirst, only_to: onlySecond };
}

async function sideOf(store: AdminStore, labelId: string, place: string, io: Io): Promise<Side> {
  const revision = revisionOf(place);
  if (revision === null) return fileSide(place, io);
  const label = await store.exportLabel(labelId, revision);
  if (label === null) throw await missing(store, labelId, revision);
  return { title: `revision ${revision}`, label, zpl: label.zpl };
}

async function fileSide(file: string, io: Io): Promise<Side> {
  const text = await readText(file, io);
  const title = fileName(file);
  const isBundle = extname(file).toLowerCase() === '.json' || (file === '-' && /^\s*\{/.test(text));
  if (!isBundle) return { title, label: null, zpl: text };
  const label = await oneBundle(text, title, 'compared');
  return { title, label, zpl: label.zpl };
}

/** The number of a revision; null for the name of a file. */
function revisionOf(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

async function missing(store: AdminStore, labelId: string, revision: number): Promise<CommandFailure> {
  const kept = await store.labelHistory(labelId);
  return new CommandFailure(
    `revision ${revision} of label ${quotedId(labelId)} is not kept; ` +
      `revisions ${kept.at(-1)?.revision} to ${kept[0]?.revision} are (platen labels history)`,
  );
}

/** A unified diff for a terminal; empty if both sides are equal. */
async function unified(from: Side, to: Side, withMembers: boolean): Promise<string> {
  const { zplDifference } = await import('../convert/zpl-difference.ts');
  const [before, after] = [comparedSide(from, withMembers), comparedSide(to, withMembers)];
  const difference = zplDifference(before, after);
  if (difference !== null) return difference.split('\n').map(withoutControls).join('\n');
  throw new CommandFailure(`${from.title} and ${to.title} differ in more lines than can be compared`);
}

function comparedSide({ title, label, zpl }: Side, withMembers: boolean): ComparedText {
  const compared = { title, zpl: zpl ?? '' };
  if (!withMembers || label === null) return { ...compared, head: '' };
  const { id: _, zpl: __, ...members } = toBundle(label);
  const facts = Object.entries(members).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return { ...compared, head: facts.join('') };
}
