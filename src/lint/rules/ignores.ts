import type { ByteString } from '../../zpl/byte-string.ts';
import type { Span } from '../../zpl/label.ts';
import { commandsOf } from '../../zpl/tokenize.ts';
import { isRuleCode, type RuleCode } from '../rule-codes.ts';
import type { Findings, RuleFamily } from '../rule-family.ts';
import { BEGINS_FIELD } from './structure.ts';

/** Comments of the label that silence other rules. */
export const IGNORES = {
  rules: {
    'ignore-unknown': {
      severity: 'warning',
      title: 'A comment silences no rule',
      wrong:
        'A comment `^FX lint-ignore CODE, CODE` silences rules in the next field, and in the whole label if no field comes before it.',
      example: '^XA^FX lint-ignore «quite-zone»^FS^FO50,50^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^FX lint-ignore quiet-zone^FS^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'write the code of a rule of docs/lint.md',
    },
  },
} as const satisfies RuleFamily;

/** Bytes of a stream in which a rule is silent. */
export interface Ignored {
  readonly code: RuleCode;
  readonly span: Span;
}

const COMMENT = /^\s*lint-ignore(?![\w-])/;

/** Reads the comments that silence rules, and reports codes that are none. */
export function readIgnores(bytes: ByteString, report: Findings): readonly Ignored[] {
  if (!bytes.includes('lint-ignore')) return [];
  const ignored: Ignored[] = [];
  /** Codes of comments whose field or label has not ended, and the place from which they hold. */
  let ofLabel: RuleCode[] = [];
  let ofField: { readonly code: RuleCode; readonly start: number }[] = [];
  let labelStart = 0;
  let hasField = false;
  let isComment = false;
  const endField = (end: number): void => {
    for (const { code, start } of ofField) ignored.push({ code, span: { start, end } });
    ofField = [];
  };
  const endLabel = (end: number): void => {
    endField(end);
    for (const code of ofLabel) ignored.push({ code, span: { start: labelStart, end } });
    ofLabel = [];
    labelStart = end;
    hasField = false;
  };
  for (const { name, params, start, paramsStart, end } of commandsOf(bytes)) {
    // Comments often have a ^FS of their own.
    if (name === '^FS' && !isComment) endField(paramsStart);
    else if (name === '^XZ') endLabel(paramsStart);
    else if (BEGINS_FIELD.has(name)) hasField = true;
    isComment = name === '^FX';
    const lead = isComment ? COMMENT.exec(params)?.[0] : undefined;
    if (lead === undefined) continue;
    for (const code of codesIn(params, paramsStart, lead.length, report)) {
      if (hasField) ofField.push({ code, start });
      else ofLabel.push(code);
    }
    if (params.slice(lead.length).trim() === '') {
      const message = 'this comment names no rule to silence';
      report.add({
        code: 'ignore-unknown',
        span: { start, end: Math.min(end, paramsStart + lead.length) },
        command: '^FX',
        message,
      });
    }
  }
  endLabel(bytes.length);
  return ignored;
}

function codesIn(params: string, paramsStart: number, from: number, report: Findings): readonly RuleCode[] {
  const codes: RuleCode[] = [];
  for (const { 0: text, index } of params.slice(from).matchAll(/[^\s,]+/g)) {
    if (isRuleCode(text)) codes.push(text);
    else {
      const start = paramsStart + from + index;
      const message = `there is no rule ${text}`;
      const at = { span: { start, end: start + text.length }, command: '^FX', parameter: 1 };
      report.add({ code: 'ignore-unknown', ...at, message });
    }
  }
  return codes;
}
