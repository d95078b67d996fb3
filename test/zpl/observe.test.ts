import { expect, it } from 'vitest';
import { toByteString } from '../../src/zpl/byte-string.ts';
import { ObservedPrinter } from '../../src/zpl/observe.ts';
import { execute } from '../../src/zpl/parse.ts';
import { commandsOf } from '../../src/zpl/tokenize.ts';

const STORED = '^XA^DFR:A.ZPL^FS^FO9,9^GB9,9^FS^XZ';

function observe(zpl: string, most?: number) {
  const names: string[] = [];
  let exceeded = 0;
  const bound = most === undefined ? undefined : { most, exceeded: () => void exceeded++ };
  const observed = new ObservedPrinter(
    { dotsPerMm: 8 },
    (command, printer) => {
      names.push(command.name);
      if (command.name === '^XZ') observed.noteFormat();
      execute(printer, command);
    },
    bound,
  );
  const performed = [...commandsOf(toByteString(zpl))].map((command) => observed.perform(command));
  return { observed, names, performed, exceeded };
}

it('lets the observer perform the commands of a recalled format in the place of the recall', () => {
  const { names, observed } = observe(`${STORED}^XA^XFR:A.ZPL^FS^XZ`);
  expect(names.slice(-6)).toEqual(['^FS', '^FO', '^GB', '^FS', '^FS', '^XZ']);
  expect(observed.printer.labels).toHaveLength(1);
});

it('names formats that nothing has recalled', () => {
  const formats = [...observe(STORED).observed.unrecalled()];
  expect(formats.map((format) => format.map(({ name }) => name))).toEqual([['^FS', '^FO', '^GB', '^FS']]);
  expect([...observe(`${STORED}^XA^XFR:A.ZPL^FS^XZ`).observed.unrecalled()]).toEqual([]);
});

it('performs no more commands than its bound, recalled ones included', () => {
  const { names, performed, exceeded } = observe('^XA^FO1,1^FO2,2^XZ', 2);
  expect(names).toEqual(['^XA', '^FO']);
  expect(performed).toEqual([true, true, false, false]);
  expect(exceeded).toBe(2);
});
