import { dotsOf, type LabelSize } from '../../units.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { tokenize } from '../../zpl/tokenize.ts';
import type { TextChange } from './source-fields.ts';

/** The changes of the text by which every label says its width and length: `^PW` and `^LL` in dots. */
export function sizeCommands(text: string, { widthMm, heightMm, dpi }: LabelSize): readonly TextChange[] {
  const wanted = { '^PW': dotsOf(widthMm, dpi), '^LL': dotsOf(heightMm, dpi) };
  const commands = [...tokenize(text as ByteString)];
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
