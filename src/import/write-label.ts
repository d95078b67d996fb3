import { isUtf8 } from 'node:buffer';
import { changePrefixes } from '../template/fields/saved-commands.ts';
import { type ByteString, fromByteString, toByteString, toBytes } from '../zpl/byte-string.ts';
import { DEFAULT_PREFIXES, type Prefixes } from '../zpl/tokenize.ts';
import type { Group, Piece } from './pieces.ts';
import { portableGraphic } from './portable-graphics.ts';

/** Whether a piece is left out. */
export type Leaves = (piece: Piece) => boolean;

/**
 * The text of a label: its groups in order, without formats that are empty once some pieces are left out.
 * Commands that set its prefixes come before a piece that was sent under others than those that are in force here.
 *
 * @param zpl the stream that the pieces come from
 */
export function writeLabel(zpl: ByteString, groups: readonly Group[], leaves: Leaves): string {
  const texts: string[] = [];
  let prefixes = DEFAULT_PREFIXES;
  for (const { kind, pieces } of groups) {
    const kept = pieces.filter((piece) => piece.text !== '' && !leaves(piece));
    if (kind === 'format' && kept.every(isFrame)) continue;
    for (const [index, piece] of kept.entries()) {
      const { name } = piece.command;
      // Only the last of several encodings has an effect if the commands between them were left out.
      if (name === '^CI' && piece.after === '' && kept[index + 1]?.command.name === '^CI') continue;
      const text = name === '^XZ' ? endOf(piece) : textOf(zpl, piece);
      // Drivers of Seagull wrap each page in tags, and pictures that are stored before it.
      const tag = kind === 'between' ? text.indexOf('<xpml>') : -1;
      texts.push(changeOf(prefixes, piece.prefixes), tag < 0 ? text : text.slice(0, tag), piece.after);
      prefixes = changePrefixes(piece.prefixes, piece.command);
    }
  }
  // Lines between labels do not belong to any.
  return texts.join('').replace(/(\r?\n)\s*$/, '$1');
}

/** `^XZ` with the end of its line. Text that spoolers write between formats belongs to no label. */
function endOf({ command: { params }, prefixes: { format } }: Piece): string {
  const [lineEnd = ''] = /[\r\n]+/.exec(params) ?? [];
  return `${format}XZ${lineEnd}`;
}

/** Whether a piece begins or ends a format, or ends a field. */
function isFrame({ command: { name } }: Piece): boolean {
  return name === '^XA' || name === '^XZ' || name === '^FS';
}

/** The commands that change one set of prefixes into another. */
function changeOf(from: Prefixes, to: Prefixes): string {
  let text = '';
  if (from.delimiter !== to.delimiter) text += `${from.format}CD${to.delimiter}`;
  if (from.control !== to.control) text += `${from.format}CT${to.control}`;
  if (from.format !== to.format) text += `${from.format}CC${to.format}`;
  return text;
}

function textOf(zpl: ByteString, piece: Piece): string {
  const bytes = piece.text ?? sentText(zpl, piece);
  if (isUtf8(toBytes(bytes)) && !bytes.includes('\0')) return fromByteString(bytes);
  const portable = portableGraphic(piece) ?? toByteString(bytes.replaceAll('\0', ''));
  return fromByteString(portable);
}

/** A command as it was sent; a control byte is written as the command that it represents. */
function sentText(zpl: ByteString, { command, prefixes }: Piece): ByteString {
  const { name, params, start, paramsStart, end } = command;
  if (paramsStart - start > 1) return zpl.slice(start, end) as ByteString;
  return `${prefixes.format}${name.slice(1)}${params}` as ByteString;
}
