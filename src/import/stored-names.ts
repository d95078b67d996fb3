import { parseObjectName } from '../zpl/objects.ts';
import type { Command } from '../zpl/tokenize.ts';

/** Names of the pictures that a stream stores. */
export class StoredNames {
  readonly #files = new Set<string>();

  /** Takes the name of what `~DG`, `~DY` or `^IS` stores. */
  add(command: Command): void {
    this.#files.add(fileOf(command));
  }

  /** Whether what a command draws was stored before, on whichever drive. */
  has(command: Command): boolean {
    return this.#files.has(fileOf(command));
  }
}

/** The name without drive and extension: a printer adds the one, and knows pictures by others than they are sent with. */
function fileOf({ params, delimiter }: Command): string {
  const [name = ''] = params.slice(0, 80).split(delimiter);
  return parseObjectName(name, 'GRF').file.replace(/\.[^.]*$/, '');
}
