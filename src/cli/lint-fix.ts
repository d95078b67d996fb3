import { isUtf8 } from 'node:buffer';
import { readFile, realpath } from 'node:fs/promises';
import { writeAtomically } from '../atomic-write.ts';
import { applyEdits, type Edit } from '../lint/finding.ts';
import type { Fixed } from '../lint/fix.ts';
import { printable } from '../lint/format/compiler-text.ts';
import { unifiedDiff } from '../lint/format/unified-diff.ts';
import { ZplInJson } from '../lint/format/zpl-in-json.ts';
import { type ByteString, byteStringOf, fromByteString, toBytes } from '../zpl/byte-string.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';
import type { LintInput } from './lint-inputs.ts';

/** A file, and the edits of its labels. */
interface EditedFile {
  readonly path: string;
  /** JSON of bundles as text, ZPL as a string of its bytes. */
  readonly text: string;
  readonly isJson: boolean;
  readonly edits: Edit[];
}

/** Collects the repairs of files one by one: prints them as a difference, and writes them if asked to. */
export class FixedFiles {
  readonly #io: Io;
  readonly #write: boolean;
  /** Labels of a file follow each other. */
  #open: EditedFile | null = null;
  /** Faults that are repaired, those among them that are seen on the label, and files that are written. */
  readonly counts = { repaired: 0, redrawn: 0, files: 0 };

  constructor(io: Io, write: boolean) {
    this.#io = io;
    this.#write = write;
  }

  /**
   * Takes the repairs of a label.
   *
   * @throws CommandFailure where the file before cannot be written.
   */
  async add({ path, file, bytes, string }: LintInput, { edits, repaired }: Fixed): Promise<void> {
    if (this.#open?.path !== path) await this.end();
    this.counts.repaired += repaired.length;
    for (const { fix, line, column, code, message } of repaired) {
      if (fix?.redraws !== true) continue;
      this.counts.redrawn++;
      this.#io.stderr(
        `${file}:${line}:${column}: ${code} ${printable(message)}: its repair changes the picture\n`,
      );
    }
    this.#open ??= {
      path,
      text: string?.json ?? byteStringOf(bytes),
      isJson: string !== undefined,
      edits: [],
    };
    const zpl = string === undefined ? null : new ZplInJson(string);
    this.#open.edits.push(...edits.map((edit) => zpl?.inJson(edit) ?? edit));
  }

  /** Ends the last file. @throws CommandFailure as {@link add} does. */
  async end(): Promise<void> {
    const file = this.#open;
    this.#open = null;
    if (file === null || file.edits.length === 0) return;
    const { path, text, isJson, edits } = file;
    const difference = unifiedDiff(path, text, edits);
    const shown =
      isJson || !isUtf8(Buffer.from(text, 'latin1')) ? difference : fromByteString(difference as ByteString);
    this.#io.stdout(this.#io.isTerminal === true ? shown.split('\n').map(printable).join('\n') : shown);
    if (!this.#write) return;
    const bytesOf = (content: string): Uint8Array =>
      isJson ? Buffer.from(content) : toBytes(content as ByteString);
    await write(path, bytesOf(text), bytesOf(applyEdits(text, edits)));
    this.counts.files++;
  }
}

/** Writes a file whose bytes are still those that the edits were made for. */
async function write(path: string, before: Uint8Array, after: Uint8Array): Promise<void> {
  try {
    // A link stays one.
    const target = await realpath(path);
    if (!(await readFile(target)).equals(before))
      throw new CommandFailure(`${path} was not written: it is not UTF-8, or has changed meanwhile`);
    await writeAtomically(target, after, 'replace');
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${path} was not written: ${(error as Error).message}`);
  }
}
