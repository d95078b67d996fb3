import { SavedData } from '../../template/fields/saved-data.ts';
import { splitClockFormat } from '../../template/placeholders/clock-format.ts';
import { bracePairs, parseToken, type Token, variableKey } from '../../template/placeholders/token.ts';
import { FIELD_DATA_COMMANDS } from '../../zpl/command-table/command-table.ts';
import { characterLength } from '../../zpl/encoding.ts';
import type { Span } from '../../zpl/label.ts';
import type { PrinterState } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import { givenNames } from '../given-names.ts';
import type { CommandListener, FilledStream, Findings, RuleFamily, Spellings } from '../rule-family.ts';

/** Placeholders in field data: their braces, their names and the formats of dates. */
export const PLACEHOLDERS = {
  rules: {
    'placeholder-not-closed': {
      severity: 'warning',
      title: 'A brace has no partner',
      wrong: 'Only `{name}` is a placeholder; half of one is printed literally.',
      example: '^XA^FO50,50^A0N,30^FDFor «{name»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDFor {name}^FS^XZ',
      instead: 'write {name}',
    },
    'placeholder-empty': {
      severity: 'info',
      title: 'Braces have no name',
      wrong: 'Only braces around a name are a placeholder; others are printed literally.',
      example: '^XA^FO50,50^A0N,30^FDFor «{}»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDFor {name}^FS^XZ',
      instead: 'write a name between them',
    },
    'placeholder-foreign': {
      severity: 'warning',
      title: 'A placeholder has the syntax of another language',
      wrong:
        'Here a placeholder is `{name}`: a second pair of braces is printed around the value, and so is what other languages put around a name.',
      example: '^XA^FO50,50^A0N,30^FDFor «{{name}}»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDFor {name}^FS^XZ',
      instead: 'write {name}',
      repair: 'redraws',
    },
    'placeholder-misspelled': {
      severity: 'warning',
      title: 'A placeholder is spelled differently from similar ones',
      wrong:
        'A name that is used only once, and differs from another by a letter or by the joining of its words, usually has no value.',
      example:
        '^XA^FO50,50^A0N,30^FD{tracking}^FS^FO50,90^A0N,30^FD«{traking}»^FS^FO50,130^A0N,30^FD{tracking}^FS^XZ',
      corrected:
        '^XA^FO50,50^A0N,30^FD{tracking}^FS^FO50,90^A0N,30^FD{tracking}^FS^FO50,130^A0N,30^FD{tracking}^FS^XZ',
      instead: 'spell it like the other name',
    },
    'placeholder-with-format': {
      severity: 'warning',
      title: 'A variable cannot have a format',
      wrong: 'Only `{DATE:…}`, `{TIME:…}`, `{DATETIME:…}` and `{COUNTER:…}` take a format after a colon.',
      example: '^XA^FO50,50^A0N,30^FD«{due:DD.MM.YYYY}»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FD{due}^FS^XZ',
      instead: 'save a date transform for the variable, or send it in its printed form',
    },
    'date-format-unknown': {
      severity: 'warning',
      title: 'A date format has unknown letters',
      wrong: 'Fields are YYYY, YY, MM, DD, HH, mm and ss; everything else is printed literally.',
      example: '^XA^FO50,50^A0N,30^FD{DATE:DD.MM.«yyyy»}^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FD{DATE:DD.MM.YYYY}^FS^XZ',
      instead: 'write YYYY, YY, MM, DD, HH, mm or ss',
      repair: 'redraws',
    },
    'date-format-swapped': {
      severity: 'warning',
      title: 'Months and minutes are confused',
      wrong: 'MM is the month and mm the minute, in `{DATE:…}`, `{TIME:…}` and `{DATETIME:…}` alike.',
      example: '^XA^FO50,50^A0N,30^FD{TIME:HH:«MM»}^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FD{TIME:HH:mm}^FS^XZ',
      instead: 'write MM for months, and mm for minutes',
      repair: 'redraws',
    },
  },
  commands: (report, spellings): CommandListener => new PlaceholderCheck(report, spellings),
  stream: checkSpelling,
} as const satisfies RuleFamily;

/** The most names that are compared with each other. */
const NAMES_MAX = 300;

class PlaceholderCheck implements CommandListener {
  readonly #report: Findings;
  readonly #spellings: Spellings;

  constructor(report: Findings, spellings: Spellings) {
    this.#report = report;
    this.#spellings = spellings;
  }

  before(command: Command, { field, settings }: PrinterState): void {
    if (!FIELD_DATA_COMMANDS.has(command.name)) return;
    const data = new SavedData(command.params, field.hexIndicator);
    const text = data.decoded;
    checkForeign(command, this.#report);
    if (!text.includes('{') && !text.includes('}')) return;
    const spanOf = (start: number, end: number): Span => ({
      start: command.paramsStart + data.savedStart(start),
      end: command.paramsStart + data.savedEnd(end),
    });
    const paired = new Set<number>();
    for (const [start, end] of bracePairs(text, (at) => characterLength(settings.encoding, text, at))) {
      paired.add(start).add(end - 1);
      const content = text.slice(start + 1, end - 1);
      const token = parseToken(Buffer.from(content, 'latin1').toString());
      if (content.trim() === '' && !text.includes('"')) this.#empty(spanOf(start, end), command);
      // Data with quotes is JSON, which some codes contain.
      if (token === null || content.includes('"')) continue;
      if (token.kind === 'automatic') this.#format(token, content, spanOf, start + 1, command);
      else this.#name(token.name, spanOf(start, end), command);
    }
    this.#braces(text, paired, spanOf, command);
  }

  #name(name: string, span: Span, { name: command }: Command): void {
    const key = variableKey(name);
    const known = this.#spellings.get(key);
    if (known === undefined) this.#spellings.set(key, { name, span, uses: 1 });
    else known.uses++;
    const [before = ''] = name.split(':');
    if (before === name) return;
    const message = `only DATE, TIME, DATETIME and COUNTER take a format after a colon; {${name}} is a variable of that name`;
    this.#report.add({ code: 'placeholder-with-format', span, command, parameter: 1, message });
  }

  #empty(span: Span, { name }: Command): void {
    const message = 'these braces have no name, and are printed';
    this.#report.add({ code: 'placeholder-empty', span, command: name, parameter: 1, message });
  }

  #format(
    { name, argument }: Token & { readonly kind: 'automatic' },
    content: string,
    spanOf: (start: number, end: number) => Span,
    at: number,
    { name: command }: Command,
  ): void {
    if (name === 'COUNTER' || argument === '') return;
    const unknown = unknownField(argument);
    const fault = unknown ?? swappedField(argument);
    if (fault === null) return;
    const start =
      at + content.length - Buffer.byteLength(argument) + Buffer.byteLength(argument.slice(0, fault.at));
    const span = spanOf(start, start + fault.text.length);
    const place = { span, command, parameter: 1 };
    if (unknown === null) {
      const meant = fault.text === 'MM' ? 'mm' : 'MM';
      const message =
        fault.text === 'MM' ? 'MM is the month, next to hours' : 'mm is the minute, next to a date';
      const edits = [{ offset: span.start, length: fault.text.length, text: meant }];
      this.#report.add({
        code: 'date-format-swapped',
        ...place,
        message,
        suggestion: `write ${meant}`,
        edits,
      });
      return;
    }
    const message = `${fault.text} is not a field of a date, and is printed literally`;
    const meant = MEANT[fault.text.toLowerCase()];
    if (meant === undefined || meant === fault.text) {
      this.#report.add({ code: 'date-format-unknown', ...place, message });
      return;
    }
    const edits = [{ offset: span.start, length: fault.text.length, text: meant }];
    this.#report.add({ code: 'date-format-unknown', ...place, message, edits });
  }

  #braces(
    text: string,
    paired: ReadonlySet<number>,
    spanOf: (start: number, end: number) => Span,
    { name }: Command,
  ): void {
    // Braces of JSON are nested, and those of other codes are data too.
    if (text.includes('"')) return;
    const [first] = paired;
    let from = 0;
    for (const { index: brace } of text.matchAll(/[{}]/g)) {
      const isOpening = text[brace] === '{';
      const start = isOpening ? brace : nameBefore(text, from, brace);
      const end = isOpening ? endOfName(text, brace) : brace + 1;
      if (end === start + 1) continue;
      from = end;
      if (paired.has(brace)) continue;
      // The value of a placeholder before it may be its other half: an import makes `{brace}text}` of `{text}`.
      if (!isOpening && first !== undefined && first < brace) continue;
      const message = isOpening ? 'this brace is never closed' : 'this brace was never opened';
      const span = spanOf(start, start + text.slice(start, end).trimEnd().length);
      this.#report.add({ code: 'placeholder-not-closed', span, command: name, parameter: 1, message });
    }
  }
}

/** Reports names with one spelling that differs from all others, or from that of editor, transforms or values. */
function checkSpelling(stream: FilledStream, report: Findings): void {
  const known = [...stream.dynamicTokens, ...givenNames(stream.template, stream.variables)];
  const right = new Set(known.map(variableKey));
  const others: Name[] = known.map((name) => ({ key: variableKey(name), name, isSure: true }));
  const names = [...stream.spellings].slice(0, NAMES_MAX);
  for (const [key, { name, uses }] of names) if (uses > 1) others.push({ key, name, isSure: true });
  for (const [key, { name, span, uses }] of names) {
    if (right.has(key) || uses > 1) continue;
    const meant = others.find((other) => isMeant(key, other));
    if (meant === undefined) others.push({ key, name, isSure: false });
    else reportMisspelled(name, span, meant, report);
  }
}

function reportMisspelled(name: string, span: Span, meant: Name, report: Findings): void {
  const where = meant.isSure ? 'elsewhere' : 'before';
  const message = `{${name}} is used only here; ${where} it is {${meant.name}}`;
  const suggestion = meant.isSure ? `write {${meant.name}}` : 'spell both alike';
  const at = { span, command: '^FD', parameter: 1 };
  report.add({ code: 'placeholder-misspelled', ...at, message, suggestion });
}

const OPENED_NAME = /\{\s*[A-Za-z_\x80-\xff][\w\x80-\xff .:-]*/y;

/** The end of the name after a brace; just after the brace without a name. */
function endOfName(text: string, brace: number): number {
  OPENED_NAME.lastIndex = brace;
  return brace + (OPENED_NAME.exec(text)?.[0].length ?? 1);
}

/** The beginning of the name before a brace, at `from` at the earliest; the brace itself without a name. */
function nameBefore(text: string, from: number, brace: number): number {
  let start = brace;
  while (start > from && /\s/.test(text.charAt(start - 1))) start--;
  while (start > from && /[\w\x80-\xff .:-]/.test(text.charAt(start - 1))) start--;
  while (start < brace && !/[A-Za-z_\x80-\xff]/.test(text.charAt(start))) start++;
  return start;
}

/** Fields of dates by their letters in lower case, for those that are not of two fields. */
const MEANT: Readonly<Record<string, string>> = { yyyy: 'YYYY', yy: 'YY', dd: 'DD', hh: 'HH', ss: 'ss' };

/** Placeholders of Mustache and its kin, of shells and JavaScript, and of ERB and its kin. */
const FOREIGN =
  /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}|\$\{\s*([A-Za-z_][\w.-]*)\s*\}|<%=\s*([A-Za-z_][\w.-]*)\s*%>/g;

function checkForeign({ name: command, params, paramsStart }: Command, report: Findings): void {
  if (!params.includes('{{') && !params.includes('${') && !params.includes('<%=')) return;
  // JSON has braces within braces.
  if (params.includes('"')) return;
  for (const { 0: text, 1: braces, 2: shell, 3: erb, index } of params.matchAll(FOREIGN)) {
    const name = braces ?? shell ?? erb ?? '';
    const span = { start: paramsStart + index, end: paramsStart + index + text.length };
    const suggestion = `write {${name}}`;
    const message = `${text} is not a placeholder here; ${erb === undefined ? 'a part of it' : 'it'} is printed`;
    const edits = [{ offset: span.start, length: text.length, text: `{${name}}` }];
    const at = { span, command, parameter: 1 };
    report.add({ code: 'placeholder-foreign', ...at, message, suggestion, edits });
  }
}

/** The first thing in a date format that looks like a field and is none. */
function unknownField(format: string): { readonly at: number; readonly text: string } | null {
  const repeated = /Y{5,}|(?<!Y)Y(?:YY)?(?!Y)|M{3,}|D{3,}|H{3,}|m{3,}|s{3,}/.exec(format);
  if (repeated !== null) return { at: repeated.index, text: repeated[0] };
  let at = 0;
  for (const [i, piece] of splitClockFormat(format).entries()) {
    // Letters between fields; T and Z are of ISO 8601.
    const match = i % 2 === 0 ? /(?![TZ](?![A-Za-z]))[A-Za-z]+/.exec(piece) : null;
    if (match !== null && /^([a-z])\1*$/i.test(match[0])) return { at: at + match.index, text: match[0] };
    at += piece.length;
  }
  const letters = /[A-Za-z]{2,}/.exec(format);
  return letters === null || CLOCK_FIELD.test(format) ? null : { at: 0, text: format };
}

const CLOCK_FIELD = /YY|MM|DD|HH|mm|ss/;

/** A month after hours, or minutes next to days or years: each is spelled as the other. */
function swappedField(format: string): { readonly at: number; readonly text: string } | null {
  const match =
    /(?<=HH[^A-Za-z]?)MM/.exec(format) ??
    /(?<=(?:YY|DD)[^A-Za-z]?)mm|(?<!HH[^A-Za-z]?)mm(?=[^A-Za-z]?(?:DD|YY))/.exec(format);
  return match === null ? null : { at: match.index, text: match[0] };
}

/** A name that another one may be a misspelling of. */
interface Name {
  readonly key: string;
  readonly name: string;
  /** Whether the name is certain: it is in several places, or the editor or the values have it. */
  readonly isSure: boolean;
}

const SEPARATORS = /[\s_.-]/g;

/** Whether one name is most likely a misspelling of the other; two names that occur once each must be more alike. */
function isMeant(key: string, { key: other, isSure }: Name): boolean {
  if (key.replace(SEPARATORS, '') === other.replace(SEPARATORS, '')) return true;
  const slip = slipBetween(key, other);
  const letters = Math.min(key.length, other.length);
  if (slip === null) return false;
  if (slip === 'exchanged') return letters >= (isSure ? 3 : 6);
  return isSure ? letters >= 4 : slip === 'doubled' && letters >= 6;
}

/**
 * The slip of the hand that turns one of two names into the other: letters exchanged, one doubled, one wrong, one too
 * many or too few.
 */
function slipBetween(a: string, b: string): 'exchanged' | 'doubled' | 'letter' | null {
  if (Math.abs(a.length - b.length) > 1) return null;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [one, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  // Numbered names (line1, line2) are different names, and so are plurals.
  if (/\d/.test(one + other) || (end === 0 && /^s?$/.test(one) && /^s?$/.test(other))) return null;
  if (one.length === 2 && other === `${one[1]}${one[0]}`) return 'exchanged';
  if (one.length > 1 || other.length > 1) return null;
  return one.length !== other.length && one + other === a[start - 1] ? 'doubled' : 'letter';
}
