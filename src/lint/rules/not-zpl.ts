import type { ByteString } from '../../zpl/byte-string.ts';
import { COMMAND_TABLE } from '../../zpl/command-table/command-table.ts';
import { isJson } from '../../zpl/is-json.ts';
import { readAhead } from '../../zpl/tokenize.ts';
import type { Findings, RuleFamily } from '../rule-family.ts';

/** Files that are no ZPL. */
export const NOT_ZPL = {
  rules: {
    'not-zpl': {
      severity: 'error',
      title: 'This is not ZPL',
      wrong: 'A label begins with `^XA` and ends with `^XZ`; a printer prints nothing of any other stream.',
      example: '«<html>»\n<p>Not found</p>',
      corrected: '^XA^FO50,50^A0N,30^FDNot found^FS^XZ',
      instead: 'send ZPL, from ^XA to ^XZ',
    },
  },
} as const satisfies RuleFamily;

/** Whether a label begins, or more commands are ZPL's than are not: other files have carets and tildes too. */
export function isZpl(bytes: ByteString): boolean {
  let known = 0;
  let others = 0;
  for (const { name, start, paramsStart } of readAhead(bytes)) {
    // Other files have bytes that printers take for commands.
    if (paramsStart - start === 1) continue;
    if (name === '^XA') return true;
    if (COMMAND_TABLE.has(name)) known++;
    else others++;
  }
  return known > 0 && known >= others;
}

export function reportNoZpl(bytes: ByteString, report: Findings): void {
  const start = Math.max(bytes.search(/\S/), 0);
  const end = start + (/^[^\r\n]*/.exec(bytes.slice(start, start + 40))?.[0].length ?? 0);
  const message = bytes.trim() === '' ? 'the stream is empty' : `${kindOf(bytes)}: no label begins with ^XA`;
  const suggestion = UTF_16.test(bytes) ? 'save it as UTF-8' : undefined;
  report.add({ code: 'not-zpl', span: { start, end }, message, ...(suggestion && { suggestion }) });
}

/** A mark of the order of bytes, or a caret of two bytes. */
const UTF_16 = /^(?:\xff\xfe|\xfe\xff|\^\0|\0\^)/;

/** The kind of a file that is not ZPL. */
function kindOf(bytes: ByteString): string {
  if (UTF_16.test(bytes)) return 'this is UTF-16';
  if (/^\s*[[{]/.test(bytes) && isJson(bytes)) return 'this is JSON, not ZPL';
  return 'this is not ZPL';
}
