import type { OutputFormat, RenderFormat } from './contract.ts';
import type { AnswerHeaders, Incoming } from './exchange.ts';
import { MalformedAnswerError } from './platen-error.ts';
import { isOutputFormat, isValidateResult, parseJson } from './promised.ts';
import { foreignAnswer } from './refusal.ts';

/** Facts about the label, which every answer but JSON has. */
interface LabelAnswer {
  /** The saved fidelity of the label, which may differ from the requested format. */
  readonly outputFormat: OutputFormat;
  /** The id by which an operator finds the call in the log. */
  readonly requestId: string;
}

/** Warnings of an answered request. */
interface Notes {
  /** Placeholders without a value, which stay in the output. */
  readonly unresolvedCount: number;
  /** Warnings that a printer may print something that the PNG or PDF does not show. */
  readonly warningCount: number;
  /** The first warnings in words. */
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

/** A print job as bytes. */
export interface PrintedZpl extends Pick<Notes, 'unresolvedCount'> {
  /** ZPL in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A print job: ZPL to send to a printer, as UTF-8. */
export interface PrintJob extends LabelAnswer, Pick<Notes, 'unresolvedCount'> {
  readonly zpl: string;
  readonly labelCount: number;
  /** A file name for the job, made of the label's name. */
  readonly filename: string;
}

/** A request that was only checked, and would be answered. */
export interface Checked extends Notes {
  /** Labels that the request would make. */
  readonly labelCount: number;
  /** The id by which an operator finds the call in the log. */
  readonly requestId: string;
}

const JSON_TYPE = 'application/json';
const ZPL_TYPE = 'application/vnd.printer-zpl';
const RENDERED_TYPES: Readonly<Record<RenderFormat, string>> = {
  zpl: 'text/plain',
  png: 'image/png',
  pdf: 'application/pdf',
};

// All readers throw a `ForeignAnswerError` for an answer that is not the service's, and a `MalformedAnswerError` for an
// answer of the service that lacks what it promises.

/** Reads an answer in JSON that passes a check. */
export function readJson<T>(answer: Incoming, is: (value: unknown) => value is T): T {
  expectType(answer, JSON_TYPE);
  const value = parseJson(answer.bytes);
  return is(value) ? value : malformed(answer, 'its JSON is not what was asked for');
}

/** Reads the saved ZPL of a label. */
export function readSavedZpl(answer: Incoming): SavedZpl {
  expectType(answer, ZPL_TYPE);
  return { zpl: textOf(answer), ...labelAnswer(answer) };
}

/** Reads a rendered label in a format. */
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

/** Reads a print job as text. */
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

/** Reads a print job without checking that its bytes are UTF-8. */
export function readPrintedZpl(answer: Incoming): PrintedZpl {
  expectType(answer, ZPL_TYPE);
  labelAnswer(answer);
  return { bytes: answer.bytes, unresolvedCount: countOf(answer, 'x-svc-unresolved-count') };
}

/** Reads the answer to a request that was only checked. */
export function readChecked(answer: Incoming): Checked {
  const { labels } = readJson(answer, isValidateResult);
  return { labelCount: labels, ...notesOf(answer), requestId: answer.requestId };
}

function expectType(answer: Incoming, type: string): void {
  const given = answer.headers.get('content-type') ?? '';
  if (given.split(';')[0]?.trim().toLowerCase() !== type) throw foreignAnswer(answer);
}

/** The facts in the headers of a label. Without them an answer, `text/plain` for example, is not the service's. */
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

/** The number in a header; 0 if absent. */
function countOf(answer: Incoming, header: string): number {
  const text = answer.headers.get(header) ?? '0';
  return /^\d{1,9}$/.test(text) ? Number(text) : malformed(answer, `${header} is no number`);
}

/** The name by RFC 6266: `filename*` before `filename`, and only the last part of a path, as section 4.3 asks for. */
function filenameOf(headers: AnswerHeaders): string | null {
  const name = givenName(headers)?.split(/[/\\]/).at(-1)?.replaceAll(UNSEEN, '').trim() ?? '';
  return /^\.*$/.test(name) ? null : name;
}

/** Control characters and invisible marks, such as those that turn the direction of a text. */
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
