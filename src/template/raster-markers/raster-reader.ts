import { LIMITS } from '../../limits.ts';
import { type ByteString, fromByteString } from '../../zpl/byte-string.ts';
import type { Diagnostic, DiagnosticCode } from '../../zpl/diagnostic.ts';
import { reasonAgainstBands } from '../../zpl/graphic-encode.ts';
import { spanOf } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { SavedCommand } from '../fields/saved-commands.ts';
import { findPlaceholders } from '../placeholders/token.ts';
import type { TokenTable } from '../placeholders/token-table.ts';
import { isMarkerSymbology } from './draw-marker.ts';
import { type Marker, readMarker } from './marker.ts';
import type { RasterBox } from './picture-value.ts';
import type { BandPlace, OriginMove, RasterField } from './raster-field.ts';

/** A marker that waits for its field. */
interface Pending {
  readonly marker: Marker;
  readonly comment: Command;
  /** Whether `^FS` has closed the comment, and with it the field that was open before. */
  isClosed: boolean;
  origin: Command | null;
}

/** Finds marked rasters: an `^FX` marker, then `^FO` or `^FT`, then `^GF`. */
export class RasterReader {
  /** Marked fields so far, whether they have placeholders or not. */
  count = 0;
  readonly #zpl: ByteString;
  readonly #table: TokenTable;
  readonly #diagnostics: Diagnostic[];
  #pending: Pending | null = null;
  /** `^FW`'s justification. */
  #justify = '0';
  /** Coordinates are dots: no `^MU` scales them. */
  #inDots = true;
  /** The least that `^LT` has asked for, in dots: the printer may have passed over a later one. */
  #shift = 0;

  constructor(zpl: ByteString, table: TokenTable, diagnostics: Diagnostic[]) {
    this.#zpl = zpl;
    this.#table = table;
    this.#diagnostics = diagnostics;
  }

  /** Takes the next command; returns the field that a `^GF` completes. */
  take(sent: SavedCommand): RasterField | null {
    const { command } = sent;
    const { name } = command;
    if (name === '^FW') this.#justify = command.params.split(command.delimiter)[1]?.trim() || this.#justify;
    if (name === '^MU') this.#inDots = isPlainDots(command);
    if (name === '^LT') this.#shift = Math.min(this.#shift, coordinate(command.params) || 0);
    if (name === '^FX') this.#comment(command);
    else if (this.#pending !== null) return this.#next(this.#pending, sent);
    return null;
  }

  /** The end of the stream: a marker that still waits has no field. */
  finish(): void {
    this.#drop('no ^GF field follows the barcode marker');
  }

  #comment(command: Command): void {
    const read = readMarker(fromByteString(command.params));
    if (read === null) return;
    this.finish();
    if (!read.ok) this.#warn('marker-damaged', command, read.reason);
    else if (read.marker.kind === 'symbol' && !isMarkerSymbology(read.marker.symbology)) {
      this.#warn(
        'marker-damaged',
        command,
        `a barcode marker names no known symbology: "${read.marker.symbology.slice(0, 40)}"`,
      );
    } else this.#pending = { marker: read.marker, comment: command, isClosed: false, origin: null };
  }

  #next(pending: Pending, sent: SavedCommand): RasterField | null {
    const { command } = sent;
    const { origin } = pending;
    if (origin === null) {
      if (command.name === '^FO' || command.name === '^FT') pending.origin = command;
      else if (command.name === '^FS') pending.isClosed = true;
      else this.finish();
      return null;
    }
    // A reversed raster is still the same raster.
    if (command.name === '^FR') return null;
    if (command.name !== '^GF') {
      this.finish();
      return null;
    }
    return this.#raster(pending, origin, sent);
  }

  #raster(pending: Pending, origin: Command, sent: SavedCommand): RasterField | null {
    const { marker } = pending;
    const { command, prefixes } = sent;
    this.count++;
    const found = findPlaceholders(marker.template);
    if (found.length === 0) {
      this.#pending = null;
      return null;
    }
    const box = boxOf(command);
    const moves =
      box === null ? 'the ^GF after a barcode marker has no size' : this.#moves(marker, origin, box);
    if (box === null || typeof moves === 'string') {
      this.#drop(moves as string);
      return null;
    }
    this.#pending = null;
    const parts: (string | number)[] = [];
    let at = 0;
    for (const { token, start, end } of found) {
      parts.push(marker.template.slice(at, start), this.#table.add(token));
      at = end;
    }
    parts.push(marker.template.slice(at));
    return {
      kind: 'raster',
      start: origin.start,
      end: command.end,
      opening: '' as ByteString,
      marker,
      box,
      parts,
      origin: {
        name: this.#zpl.slice(origin.start, origin.paramsStart) as ByteString,
        params: origin.params.split(origin.delimiter),
        delimiter: origin.delimiter,
        moves,
        bands: pending.isClosed ? this.#bands(origin, sent, box) : null,
      },
      between: this.#zpl.slice(origin.end, command.paramsStart) as ByteString,
      prefixes,
    };
  }

  /** The coordinates that must follow the raster's size, so that its top left stays, or the reason why they cannot. */
  #moves(
    { kind }: Marker,
    origin: Command,
    { bytesPerRow, rows }: RasterBox,
  ): readonly OriginMove[] | string {
    if (kind === 'picture') {
      const isSmall = Math.max(8 * bytesPerRow, rows) <= LIMITS.rasterDots;
      return isSmall ? [] : `the picture has more than ${LIMITS.rasterDots} dots in a dimension`;
    }
    const [x = '', y = '', justify = ''] = origin.params.split(origin.delimiter);
    const moves: OriginMove[] = [];
    const right = (justify.trim() || this.#justify) === '1';
    if (right) moves.push({ index: 0, edge: coordinate(x) - 8 * bytesPerRow });
    if (origin.name === '^FT') moves.push({ index: 1, edge: coordinate(y) - rows });
    if (moves.length === 0) return moves;
    if (!this.#inDots)
      return 'a barcode placed by its far edge in units other than dots cannot be re-encoded';
    // Without a coordinate, `^FT` goes on where the last text ended, which only the printer knows.
    const open = moves.some(({ edge }) => Number.isNaN(edge));
    return open ? 'a barcode placed after other text cannot be re-encoded' : moves;
  }

  /** The place of bands; null where the field has other parts, or its place is unknown or crosses the label's edge. */
  #bands(origin: Command, { command, prefixes }: SavedCommand, { rows }: RasterBox): BandPlace | null {
    const next = this.#zpl.slice(command.end, command.end + FS_LENGTH).toUpperCase();
    if (!this.#inDots || next !== `${prefixes.format}FS`) return null;
    const isAtOrigin = origin.name === '^FO';
    const [x = '', y = ''] = origin.params.split(origin.delimiter);
    // Without a number, `^FO` is at the edge, and `^FT` goes on where the last text ended.
    const isPlaced = isAtOrigin ? /^\s*\d*\s*$/.test(y) : /^\s*\d+\s*$/.test(x) && /^\s*\d+\s*$/.test(y);
    if (!isPlaced) return null;
    const top = Number(y) - (isAtOrigin ? 0 : rows);
    const reason = reasonAgainstBands(top, LIMITS.rasterDots, this.#shift);
    return reason === null ? { command: isAtOrigin ? '^FO' : '^FT', top } : null;
  }

  #drop(reason: string): void {
    if (this.#pending !== null)
      this.#warn('raster-kept', this.#pending.comment, `${reason}; the raster stays as saved`);
    this.#pending = null;
  }

  #warn(code: DiagnosticCode, command: Command, reason: string): void {
    this.#diagnostics.push({ code, command: command.name, span: spanOf(command), reason });
  }
}

/** Characters of `^FS`. */
const FS_LENGTH = 3;

/** The size of the picture that a `^GF` has; null if it does not say one. */
function boxOf({ params, delimiter }: Command): RasterBox | null {
  const [, , total = 0, perRow = 0] = params.split(delimiter, 4).map((text) => Number.parseInt(text, 10));
  return total > 0 && perRow > 0 ? { bytesPerRow: perRow, rows: Math.floor(total / perRow) } : null;
}

/** `^MUD` without a change of resolution. */
function isPlainDots({ params, delimiter }: Command): boolean {
  const [unit = '', from = '', to = ''] = params.split(delimiter).map((text) => text.trim());
  return (unit === '' || unit.toUpperCase() === 'D') && from === to;
}

/** A coordinate in whole dots; NaN if there is none. Printers ignore the characters around the number. */
function coordinate(text: string): number {
  const [digits] = /-?\d+(?:\.\d+)?/.exec(text.slice(0, 32)) ?? [];
  return Math.round(Number(digits));
}
