import type { DotsPerMm, LabelSize } from '../units.ts';
import { type ByteString, byteStringOf } from '../zpl/byte-string.ts';
import { IGNORED_COMMANDS } from '../zpl/commands/ignored.ts';
import { COMMANDS, switchOn } from '../zpl/parse.ts';
import { tokenize } from '../zpl/tokenize.ts';
import { checkParameters } from './checks/parameters.ts';
import { StructureCheck } from './checks/structure.ts';
import type { Finding } from './finding.ts';
import { Report } from './report.ts';

/** What is known of a stream beside its bytes. */
export interface LintOptions {
  /** As findings call it. */
  readonly file?: string;
  /** Without it, `^PW` and `^LL` at 8 dots per mm say it, and a side of which they say nothing has no edge. */
  readonly size?: LabelSize | null;
  /** Values that are inserted first; without them placeholders stand for any value. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Names that the editor knows, besides the placeholders. */
  readonly dynamicTokens?: readonly string[];
  /** As saved. */
  readonly fieldTransforms?: unknown;
}

/**
 * Everything that can be said about a stream of ZPL, in the order of the stream. Never throws for what the stream holds,
 * and takes bounded time and memory.
 */
export function lint(zpl: Uint8Array, options: LintOptions = {}): readonly Finding[] {
  const bytes = byteStringOf(zpl);
  const report = new Report(bytes, options.file ?? null);
  if (isZpl(bytes)) checkCommands(bytes, 8, report);
  else reportNoZpl(bytes, report);
  return report.findings();
}

/** Whether a label begins anywhere, or at least something that only ZPL has. */
function isZpl(bytes: ByteString): boolean {
  for (const { name } of tokenize(bytes)) if (COMMANDS.has(name) || IGNORED_COMMANDS.has(name)) return true;
  return false;
}

function reportNoZpl(bytes: ByteString, report: Report): void {
  const start = Math.max(bytes.search(/\S/), 0);
  const end = start + (/^[^\r\n]*/.exec(bytes.slice(start, start + 40))?.[0].length ?? 0);
  const message = bytes.trim() === '' ? 'there is nothing here' : 'this is not ZPL: no label begins with ^XA';
  report.add({ code: 'not-zpl', span: { start, end }, message });
}

/** What can be said of commands one by one, with what those before have set. */
function checkCommands(bytes: ByteString, dotsPerMm: DotsPerMm, report: Report): void {
  const printer = switchOn({ dotsPerMm });
  const structure = new StructureCheck(report);
  for (const command of tokenize(bytes)) {
    const { name, start, paramsStart } = command;
    if (!COMMANDS.has(name) && !IGNORED_COMMANDS.has(name)) {
      const message = `no printer knows ${name}`;
      report.add({ code: 'unknown-command', span: { start, end: paramsStart }, command: name, message });
    }
    structure.take(command);
    checkParameters(command, printer.settings.dotsPerUnit, report);
    if (!printer.execute(command)) break;
  }
  structure.finish();
}
