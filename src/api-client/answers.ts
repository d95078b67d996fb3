import type { OutputFormat, RenderFormat } from './contract.ts';
import type { AnswerHeaders, Incoming } from './exchange.ts';
import { MalformedAnswerError } from './platen-error.ts';
import { isOutputFormat, isValidateResult, parseJson } from './promised.ts';
import { foreignAnswer } from './refusal.ts';

/** Members of every answer but JSON: facts about the label. */
interface LabelAnswer {
  /** The saved fidelity, whatever was asked for. */
  readonly outputFormat: OutputFormat;
  /** An operator finds the call in the log by it. */
  readonly requestId: string;
}

/** Warnings of an answered request. */
interface Notes {
  /** Placeholders that no value was given for: they stand in the output as they are. */
  readonly unresolvedCount: number;
  /** Things that a printer may do otherwise than a PNG or PDF shows. */
  readonly warningCount: number;
  /** The first of them in words. */
  readonly warnings: readonly string[];
}

/** The saved ZPL of a label. */
export interface SavedZpl extends LabelAnswer {
  readonly zpl: string;
}

/** A rendered label: a text for `zpl`, bytes for `png` and `pdf`. */
export interface Rendered<Format extends RenderFormat> extends LabelAnswer, Notes {
  readonly data: Format extends 'zpl' ? string : Uint8Array<ArrayBuffer>;
}

/** A print job as it came. */
export interface PrintedZpl extends Pick<Notes, 'unresolvedCount'> {
  /** ZPL in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A print job: ZPL to send to a printer, as UTF-8. */
export interface PrintJob extends LabelAnswer, Pick<Notes, 'unresolvedCount'> {
  readonly zpl: string;
  readonly labelCount: number;
  /** A name for a file of it, after the label's. */
  readonly filename: string;
}

/** A request that was only checked, and would be answered. */
export interface Checked extends Notes {
  /** How many labels it would make. */
  readonly labelCount: number;
  /** An operator finds the call in the log by it. */
  readonly requestId: string;
}

const JSON_TYPE = 'application/json';
const ZPL_TYPE = 'application/vnd.printer-zpl';
const RENDERED_TYPES: Readonly<Record<RenderFormat, string>> = {
  zpl: 'text/plain',
  png: 'image/png',
  pdf: 'application/pdf',
};

/** Reads JSON that is what it should be. */
export function readJson<T>(answer: Incoming, is: (value: unknown) => value is T): T {
  expectType(answer, JSON_TYPE);
  const value = parseJson(answer.bytes);
  return is(value) ? value : malformed(answer, 'its JSON is not what was asked for');
}

export function readSavedZpl(answer: Incoming): SavedZpl {
  expectType(answer, ZPL_TYPE);
  return { zpl: textOf(answer), ...labelAnswer(answer) };
}

export function readRendered<Format extends RenderFormat>(
  answer: Incoming,
  format: Format,
): Rendered<Format> {
  expectType(answer, RENDERED_TYPES[format]);
  const data = format === 'zpl' ? textOf(answer) : answer.bytes;
  return {
    // The conditional type of `data` follows `format`, as this value does.
    data: data as Rendered<Format>['data'],
    ...notesOf(answer),
    ...labelAnswer(answer),
  };
}

export function readPrintJob(answer: Incoming): PrintJob {
  expectType(answer, ZPL_TYPE);
  return {
    zpl: textOf(answer),
    labelCount: countOf(answer, 'x-svc-label-count'),
    filename: filenameOf(answer.headers) ?? 'label.zpl',
    unresolvedCount: countOf(answer, 'x-svc-unresolved-count'),
    ...labelAnswer(answer),
  };
}

/** As {@link readPrintJob}; that the bytes are UTF-8 is not checked. */
export function readPrintedZpl(answer: Incoming): PrintedZpl {
  expectType(answer, ZPL_TYPE);
  labelAnswer(answer);
  return { bytes: answer.bytes, unresolvedCount: countOf(answer, 'x-svc-unresolved-count') };
}

export function readChecked(answer: Incoming): Checked {
  const { labels } = readJson(answer, isValidateResult);
  return { labelCount: labels, ...notesOf(answer), requestId: answer.requestId };
}

function expectType(answer: Incoming, type: string): void {
  const given = answer.headers.get('content-type') ?? '';
  if (given.split(';')[0]?.trim().toLowerCase() !== type) throw foreignAnswer(answer);
}

/** Not every `text/plain` is a label: this header tells that the service wrote it. */
function labelAnswer(answer: Incoming): LabelAnswer {
  const outputFormat = answer.headers.get('x-svc-output-format');
  if (!isOutputFormat(outputFormat)) throw foreignAnswer(answer);
  return { outputFormat, requestId: answer.requestId };
}

function notesOf(answer: Incoming): Notes {
  return {
    unresolvedCount: countOf(answer, 'x-svc-unresolved-count'),
    warningCount: countOf(answer, 'x-svc-render-warning-count'),
    warnings: textsOf(answer.headers.get('x-svc-render-warnings') ?? ''),
  };
}

/** The strings of a list of RFC 9651. */
function textsOf(list: string): string[] {
  return [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'));
}

function textOf(answer: Incoming): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(answer.bytes);
  } catch {
    return malformed(answer, 'it is not UTF-8');
  }
}

/** Absent is 0. */
function countOf(answer: Incoming, header: string): number {
  const text = answer.headers.get(header) ?? '0';
  return /^\d{1,9}$/.test(text) ? Number(text) : malformed(answer, `${header} is no number`);
}

/** RFC 6266: `filename*` before `filename`; the last part of what looks like a path, as its section 4.3 asks for. */
function filenameOf(headers: AnswerHeaders): string | null {
  const name = givenName(headers)?.split(/[/\\]/).at(-1)?.replaceAll(UNSEEN, '').trim() ?? '';
  return /^\.*$/.test(name) ? null : name;
}

/** Controls and marks that nobody sees, such as those that turn the direction of a text. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

function givenName(headers: AnswerHeaders): string | null {
  const disposition = headers.get('content-disposition') ?? '';
  const extended = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  if (extended === undefined) return plain ?? null;
  try {
    return decodeURIComponent(extended);
  } catch {
    return plain ?? null;
  }
}

function malformed({ requestId, status }: Incoming, wrong: string): never {
  throw new MalformedAnswerError(`The answer is not what the service promises: ${wrong}`, requestId, status);
}
