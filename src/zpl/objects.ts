import { DRIVES } from './drives.ts';
import type { Element } from './label.ts';
import type { Command } from './tokenize.ts';

/** An object in a printer's memory under a name. */
export type StoredObject =
  | {
      readonly kind: 'graphic';
      readonly bytesPerRow: number;
      readonly rows: number;
      readonly data: Uint8Array;
    }
  | { readonly kind: 'font'; readonly data: Uint8Array }
  /** `^DF`: the commands of a format. */
  | { readonly kind: 'format'; readonly commands: readonly Command[] }
  /** `^IS`: a label's elements, saved as its image. */
  | { readonly kind: 'image'; readonly elements: readonly Element[] };

/** `d:name.ext`, upper case; a drive of null is searched for. */
export interface ObjectName {
  readonly drive: string | null;
  /** Name and extension. */
  readonly file: string;
}

/** Bytes of downloads that one parse may keep: twice what the largest canvas needs. */
export const DOWNLOADS_BYTES_MAX = 4 * 1024 * 1024;

/** Characters of an object's name, with its drive and extension. */
export const OBJECT_NAME_MAX = 64;

/** Bytes that the smallest object counts for, so that at most 256 objects have to be searched. */
const OBJECT_BYTES_MIN = 16 * 1024;

/** Reads `d:name.ext`; a missing extension becomes `extension`, a missing name `UNKNOWN`. */
export function parseObjectName(text: string, extension: string): ObjectName {
  const upper = text.trim().slice(0, OBJECT_NAME_MAX).toUpperCase();
  const colon = upper.indexOf(':');
  const drive = colon > 0 ? upper.slice(0, colon) : null;
  const file = colon >= 0 ? upper.slice(colon + 1) : upper;
  const dot = file.lastIndexOf('.');
  const stem = dot >= 0 ? file.slice(0, dot) : file;
  const ending = dot >= 0 ? file.slice(dot + 1) : '';
  return { drive, file: `${stem || 'UNKNOWN'}.${ending || extension}` };
}

/** `d:name.ext` of a stored object, or a pattern of such names; a name without a drive means `R:`. */
export function fullName({ drive, file }: ObjectName): string {
  return `${drive ?? 'R'}:${file}`;
}

/** A printer's memory during one parse, bounded in bytes. */
export class StoredObjects {
  readonly #byName = new Map<string, { readonly object: StoredObject; readonly bytes: number }>();
  #bytes = 0;

  /** Keeps or replaces an object; a name without a drive goes to `R:`. False when memory is full. */
  put(name: ObjectName, object: StoredObject, objectBytes: number): boolean {
    const key = fullName(name);
    const bytes = Math.max(objectBytes, OBJECT_BYTES_MIN);
    this.#delete(key);
    if (this.#bytes + bytes > DOWNLOADS_BYTES_MAX) return false;
    this.#byName.set(key, { object, bytes });
    this.#bytes += bytes;
    return true;
  }

  /** The object's full name, on its drive or the first drive that has it; undefined when there is none. */
  locate(name: ObjectName): string | undefined {
    const drives = name.drive === null ? DRIVES : [name.drive];
    return drives.map((drive) => `${drive}:${name.file}`).find((key) => this.#byName.has(key));
  }

  get(name: ObjectName): StoredObject | undefined {
    const key = this.locate(name);
    return key === undefined ? undefined : this.#byName.get(key)?.object;
  }

  /** `^ID`: deletes what matches on the drive (default `R:`); `*` stands for any characters, `?` for one. */
  delete(pattern: ObjectName): void {
    const glob = fullName(pattern);
    for (const key of this.#byName.keys()) if (matches(glob, key)) this.#delete(key);
  }

  /** `~EG`: deletes every graphic. */
  deleteGraphics(): void {
    for (const [key, { object }] of this.#byName) if (object.kind === 'graphic') this.#delete(key);
  }

  /** Downloaded fonts by full name. */
  fonts(): ReadonlyMap<string, Uint8Array> {
    const fonts = new Map<string, Uint8Array>();
    for (const [key, { object }] of this.#byName) if (object.kind === 'font') fonts.set(key, object.data);
    return fonts;
  }

  #delete(key: string): void {
    this.#bytes -= this.#byName.get(key)?.bytes ?? 0;
    this.#byName.delete(key);
  }
}

/** Whether a name fits a pattern of `*` and `?`. Steps back to the last `*` only: at most pattern × text steps. */
export function matches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      resume = t;
    } else if (pattern[p] === '?' || pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
