import { parseObjectName } from '../zpl/objects.ts';
import type { Command } from '../zpl/tokenize.ts';
import type { Group, Piece } from './pieces.ts';

/** The first parameter of a command that begins with the name of an object, cut to the length of a name. */
export function nameParameter({ params, delimiter }: Command): string {
  return params.slice(0, 80).split(delimiter)[0] ?? '';
}

/**
 * The name that an object is stored or drawn by, without drive and extension: a printer adds the one, and knows
 * pictures by others than they are sent with.
 */
export function objectName(command: Command): string {
  return parseObjectName(nameParameter(command), 'GRF').file.replace(/\.[^.]*$/, '');
}

/**
 * Downloads of pictures that a label has no use for: those that another one replaces before the label comes.
 *
 * @param drawn names of what the label draws; with it, pictures that it does not draw are among them too
 */
export function uselessDownloads(
  groups: readonly Group[],
  drawn: ReadonlySet<string> | null,
): ReadonlySet<Piece> {
  const useless = new Set<Piece>();
  const replaced = new Set<string>();
  for (const { pieces } of groups.toReversed()) {
    for (const piece of pieces.toReversed()) {
      if (piece.command.name !== '~DG') continue;
      const name = objectName(piece.command);
      if (replaced.has(name) || drawn?.has(name) === false) useless.add(piece);
      replaced.add(name);
    }
  }
  return useless;
}
