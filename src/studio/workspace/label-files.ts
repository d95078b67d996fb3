import { createHash } from 'node:crypto';
import { readdir, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { renameToNew, writeAtomically } from '../../atomic-write.ts';
import { labelFileKind } from '../../label-endings.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import type { LabelSize } from '../../units.ts';
import { byteText } from '../label-bytes.ts';
import {
  bundleText,
  changedBundle,
  examplesOf,
  type RawBundle,
  readBundles,
  renamedBundle,
} from './bundle-text.ts';
import { fileNameOf } from './file-name.ts';
import { oneAtATime } from './one-at-a-time.ts';
import {
  type FilePlace,
  homeOf,
  type LabelContent,
  type ListedLabel,
  type OpenedLabel,
  type Workspace,
} from './workspace.ts';

/** The most bytes of a file, far more than any label has. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;
/** The most files that are looked at: a folder with more is not a folder of labels. */
const FILES_MAX = 10_000;
/** The most files that are read at the same time. */
const READS = 32;

/** The place of a label: a file, and the index of its bundle; null for bare ZPL. */
interface Place {
  readonly path: string;
  readonly index: number | null;
}

/** The text of a file of ZPL. */
type FileText = Pick<LabelContent, 'zpl' | 'encoding'>;

/** The labels of files and folders, with subfolders, except hidden ones and `node_modules`. */
export class LabelFiles implements Workspace {
  #paths: readonly string[];
  readonly #root: string;
  readonly #home: string;
  #places = new Map<string, Place>();
  /** The last change of a file: changes run one after another, so that each sees the result of the one before. */
  #saved: Promise<unknown> = Promise.resolve();

  /** @param paths files and folders @param root folder of new labels: the first folder, or the working directory */
  constructor(paths: readonly string[], root: string) {
    this.#paths = paths.map((path) => resolve(path));
    this.#root = resolve(root);
    this.#home = homeOf(this.#root);
  }

  async list(): Promise<readonly ListedLabel[]> {
    const files = (await Promise.all(this.#paths.map((path) => filesBelow(path)))).flat();
    const unique = [...new Set(files)].toSorted().slice(0, FILES_MAX);
    const places = new Map<string, Place>();
    const labels: ListedLabel[] = [];
    for (let at = 0; at < unique.length; at += READS) {
      const found = await Promise.all(unique.slice(at, at + READS).map((path) => this.#labelsOf(path)));
      for (const { label, place } of found.flat()) {
        labels.push(label);
        places.set(label.id, place);
      }
    }
    this.#places = places;
    return labels;
  }

  async open(id: string): Promise<OpenedLabel> {
    const place = await this.#placeOf(id);
    const bytes = await readLabelFile(place.path, this.#shown(place.path));
    return this.#opened(id, place, bytes, textOf(bytes));
  }

  /** The present revision of the file of a label; null if the file is gone. */
  async revision(id: string): Promise<string | null> {
    // A page that watches a label may ask just after the label was deleted.
    const place = await this.#placeOf(id).catch(nullIfMissing);
    return place === null ? null : this.#revisionAt(place.path);
  }

  async #revisionAt(path: string): Promise<string | null> {
    const bytes = await readLabelFile(path, this.#shown(path)).catch(nullIfMissing);
    return bytes === null ? null : revisionOf(bytes);
  }

  save(id: string, content: LabelContent, revision: string): Promise<OpenedLabel> {
    return this.#afterOthers(async () => {
      const place = await this.#placeOf(id);
      const bytes = await this.#replaced(place, content, revision).catch((error: unknown) =>
        refuse(this.#shown(place.path), error),
      );
      // The label keeps its encoding, even if its bytes are valid UTF-8 now.
      return this.#opened(id, place, bytes, content);
    });
  }

  /**
   * Replaces the file of a place. A symbolic link that the user named stays, and its target is replaced. A link in a
   * folder may lead anywhere, so it is not followed.
   */
  async #replaced(place: Place, content: LabelContent, revision: string): Promise<Buffer> {
    const shown = this.#shown(place.path);
    const isNamed = this.#paths.includes(place.path);
    const path = isNamed ? await realpath(place.path) : place.path;
    return oneAtATime(path, async () => {
      const before = await unchangedFile(path, shown, revision);
      const bytes = isBundle(place)
        ? withBundle(place, before, (bundle) => changedBundle(bundle, content))
        : bytesOf(content);
      await writeAtomically(path, bytes, 'replace');
      return bytes;
    });
  }

  async renamedFile(id: string, name: string): Promise<FilePlace> {
    const place = await this.#placeOf(id);
    const path = renamedPath(place, await readLabelFile(place.path, this.#shown(place.path)), name);
    const isOwn = path === place.path || (await isSameFile(path, place.path));
    return { place: this.#shown(path), revision: isOwn ? null : await this.#revisionAt(path) };
  }

  /** Renames the label of a bundle in its text, then the file; both steps are atomic. A link keeps its target. */
  rename(id: string, name: string, revision: string, replaces: string | null): Promise<OpenedLabel> {
    return this.#afterOthers(async () => {
      const place = await this.#placeOf(id);
      const shown = this.#shown(place.path);
      return oneAtATime(place.path, async () => {
        const before = await unchangedFile(place.path, shown, revision);
        const path = renamedPath(place, before, name);
        const free = path === place.path ? async () => {} : await this.#mover(place.path, path, replaces);
        // Bare ZPL has its name from its file only.
        const bytes = isBundle(place)
          ? withBundle(place, before, (bundle) => renamedBundle(bundle, name))
          : before;
        if (!bytes.equals(before)) {
          const isNamed = this.#paths.includes(place.path);
          await writeAtomically(isNamed ? await realpath(place.path) : place.path, bytes, 'replace');
        }
        await free();
        this.#places.delete(id);
        this.#paths = this.#paths.map((each) => (each === place.path ? path : each));
        const renamed = path === place.path ? id : this.#shown(path);
        const moved = { ...place, path };
        this.#places.set(renamed, moved);
        return this.#opened(renamed, moved, bytes, textOf(bytes));
      }).catch((error: unknown) => refuse(shown, error));
    });
  }

  /** Checks the path of a new name, and returns a function that moves the file there. */
  async #mover(from: string, to: string, replaces: string | null): Promise<() => Promise<void>> {
    if (await isSameFile(from, to)) return () => rename(from, to);
    await this.#checkPlace(to, replaces);
    if (replaces !== null) {
      return () =>
        oneAtATime(to, async () => {
          await this.#checkPlace(to, replaces);
          await rename(from, to);
        });
    }
    return () => renameToNew(from, to).catch((error: unknown) => refuse(this.#shown(to), error));
  }

  /** Refuses (409) unless the file of a path is at a revision; null for no file. */
  async #checkPlace(path: string, revision: string | null): Promise<void> {
    const found = await this.#revisionAt(path);
    if (found === revision) return;
    if (revision === null) refuse(this.#shown(path), { code: 'EEXIST' });
    throw new RequestRefusal(
      409,
      `${this.#shown(path)} has changed on the disk in the meantime: look at it again`,
    );
  }

  remove(id: string, revision: string): Promise<void> {
    return this.#afterOthers(async () => {
      const { path } = await this.#placeOf(id);
      const shown = this.#shown(path);
      await oneAtATime(path, async () => {
        await unchangedFile(path, shown, revision);
        await unlink(path);
      }).catch((error: unknown) => refuse(shown, error));
      this.#places.delete(id);
    });
  }

  /** The file to which {@link add} and {@link addZpl} write a label of a name. */
  async newFile(name: string, kind: 'zpl' | 'bundle'): Promise<FilePlace> {
    const path = this.#newPath(name, kind === 'zpl' ? '.zpl' : '.json');
    return { place: this.#shown(path), revision: await this.#revisionAt(path) };
  }

  #newPath(name: string, ending: '.json' | '.zpl'): string {
    return join(this.#root, fileNameOf(name) + ending);
  }

  /**
   * Writes a bundle as a file of its own.
   *
   * @param replaces the revision of the file to replace; null for a new file
   */
  add(bundle: RawBundle, replaces: string | null): Promise<OpenedLabel> {
    const bytes = Buffer.from(bundleText(bundle));
    return this.#addFile(this.#newPath(String(bundle['name']), '.json'), bytes, textOf(bytes), replaces);
  }

  /** Writes ZPL as a file of its own, as {@link add} does a bundle. */
  addZpl(name: string, text: FileText, replaces: string | null): Promise<OpenedLabel> {
    return this.#addFile(this.#newPath(name, '.zpl'), bytesOf(text), text, replaces);
  }

  #addFile(path: string, bytes: Buffer, text: FileText, replaces: string | null): Promise<OpenedLabel> {
    return this.#afterOthers(async () => {
      await oneAtATime(path, async () => {
        await this.#checkPlace(path, replaces);
        await writeAtomically(path, bytes, replaces === null ? 'new' : 'replace');
      }).catch((error: unknown) => refuse(this.#shown(path), error));
      // A studio without folders would not list the new file otherwise.
      if (!this.#paths.includes(this.#root)) this.#paths = [...this.#paths, path];
      const id = this.#shown(path);
      const place = { path, index: labelFileKind(path) === 'bundles' ? 0 : null };
      this.#places.set(id, place);
      return this.#opened(id, place, bytes, text);
    });
  }

  #afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#saved.then(work);
    this.#saved = done.catch(() => {});
    return done;
  }

  /** The place of a listed label. Ids are never made into paths: only found files can be opened. */
  async #placeOf(id: string): Promise<Place> {
    if (!this.#places.has(id)) await this.list();
    const place = this.#places.get(id);
    if (place === undefined) throw new RequestRefusal(404, `there is no label ${id}`);
    return place;
  }

  async #labelsOf(path: string): Promise<{ label: ListedLabel; place: Place }[]> {
    const id = this.#shown(path);
    // A file that the user named may have any ending.
    if (labelFileKind(path) !== 'bundles') {
      const label = {
        id,
        name: basename(path, extname(path)),
        kind: 'zpl',
        place: id,
        isManaged: true,
      } as const;
      return [{ label, place: { path, index: null } }];
    }
    const text = await readLabelFile(path, id).catch(() => null);
    const { bundles } = (text === null ? null : readBundles(text.toString())) ?? { bundles: [] };
    return bundles.map(({ name }, index) => ({
      label: {
        id: bundles.length === 1 ? id : `${id}#${index + 1}`,
        name: String(name),
        kind: 'bundle',
        place: id,
        isManaged: true,
      },
      place: { path, index },
    }));
  }

  /** @param text of the file, for bare ZPL */
  async #opened(id: string, { path, index }: Place, bytes: Buffer, text: FileText): Promise<OpenedLabel> {
    const revision = revisionOf(bytes);
    const place = this.#shown(path);
    const home = this.#home;
    if (index === null) {
      const name = basename(path, extname(path));
      const { zpl, encoding } = text;
      const content = { zpl, encoding, size: null, fieldTransforms: [], dynamicTokens: [], examples: {} };
      const listed = { id, name, kind: 'zpl', place, isManaged: true } as const;
      return { ...listed, home, ...content, outputFormat: 'vector', revision };
    }
    const bundle = readBundles(bytes.toString())?.bundles[index];
    if (bundle === undefined)
      throw new RequestRefusal(409, `${place} no longer holds this label: open it again`);
    const tokens = bundle['dynamic_tokens'];
    return {
      id,
      name: String(bundle['name']),
      kind: 'bundle',
      place,
      isManaged: true,
      home,
      encoding: 'utf-8',
      zpl: typeof bundle['zpl'] === 'string' ? bundle['zpl'] : '',
      size: sizeOf(bundle),
      fieldTransforms: bundle['field_transforms'] ?? [],
      dynamicTokens: Array.isArray(tokens) ? tokens.filter((name) => typeof name === 'string') : [],
      examples: examplesOf(bundle),
      outputFormat: bundle['output_format'] === 'bitmap' ? 'bitmap' : 'vector',
      revision,
    };
  }

  #shown(path: string): string {
    const below = relative(this.#root, path);
    return below.startsWith('..') ? path : below;
  }
}

function isBundle(place: Place): place is Place & { readonly index: number } {
  return place.index !== null;
}

/** The file of a place with its bundle changed. */
function withBundle(
  { path, index }: Place & { readonly index: number },
  before: Buffer,
  change: (bundle: RawBundle) => RawBundle,
): Buffer {
  const file = readBundles(before.toString());
  const bundle = file?.bundles[index];
  if (file === null || bundle === undefined)
    throw new RequestRefusal(409, `${path} no longer holds this label`);
  return Buffer.from(file.write(index, change(bundle)));
}

/** The path of a place under another name of its label. A file of several bundles keeps its own. */
function renamedPath({ path, index }: Place, bytes: Buffer, name: string): string {
  if (index !== null && readBundles(bytes.toString())?.bundles.length !== 1) return path;
  return join(dirname(path), fileNameOf(name) + extname(path));
}

/** Whether two paths that differ only in case are one file, as on macOS and Windows. */
async function isSameFile(a: string, b: string): Promise<boolean> {
  if (a.toLowerCase() !== b.toLowerCase()) return false;
  const [one, other] = await Promise.all([a, b].map((path) => stat(path).catch(() => null)));
  return one != null && other != null && one.ino === other.ino && one.dev === other.dev;
}

function bytesOf({ zpl, encoding }: FileText): Buffer {
  return encoding === 'bytes' ? Buffer.from(byteText(zpl), 'latin1') : Buffer.from(zpl);
}

/** The bytes of a file at a revision. Rejects with a `RequestRefusal` (409) if the file has changed. */
async function unchangedFile(path: string, shown: string, revision: string): Promise<Buffer> {
  const bytes = await readLabelFile(path, shown);
  if (revisionOf(bytes) === revision) return bytes;
  throw new RequestRefusal(
    409,
    `${shown} was changed on the disk since it was opened: save under another name, or open it again`,
  );
}

/** The text of ZPL. Bytes that are not UTF-8 are shown, and written back, one character each. */
function textOf(bytes: Buffer): FileText {
  try {
    const zpl = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { zpl, encoding: 'utf-8' };
  } catch {
    return { zpl: bytes.toString('latin1'), encoding: 'bytes' };
  }
}

function sizeOf({ width, height, dpi }: RawBundle): LabelSize | null {
  if (typeof width !== 'number' || typeof height !== 'number' || typeof dpi !== 'number') return null;
  return { widthMm: width, heightMm: height, dpi };
}

function revisionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The files of a path, recursively. Files that cannot be read, or no longer exist, are left out. */
async function filesBelow(path: string): Promise<readonly string[]> {
  const entry = await stat(path).catch(() => null);
  if (entry === null) return [];
  if (!entry.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const each of entries) {
    if (each.name.startsWith('.') || each.name === 'node_modules') continue;
    const below = join(path, each.name);
    if (each.isDirectory()) found.push(...(await filesBelow(below)));
    else if (each.isFile() && labelFileKind(each.name) !== null) found.push(below);
    if (found.length > FILES_MAX) break;
  }
  return found;
}

/** @param shown name of the file in messages */
async function readLabelFile(path: string, shown: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > FILE_BYTES_MAX)
      throw new Error(`the file has ${size} bytes; at most ${FILE_BYTES_MAX} are read`);
    return await readFile(path);
  } catch (error) {
    refuse(shown, error);
  }
}

const REASONS: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  ENOENT: [404, 'there is no such file'],
  EEXIST: [409, 'a file of this name already exists; choose another name'],
  EACCES: [403, 'permission denied'],
  EPERM: [403, 'permission denied'],
  EBUSY: [409, 'another studio is saving it; save again'],
  EROFS: [403, 'the disk is read-only'],
  ENOSPC: [507, 'the disk is full'],
};

function refuse(shown: string, error: unknown): never {
  if (error instanceof RequestRefusal) throw error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [status, reason] = REASONS[code] ?? [500, message];
  throw new RequestRefusal(status, `${shown}: ${reason}`);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof RequestRefusal && error.status === 404) return null;
  throw error;
}
