import { dotsOf, type LabelSize } from '../../../units.ts';
import { commandsIn, fieldAt, type TextChange } from '../source-fields.ts';

/**
 * The comment that silences a rule of the linter at a place of the text: before the field there, or after the `^XA` of
 * its label.
 */
export function ignoringComment(text: string, at: number, code: string): TextChange {
  const begin = commandsIn(text).findLast(({ name, start }) => name === '^XA' && start <= at);
  const place = fieldAt(text, at)?.start ?? begin?.paramsStart ?? 0;
  // A prefix that the label has changed; a label may also begin with a control byte.
  const first = begin === undefined ? '' : text.charAt(begin.start);
  const prefix = first > ' ' ? first : '^';
  return { from: place, to: place, insert: `${prefix}FX lint-ignore ${code}\n` };
}

/** The changes of the text that give every label its width and length: `^PW` and `^LL` in dots. */
export function sizeCommands(text: string, { widthMm, heightMm, dpi }: LabelSize): readonly TextChange[] {
  const wanted = { '^PW': dotsOf(widthMm, dpi), '^LL': dotsOf(heightMm, dpi) };
  const commands = commandsIn(text);
  const begin = commands.find(({ name }) => name === '^XA');
  if (begin === undefined) return [];
  return Object.entries(wanted).flatMap(([name, dots]): TextChange[] => {
    const found = commands.filter((command) => command.name === name);
    if (found.length === 0) return [{ from: begin.paramsStart, to: begin.paramsStart, insert: name + dots }];
    return found.flatMap(({ params, paramsStart }) => {
      const [written = ''] = /^[^,\r\n^~]*/.exec(params) ?? [];
      if (Number(written) === dots) return [];
      return [{ from: paramsStart, to: paramsStart + written.length, insert: String(dots) }];
    });
  });
}
