import { AppendedFile } from './appended-file.ts';
import { giveName, removeIfThere, statOf } from './durable-files.ts';

/** A file that grows at its end. */
export interface GrowingFile {
  /** Bytes of the file, buffered ones included. */
  readonly length: number;
  /** Appends bytes, which may change as soon as it resolves. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves when the system has all bytes. */
  flush(): Promise<void>;
  /** Resolves when all bytes survive a crash. */
  sync(): Promise<void>;
  /** Closes the file. May be repeated. */
  close(): Promise<void>;
}

/** A growing file that gets its name once it is whole. */
export interface NamedFile extends GrowingFile {
  /** Closes the file and gives it its name. */
  finish(): Promise<void>;
}

/** The place of a file that gets its name at the end. */
export interface NamedPlace {
  /**
   * Removes the file of an earlier run, which could be taken for this one's.
   *
   * @param onto bytes of an unfinished file that stay, to be appended to; null for a new run
   */
  clear(onto: number | null): Promise<void>;
  /** @param onto bytes of the unfinished file to append to; 0 for a new file */
  open(onto: number): Promise<NamedFile>;
}

/** The path of a file until it is whole. */
export function partialOf(path: string): string {
  return `${path}.part`;
}

/** The place of a file that has the path {@link partialOf} until its end. */
export function filePlace(path: string): NamedPlace {
  const partial = partialOf(path);
  return {
    async clear(onto) {
      if (onto === null) await removeIfThere(path);
      else if (onto > 0 && (await statOf(partial)) === null && (await statOf(path)) !== null) {
        // The run was killed after this file's end, and before the journal's.
        await giveName(path, partial);
      }
      if (!onto) await removeIfThere(partial);
    },
    async open(onto) {
      const file = await AppendedFile.open(partial, onto);
      return {
        get length() {
          return file.length;
        },
        append: (bytes) => file.append(bytes),
        flush: () => file.flush(),
        sync: () => file.sync(),
        close: () => file.close(),
        async finish() {
          await file.sync();
          await file.close();
          await giveName(partial, path);
        },
      };
    },
  };
}
