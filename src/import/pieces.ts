import type { SavedCommand } from '../template/fields/saved-commands.ts';
import type { ByteString } from '../zpl/byte-string.ts';

/** A command of the stream in a label that is made of it. */
export interface Piece extends SavedCommand {
  /** The text sent in its place; null to keep it, empty to leave it out. */
  text: ByteString | null;
  /** The text sent after it. */
  after: string;
}

/** Commands from `^XA` to `^XZ`, or those between two formats. */
export interface Group {
  readonly kind: 'format' | 'between';
  readonly pieces: readonly Piece[];
}
