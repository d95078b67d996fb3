import { describe, expect, it } from 'vitest';
import { tabbedRows } from '../../src/delimited/tabbed-rows.ts';

describe('cells of a spreadsheet on the clipboard', () => {
  it.each<readonly [string, string, readonly (readonly string[])[]]>([
    [
      'both line ends',
      'a\tb\r\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['no line end at the end', 'a\tb', [['a', 'b']]],
    [
      'empty cells',
      '\ta\t\n\t\t',
      [
        ['', 'a', ''],
        ['', '', ''],
      ],
    ],
    ['blank lines', '\n\na\n\r\n', [['a']]],
    ['tabs, line ends and quotes in quotes', '"a\tb"\t"c\r\nd"\t"e""f"', [['a\tb', 'c\r\nd', 'e"f']]],
    ['quotes within a cell', '5" pipe\t6"', [['5" pipe', '6"']]],
    ['a quote that nothing closes', '"a\tb\nc', [['"a', 'b'], ['c']]],
    ['text behind a closed quote', '"a"b\tc', [['"a"b', 'c']]],
    ['an empty cell in quotes', '""\ta', [['', 'a']]],
    ['a carriage return within a cell', 'a\rb\tc', [['a\rb', 'c']]],
    ['nothing', '', []],
  ])('are read with %s', (_, text, rows) => {
    expect(tabbedRows(text)).toEqual(rows);
  });
});
