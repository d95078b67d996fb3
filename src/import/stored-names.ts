import { parseObjectName } from '../zpl/objects.ts';
import type { Command } from '../zpl/tokenize.ts';
import type { Group, Piece } from './pieces.ts';

/** The first parameter of a command that begins with the name of an object, cut to the length of a name. */
export function nameParameter({ params, delimiter }: Command): string {
  return params.slice(0, 80).split(delimiter)[0] ?? '';
}

/**
 * The name of a stored object, without drive and extension: a printer adds a missing drive, and stores pictures with
 * another extension than they are sent with.
 */
export function objectName(command: Command): string {
  return parseObjectName(nameParameter(command), 'GRF').file.replace(/\.[^.]*$/, '');
}

/**
 * Downloads of pictures that have no effect on a label: those that another download replaces before the label.
 *
 * @param drawn names of the objects that the label draws; if given, pictures that it does not draw are included
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
