import { parametersOf } from '../../zpl/command-table/command-table.ts';
import { splitHeader } from '../../zpl/commands/graphics.ts';
import { DOWNLOAD_EXTENSIONS } from '../../zpl/commands/stored-objects.ts';
import { fullName, matches, parseObjectName } from '../../zpl/objects.ts';
import type { Command } from '../../zpl/tokenize.ts';
import { givenParameter } from '../given-parameters.ts';
import type { TargetPrinter } from '../printer-models.ts';
import type { CommandListener, Findings, RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Objects that the printer of a label has no room for. */
export const PRINTER_MEMORY = {
  rules: {
    'memory-exceeded': {
      severity: 'warning',
      title: 'The memory of the printer is too small',
      wrong:
        'A printer does not store a picture, font or format that does not fit on its drive, and prints labels without it. What the printer holds already, and the images of labels in `R:`, leave less room still; neither is counted, nor is the image that `^IS` stores.',
      // The rule needs a printer to be tried.
      example: null,
      corrected: null,
      instead: 'make it smaller, delete other objects with ^ID, or store it on another drive',
    },
  },
  commands: (report, _spellings, model): CommandListener =>
    model?.memoryKb === undefined ? {} : new MemoryCheck(report, model.name, model.memoryKb),
} as const satisfies RuleFamily;

const BYTES_PER_KB = 1024;

/** The memory that an object takes, and the extension of its name. */
interface Download {
  readonly bytes: number;
  readonly extension: string;
}

/** Null for a command that declares no size. */
type Size = (command: Command) => Download | null;

const DG = parametersOf('~DG');
const DY = parametersOf('~DY');
const DU = parametersOf('~DU');

/** The size that a parameter declares, by its number from 1. */
const declared =
  (number: number, extension: string): Size =>
  (command) => {
    const bytes = Number.parseInt(givenParameter(command, number)?.text ?? '', 10);
    return bytes > 0 ? { bytes, extension } : null;
  };

/** The parameters of `~DB` before its characters. */
const BITMAP_FONT_PARAMETERS = 8;

/** A character of `~DB`: its code, then its height and width in dots. */
const BITMAP_CHARACTER = /#[0-9A-F]{1,4}\.(\d{1,5})\.(\d{1,5})\./gi;

/** Downloads by command. */
const DOWNLOADS: Readonly<Record<string, Size>> = {
  '~DG': declared(DG.total.number, 'GRF'),
  '~DY': (command) => {
    const { number } = DY.type;
    const type = givenParameter(command, number)?.text.toUpperCase() ?? '';
    const extensions: Readonly<Record<string, string>> = DOWNLOAD_EXTENSIONS;
    return declared(DY.total.number, extensions[type] ?? DOWNLOAD_EXTENSIONS.G)(command);
  },
  // The table does not describe the parameters of these: name, size and data, as Zebra's guide has them.
  '~DE': declared(2, 'DAT'),
  '~DS': declared(2, 'FNT'),
  '~DT': declared(2, 'DAT'),
  '~DU': declared(DU.size.number, 'FNT'),
  '~DB': (command) => {
    let bytes = 0;
    for (const [, height, width] of splitHeader(command, BITMAP_FONT_PARAMETERS).payload.matchAll(
      BITMAP_CHARACTER,
    ))
      bytes += Number(height) * Math.ceil(Number(width) / 8);
    return { bytes, extension: 'FNT' };
  },
};

/** The most objects that are counted: as many as the renderer keeps. */
const OBJECTS_MAX = 256;

/** Counts what the stream leaves in the memory of a printer. */
class MemoryCheck implements CommandListener {
  readonly #report: Findings;
  readonly #printer: string;
  /** Bytes on each drive. */
  readonly #room: Readonly<Record<string, number>>;
  /** Bytes of each object that is stored, by its full name. */
  readonly #stored = new Map<string, number>();
  /** The `^DF` of a format that has not ended. */
  #format: Command | null = null;

  constructor(report: Findings, printer: string, memoryKb: NonNullable<TargetPrinter['memoryKb']>) {
    this.#report = report;
    this.#printer = printer;
    this.#room = Object.fromEntries(
      Object.entries(memoryKb).map(([drive, kilobytes]) => [drive, kilobytes * BYTES_PER_KB]),
    );
  }

  read(command: Command): void {
    const { name } = command;
    const download = DOWNLOADS[name]?.(command) ?? null;
    if (download !== null) this.#store(command, download);
    else if (name === '^DF') this.#format = command;
    else if (name === '^XZ' && this.#format !== null) {
      this.#store(this.#format, { bytes: command.start - this.#format.end, extension: 'ZPL' });
      this.#format = null;
    } else if (name === '^ID') this.#delete(nameOf(command, 'GRF'));
    else if (name === '~EG' || name === '^EG') this.#delete('*.GRF');
  }

  #store(command: Command, { bytes, extension }: Download): void {
    const key = nameOf(command, extension);
    const drive = key.slice(0, key.indexOf(':'));
    const room = this.#room[drive];
    if (room === undefined) return;
    // An object of the same name is replaced.
    this.#stored.delete(key);
    const left = room - this.#usedOf(drive);
    if (bytes <= left) {
      if (this.#stored.size < OBJECTS_MAX) this.#stored.set(key, bytes);
      return;
    }
    const rest = left === room ? '' : `, of which the stream leaves ${left}`;
    const message = `${key} takes ${bytes} bytes, and ${drive}: of ${this.#printer} has ${room}${rest}`;
    this.#report.add({ code: 'memory-exceeded', span: nameSpan(command), command: command.name, message });
  }

  #usedOf(drive: string): number {
    let used = 0;
    for (const [key, bytes] of this.#stored) if (key.startsWith(`${drive}:`)) used += bytes;
    return used;
  }

  #delete(pattern: string): void {
    for (const key of this.#stored.keys()) if (matches(pattern, key)) this.#stored.delete(key);
  }
}

function nameOf(command: Command, extension: string): string {
  return fullName(parseObjectName(givenParameter(command, 1)?.text ?? '', extension));
}
