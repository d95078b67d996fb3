import type { Diagnostic, Span } from '../../zpl/label.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Report } from '../report.ts';
import type { RuleCode } from '../rules.ts';
import { givenParameters } from './given-parameters.ts';
import { nameSpan } from './spans.ts';

/** What a reason of the renderer is called here. */
interface Known {
  readonly reason: RegExp;
  /** Null for what another check tells of, and better. */
  readonly code: RuleCode | null;
  /** The parameter at fault, where it is always the same one. */
  readonly parameter?: number;
}

const UNREAD_TEXT = /^text in this encoding/;

const KNOWN: readonly Known[] = [
  { reason: /^this command is not supported/, code: null },
  { reason: /^parameter \d+ is not one of/, code: null },
  { reason: /^parameter \d+ is/, code: 'parameter-out-of-range' },
  { reason: /^no such font/, code: 'font-unknown' },
  { reason: /^no such picture/, code: 'picture-unknown', parameter: 1 },
  { reason: /^no such format/, code: 'format-unknown', parameter: 1 },
  { reason: /^a stored format cannot recall/, code: 'format-nested', parameter: 1 },
  { reason: /^the picture of/, code: 'picture-too-large' },
  { reason: /^the checksum/, code: 'picture-checksum' },
  { reason: /bytes were sent$/, code: 'picture-short' },
  { reason: /^a byte count is missing/, code: 'picture-size-missing' },
  {
    reason: /cannot be unpacked$|picture cannot be decoded$|^this is not a TrueType/,
    code: 'object-damaged',
  },
  { reason: /^the (?:downloaded )?font \S+ cannot be drawn/, code: 'object-damaged' },
  { reason: /^data is longer than/, code: 'data-too-long' },
  { reason: UNREAD_TEXT, code: 'encoding-unsupported', parameter: 1 },
  { reason: /^values cannot be inserted/, code: 'encoding-unsupported', parameter: 1 },
  { reason: /barcode marker|the raster stays as saved$/, code: 'raster-marker' },
  { reason: /has no glyph for/, code: 'glyph-missing', parameter: 1 },
  { reason: /^a control character/, code: 'control-character', parameter: 1 },
  { reason: /lines more than the block/, code: 'block-overflow', parameter: 1 },
  { reason: /^ink beyond the edge/, code: null },
];

const UNKNOWN: Pick<Known, 'code' | 'parameter'> = { code: 'drawn-otherwise' };

function known(reason: string): Pick<Known, 'code' | 'parameter'> {
  return KNOWN.find((one) => one.reason.test(reason)) ?? UNKNOWN;
}

/** Whether it says that a text is in an encoding of which the renderer has no table. */
export function isUnreadText({ reason }: Diagnostic): boolean {
  return UNREAD_TEXT.test(reason);
}

/** Turns what the renderer says of a command into a finding. */
export function addDiagnostic(command: Command, { reason }: Diagnostic, report: Report): void {
  const { code, parameter } = known(reason);
  // The reference has no bound that goes by the font or by the resolution.
  const isBound = code === 'parameter-out-of-range';
  if (code === null || (isBound && command.name !== '^A' && command.name !== '^LT')) return;
  const named = /^parameter (\d+)/.exec(reason)?.[1];
  // Those of ^A are counted without its font there.
  const counted = named === undefined ? undefined : Number(named) + (command.name === '^A' ? 1 : 0);
  const number = parameter ?? (code === 'font-unknown' ? fontParameter(command) : counted);
  const given = number === undefined ? undefined : givenParameters(command, number + 1)[number - 1];
  const at = number === undefined || given === undefined ? {} : { parameter: number };
  const span = given === undefined || given.text === '' ? nameSpan(command) : given.span;
  report.add({ code, span, command: command.name, message: reason, ...at });
}

/** Of a field that stands there: its data is at fault, or else the command that the renderer names. */
export function addFieldDiagnostic(
  { reason, command }: Diagnostic,
  { data, name }: { readonly data: Span; readonly name: Span },
  report: Report,
): void {
  const { code, parameter } = known(reason);
  if (code === null) return;
  if (parameter === undefined) report.add({ code, span: name, command, message: reason });
  else report.add({ code, span: data, command: '^FD', parameter, message: reason });
}

/** Which parameter of `^A`, `^CF` and `^CW` names a font. */
function fontParameter({ name, params }: Command): number {
  if (name === '^CW') return 2;
  return name === '^A' && params.startsWith('@') ? 5 : 1;
}
