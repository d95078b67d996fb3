import type { ByteString } from '../zpl/byte-string.ts';
import type { Piece } from './pieces.ts';

/** The index of the mode among the parameters of `^BC`, from 0. */
const MODE = 5;

/** Has a Code 128 find the subsets of each value itself (mode A): those that the data chose are those of one value. */
export function chooseSubsets(pieces: readonly Piece[]): void {
  const piece = pieces.findLast(({ command }) => command.name === '^BC');
  if (piece === undefined) return;
  const { params, delimiter } = piece.command;
  const [, sent = '', lineEnd = ''] = /^([^]*?)(\s*)$/.exec(params) ?? [];
  const parts = sent.split(delimiter);
  while (parts.length < MODE) parts.push('');
  parts[MODE] = 'A';
  piece.text = `${piece.prefixes.format}BC${parts.join(delimiter)}${lineEnd}` as ByteString;
}
