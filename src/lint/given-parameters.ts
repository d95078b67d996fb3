import { PARAMETER_BYTES_MAX } from '../zpl/commands/params.ts';
import type { Span } from '../zpl/label.ts';
import type { Command } from '../zpl/tokenize.ts';

/** A parameter in the stream, without white space around it. */
export interface GivenParameter {
  readonly text: string;
  readonly span: Span;
}

/**
 * A parameter of a command by its number in Zebra's guide.
 *
 * @param number from 1
 * @returns undefined where the command ends before it
 */
export function givenParameter(command: Command, number: number): GivenParameter | undefined {
  return givenParameters(command, number + 1)[number - 1];
}

/**
 * A command's parameters as Zebra's guide counts them: the first one of `^A` is its font, without a delimiter after it.
 *
 * @param max the most parameters to read; the last one then contains the rest of the command
 */
export function givenParameters(command: Command, max: number): readonly GivenParameter[] {
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
