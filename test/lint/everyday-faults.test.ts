import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';

const T = '^FO50,50^A0N,30';
const PICTURE = 'FF8001800180018001800180018001FF';

/** Faults that people make, each with «» around the bytes that the finding points at, its severity and code. */
const FAULTS: readonly (readonly [fault: string, zpl: string, finding: string])[] = [
  ['a line end in data', `^XA${T}^FDLine one«\r\n»Line two^FS^XZ`, 'warning line-end-in-data'],
  ['a line end in a block', `^XA${T}^FB300,3^FDLine one«\n»Line two^FS^XZ`, 'warning line-end-in-data'],
  ['\\& without a block', `^XA${T}^FDOne«\\&»Two^FS^XZ`, 'warning line-break-not-read'],
  ['\\n in a block', `^XA${T}^FB300,3^FDOne«\\n»Two^FS^XZ`, 'warning line-break-not-read'],
  [
    'another indicator than that of ^FH',
    `^XA^CI28${T}^FH\\^FDM«_C3»_BCller^FS^XZ`,
    'warning escapes-not-decoded',
  ],
  ['backslashes under ^FH with _', `^XA^CI28${T}^FH^FDM«\\C3»\\BCller^FS^XZ`, 'warning escapes-not-decoded'],
  ['^BX without its quality', '^XA^FO50,50«^BX»N,5^FD12345^FS^XZ', 'warning data-matrix-old'],
  ['a size that ECC 200 has not', '^XA^FO50,50^BXN,5,200,«17»,17^FD12345^FS^XZ', 'warning data-matrix-size'],
  ['a speed of 30', `^XA^PR«30»${T}^FDx^FS^XZ`, 'error parameter-not-allowed'],
  ['a speed of X', `^XA^PR«X»${T}^FDx^FS^XZ`, 'error parameter-not-allowed'],
  ['data behind a picture', `^XA^FO50,50«^GF»A,16,16,2,${PICTURE}8001^FS^XZ`, 'warning picture-surplus'],
  [
    'data behind a stored picture',
    `«~DG»R:A.GRF,16,2,${PICTURE}8001\n^XA^FO50,50^XGR:A.GRF,1,1^FS^XZ`,
    'warning picture-surplus',
  ],
  ['rows that are not whole', `^XA^FO50,50^GFA,16,«16»,3,${PICTURE}^FS^XZ`, 'warning picture-rows-uneven'],
  ['a command in a picture', '^XA^FO50,50«^GF»A,8,8,1,FF8181^FD8181^FS^XZ', 'warning picture-incomplete'],
  [
    'a stored picture that nothing recalls',
    `~DG«R:A.GRF»,16,2,${PICTURE}\n^XA${T}^FDx^FS^XZ`,
    'info picture-unused',
  ],
  ['the parameters of ^GB in another order', '^XA^FO50,50«^GB»3,400,200^FS^XZ', 'info box-widened'],
  ['a point for a comma', '^XA^FO«50.50»^A0N,30^FDx^FS^XZ', 'warning parameter-point'],
  ['an entity of HTML', `^XA${T}^FDA «&amp;» B^FS^XZ`, 'info entity-in-data'],
  ['^LS for the next label too', `^XA«^LS»50^FO100,50^A0N,30^FDx^FS^XZ`, 'info setting-left-changed'],
  ['^PW after a field', `^XA${T}^FDx^FS«^PW»400^XZ`, 'warning setting-too-late'],
  ['braces of Mustache', `^XA${T}^FD«{{name}}»^FS^XZ`, 'warning placeholder-foreign'],
  ['a placeholder of JavaScript', `^XA${T}^FDFor «\${name}»^FS^XZ`, 'warning placeholder-foreign'],
  ['a placeholder of ERB', `^XA${T}^FD«<%= name %>»^FS^XZ`, 'warning placeholder-foreign'],
  ['braces without a name', `^XA${T}^FDa «{ }» b^FS^XZ`, 'info placeholder-empty'],
  ['a date without a field', `^XA${T}^FD{DATE:«today»}^FS^XZ`, 'warning date-format-unknown'],
  ['^A for the first field only', `^XA${T}^FDx^FS^FO50,100«^FD»two^FS^XZ`, 'info font-missing'],
  ['a caret before a digit', `^XA${T}^FDx«^2 »+ y^FS^XZ`, 'warning caret-in-data'],
  ['a caret at the end of data', `^XA${T}^FDx«^»^FS^XZ`, 'warning caret-in-data'],
  ['~JA in data', `^XA${T}^FDa «~JA» b^FS^XZ`, 'error command-in-data'],
  ['a number with two values', `^XA${T}^FN1^FS^FN1^FDa^FS^FN«1»^FDb^FS^XZ`, 'warning field-number-twice'],
  ['a step that is none', `^XA${T}^SN001,«Y»,1^FS^XZ`, 'warning parameter-misplaced'],
  ['a step of a word', `^XA${T}^SN001,«one»^FS^XZ`, 'error parameter-not-a-number'],
  ['^SN after ^FD', `^XA${T}«^FD»001^SN001,1,Y^FS^XZ`, 'error field-not-closed'],
  ['^A without its font', '^XA^FO50,50^A«N»,30,30^FDx^FS^XZ', 'warning font-unknown'],
  ['parameters of ^A in another order', '^XA^FO50,50^A0,30,«N»,30^FDx^FS^XZ', 'error parameter-not-a-number'],
  ['no copy', `^XA${T}^FDx^FS^PQ«0»^XZ`, 'warning parameter-zero'],
  [
    '^XA left out',
    '^PW400«^FO»50,50^A0N,30^FDx^FS^FO50,90^A0N,30^FDy^FS^FO50,130^A0N,30^FDz^FS^XZ',
    'error label-not-opened',
  ],
  [
    'a start of Codabar that is none',
    '^XA^FO50,50^BKN,N,80,Y,N,«E»,B^FD12345^FS^XZ',
    'error parameter-not-allowed',
  ],
  ['a byte that Windows-1252 has not', `^XA^CI27${T}^FH^FDZ«_81»rich^FS^XZ`, 'info byte-undefined'],
];

describe('everyday faults', () => {
  it.each(FAULTS)('%s', (_, marked, finding) => {
    const [before = '', value = '', behind = ''] = marked.split(/[«»]/);
    const found = lint(Buffer.from(before + value + behind));
    expect(
      found.map(({ severity, code, offset, length }) => [`${severity} ${code}`, offset, length]),
    ).toEqual([[finding, before.length, value.length]]);
  });
});

describe('what is none', () => {
  it.each([
    ['TLC39 in its own modules', '^XA^FO50,50^BTN^FD123456,ABCD12345678,100^FS^XZ'],
    ['line ends around data', `^XA${T}^FD\nx\r\n^FS^XZ`],
    ['line ends in the data of a barcode', '^XA^FO50,50^BY3^B7N,8,5^FDOne\nTwo^FS^XZ'],
    ['a path in a block', `^XA${T}^FB400,2^FDC:\\new^FS^XZ`],
    ['white rows behind a picture', `^XA^FO50,50^GFA,16,16,2,${PICTURE},^FS^XZ`],
    ['a download alone', `~DGR:A.GRF,16,2,${PICTURE}`],
    ['a picture recalled without its drive', `~DGR:A.GRF,16,2,${PICTURE}\n^XA^FO50,50^IMA.GRF^FS^XZ`],
    ['speeds by letter and number', `^XA^PR6,D,03${T}^FDx^FS^XZ`],
    ['a thin line', '^XA^FO50,50^GB400,1,3^FS^XZ'],
    ['a line that ends a millimetre behind the edge', '^XA^PW400^LL200^FO50,50^GB358,0,3^FS^XZ'],
    ['JSON in a QR Code', '^XA^FO50,50^BQN,2,5^FDMA,{"a":{"b":{}}}^FS^XZ'],
    ['^LS that is set back', '^XA^LS50^FO100,50^A0N,30^FDx^FS^LS0^XZ'],
    ['^FH with a backslash and text of its own', `^XA${T}^FH\\^FDa_b \\41^FS^XZ`],
  ])('%s', (_, zpl) => {
    expect(lint(Buffer.from(zpl))).toEqual([]);
  });
});
