import type { ByteString } from '../../zpl/byte-string.ts';
import type { ClockOffset } from '../../zpl/commands/clock.ts';
import type { Placeholder, Token } from '../placeholders/token.ts';
import type { DataSyntax } from './data-syntax.ts';
import { escapeOf, type FieldEscaping } from './field-escaping.ts';
import type { SavedData } from './saved-data.ts';

/** Data of a field, cut where values go. */
export interface FieldPart {
  /** Index into the template's tokens, or null for literal data. */
  readonly token: number | null;
  /** The bytes as the printer decodes them. */
  readonly data: ByteString;
  /** The bytes that are sent next to a value while the field's `^FH` is in force; null if there are none. */
  readonly escaped: ByteString | null;
}

/** The content of one data command. */
export interface DataSource {
  readonly parts: readonly FieldPart[];
  /** The number of parts that are data: `^SN` has further parameters. */
  readonly dataParts: number;
  /** The syntaxes of the fields that show the data, each once, those of barcodes last. */
  readonly syntaxes: readonly [DataSyntax, ...DataSyntax[]];
  /** Indicators of `^FC` and their clocks, which the printer fills in as it takes the data. */
  readonly clocks: readonly (readonly [indicator: string, offset: ClockOffset])[];
  /** In `^FB`: a backslash that would form an escape with the value after it is written so that it does not. */
  readonly closesEscapes: boolean;
}

/** The place of a dynamic field in the saved stream, and its opening. */
export interface FieldPlace {
  readonly start: number;
  /** One past its last byte. */
  readonly end: number;
  /** The bytes before its data when a value is inserted: `^FD`, or `^FH^FD` if the field has no `^FH`. */
  readonly opening: ByteString;
}

/** Values by token: undefined for a variable that the request does not have. */
export type TokenValues = readonly (string | undefined)[];

/** Cuts field data at its placeholders; `intern` returns a token's index in the template. */
export function cutField(
  data: SavedData,
  placeholders: readonly Placeholder[],
  escaping: FieldEscaping,
  intern: (placeholder: Placeholder) => number,
): FieldPart[] {
  const { indicator, prefixes } = escaping;
  // A control prefix begins a command with what comes after it, if that is the name of one, and is text otherwise.
  const escapes = Object.fromEntries(
    [indicator, prefixes.control].map((one) => [one, escapeOf(escaping, one.charCodeAt(0))]),
  );
  const parts: FieldPart[] = [];
  const add = (
    token: number | null,
    start: number,
    end: number,
    savedStart: number,
    savedEnd: number,
  ): void => {
    if (savedStart === savedEnd) return;
    const escaped = data.withEscapes(savedStart, savedEnd, escapes);
    parts.push({ token, data: data.decoded.slice(start, end) as ByteString, escaped });
  };
  let at = 0;
  for (const placeholder of placeholders) {
    const { start, end } = placeholder;
    add(null, at, start, data.savedEnd(at), data.savedStart(start));
    add(intern(placeholder), start, end, data.savedStart(start), data.savedEnd(end));
    at = end;
  }
  add(null, at, data.decoded.length, data.savedEnd(at), data.saved.length);
  return parts;
}

/** Field data as saved, decoded: the name of the field in messages. */
export function templateOf({ parts, dataParts }: Pick<DataSource, 'parts' | 'dataParts'>): ByteString {
  return parts
    .slice(0, dataParts)
    .map((part) => part.data)
    .join('') as ByteString;
}

/** Reason why a barcode cannot be made: the request lacks one of its variables. */
export function missingReason(token: Token): string {
  return `no value was given for the variable "${token.name}"`;
}
