import { PARAMETER_BYTES_MAX } from '../zpl/commands/params.ts';
import type { Span } from '../zpl/label.ts';
import type { Command } from '../zpl/tokenize.ts';

/** A parameter in the stream, without white space around it. */
export interface GivenParameter {
  readonly text: string;
  readonly span: Span;
}

/**
 * A command's parameters as the guide counts them: those of `^A` begin with its font, which is not set off.
 *
 * @param most of them; the last one has all that follows, so that a reader of the first one asks for two.
 */
export function givenParameters(command: Command, most: number): readonly GivenParameter[] {
  const { name, params, paramsStart, delimiter } = command;
  const given: GivenParameter[] = [];
  let at = 0;
  if (name === '^A') {
    given.push({ text: params.slice(0, 1), span: { start: paramsStart, end: paramsStart + 1 } });
    at = 1;
  }
  const end = Math.min(params.length, PARAMETER_BYTES_MAX);
  while (at <= end && given.length < max) {
    const found = given.length === max - 1 ? -1 : params.indexOf(delimiter, at);
    const to = found < 0 || found > end ? end : found;
    given.push(trimmed(params, at, to, paramsStart));
    at = to + 1;
  }
  return given;
}

function trimmed(params: string, from: number, to: number, paramsStart: number): GivenParameter {
  const text = params.slice(from, to);
  const lead = text.length - text.trimStart().length;
  const kept = text.trim();
  const start = paramsStart + from + (kept === '' ? 0 : lead);
  return { text: kept, span: { start, end: start + kept.length } };
}
