import {
  across,
  character,
  choice,
  decimal,
  dots,
  down,
  type Family,
  flag,
  numbered,
  ORIENTATION,
  quiet,
  text,
  unused,
  whole,
} from './entry.ts';

const HEIGHT = down(dots(['height', 'of the bars'], [1, 32_000], 'what ^BY says'));
const LINE = flag(['line', 'prints the data in letters'], 'Y');
const NO_LINE = flag(['line', 'prints the data in letters'], 'N');
const ABOVE = flag(['above', 'prints them above the bars'], 'N');
const BARS = [ORIENTATION, HEIGHT, LINE, ABOVE] as const;

const CHECK = flag(['check', 'adds a check digit'], 'N');
const SHOWN_CHECK = flag(['show check', 'prints the check digit in letters'], 'Y');

const ROW_HEIGHT = ['row height', 'of each row'] as const;
const MAGNIFICATION = {
  ...down(whole(['magnification', 'dots of a module'], [1, 10], 'by the resolution')),
  countsDots: true,
} as const;
const ANY_COLUMNS = ['columns', '0 for any'] as const;
const ANY_ROWS = ['rows', '0 for any'] as const;
const RETAIL = 'A printer adds the check digit.';

const AZTEC = {
  title: 'Aztec',
  hasOwnModules: true,
  parameters: [
    ORIENTATION,
    MAGNIFICATION,
    unused(flag(['ECI', 'the data has codes of encodings'], 'N')),
    quiet(
      whole(
        ['size', '1 to 99 error correction in percent, 101 to 104 and 201 to 232 layers, 300 a rune'],
        [0, 300],
        0,
      ),
    ),
    flag(['menu', 'a symbol that sets up the reader'], 'N'),
    unused(whole(['symbols', 'of a series'], [1, 26], 1)),
    unused(text(['series', 'an id of up to 24 characters'])),
  ],
} as const;

/**
 * Barcodes of the field data that follows. The renderer reads their letters and lengths without a warning: it takes the
 * default for another letter, and the nearest bound for a length.
 */
export const BARCODES = {
  '^B0': AZTEC,
  '^BO': AZTEC,
  '^B1': {
    title: 'Code 11: digits and -',
    usesRatio: true,
    parameters: [ORIENTATION, flag(['check', 'one check digit instead of two'], 'N'), HEIGHT, LINE, ABOVE],
  },
  '^B2': {
    title: 'Interleaved 2 of 5: an even number of digits',
    usesRatio: true,
    parameters: [...BARS, CHECK],
  },
  '^B3': {
    title: 'Code 39: digits, capitals, - . space $ / + %',
    usesRatio: true,
    parameters: [ORIENTATION, CHECK, HEIGHT, LINE, ABOVE],
  },
  '^B4': {
    title: 'Code 49: up to 49 characters in rows',
    parameters: [
      ORIENTATION,
      down(whole(['row height', 'in modules'], [1, 1000], 'from the height of ^BY')),
      choice(['line', 'the data in letters'], { N: 'none', A: 'above', B: 'below' }, 'N'),
      choice(
        ['mode', 'that it begins in'],
        {
          0: 'regular',
          1: 'append',
          2: 'digits',
          3: 'group',
          4: 'regular, shifted',
          5: 'shifted',
          A: 'found out',
        },
        'A',
      ),
    ],
  },
  '^B5': { title: 'PLANET: 11 or 13 digits', parameters: [ORIENTATION, HEIGHT, NO_LINE, ABOVE] },
  '^B7': {
    title: 'PDF417: stacked rows of bars',
    about: 'In its data \\& is a line end and \\\\ a backslash.',
    isSeries: true,
    parameters: [
      ORIENTATION,
      down(dots(ROW_HEIGHT, [1, 32_000], 'from the height of ^BY')),
      whole(['security', 'error correction'], [0, 8], 0),
      whole(['columns', 'of data; 0 for any'], [0, 30], 0),
      whole(ANY_ROWS, [0, 90], 0),
      flag(['truncated', 'without its right side'], 'N'),
    ],
  },
  '^B8': { title: 'EAN-8: 7 digits', about: RETAIL, parameters: BARS },
  '^B9': {
    title: 'UPC-E: 10 digits that can be shortened',
    about: RETAIL,
    parameters: [...BARS, SHOWN_CHECK],
  },
  '^BA': {
    title: 'Code 93: what Code 39 takes, in less room',
    parameters: [...BARS, flag(['show check', 'prints the check characters in letters'], 'N')],
  },
  '^BB': {
    title: 'Codablock A, E and F: rows of Code 39 or 128',
    parameters: [
      ORIENTATION,
      down(whole(['row height', 'in modules'], [2, 32_000], 8)),
      flag(['check', 'adds check characters'], 'Y'),
      whole(['columns', 'characters of a row; 0 for any'], [0, 62], 0),
      whole(ANY_ROWS, [0, 44], 0),
      choice(['mode', 'its character set'], { A: 'Code 39', E: 'Code 128, FNC1', F: 'Code 128' }, 'F'),
    ],
  },
  '^BC': {
    title: 'Code 128: all of ASCII',
    about: 'In modes N and U > begins codes: >: >9 >; start in subset B, A, C, >8 is FNC1, >0 a >.',
    parameters: [
      ...BARS,
      flag(['check', 'adds a check digit of modulo 10'], 'N'),
      choice(
        ['mode', 'how the data is read'],
        { N: 'codes of >', U: 'an SSCC of 19 digits', A: 'subsets are chosen', D: 'GS1, with parentheses' },
        'N',
      ),
    ],
  },
  '^BD': {
    title: 'MaxiCode',
    hasOwnModules: true,
    isUpright: true,
    parameters: [
      whole(['mode', '2 and 3 have a postcode'], [2, 6], 2),
      unused(whole(['number', 'of this symbol in a series'], [1, 8], 1)),
      unused(whole(['total', 'symbols of the series'], [1, 8], 1)),
    ],
  },
  '^BE': { title: 'EAN-13: 12 digits', about: RETAIL, parameters: BARS },
  '^BF': {
    title: 'MicroPDF417',
    isSeries: true,
    parameters: [
      ORIENTATION,
      down(dots(ROW_HEIGHT, [1, 9999], 'the height of ^BY')),
      whole(['mode', 'columns and rows'], [0, 33], 0),
    ],
  },
  '^BI': { title: 'Industrial 2 of 5: digits', usesRatio: true, parameters: BARS },
  '^BJ': { title: 'Standard 2 of 5: digits', usesRatio: true, parameters: BARS },
  '^BK': {
    title: 'Codabar: digits and - $ : / . +',
    usesRatio: true,
    parameters: [
      ORIENTATION,
      unused(choice(['check', 'there is none'], { N: 'no' }, 'N')),
      HEIGHT,
      LINE,
      ABOVE,
      choice(['start', 'character'], { A: 'A', B: 'B', C: 'C', D: 'D' }, 'A'),
      choice(['stop', 'character'], { A: 'A', B: 'B', C: 'C', D: 'D' }, 'A'),
    ],
  },
  '^BL': {
    title: 'LOGMARS: Code 39 with a check digit',
    usesRatio: true,
    parameters: [ORIENTATION, HEIGHT, ABOVE],
  },
  '^BM': {
    title: 'MSI: up to 14 digits',
    usesRatio: true,
    parameters: [
      ORIENTATION,
      choice(
        ['check', 'digits'],
        { A: 'none', B: 'modulo 10', C: 'modulo 10 twice', D: 'modulo 11 and 10' },
        'B',
      ),
      HEIGHT,
      LINE,
      ABOVE,
      flag(['show check', 'prints the check digits in letters'], 'N'),
    ],
  },
  '^BP': {
    title: 'Plessey: digits and A to F',
    usesRatio: true,
    parameters: [
      ORIENTATION,
      flag(['show check', 'prints the check digits in letters'], 'N'),
      HEIGHT,
      LINE,
      ABOVE,
    ],
  },
  '^BQ': {
    title: 'QR Code, models 1 and 2',
    about: 'Its data begins with the error correction, a mode and a comma: ^FDQA,text.',
    hasOwnModules: true,
    isUpright: true,
    parameters: [
      choice(['orientation', 'it is never rotated'], { N: 'upright' }, 'N'),
      { ...whole(['model', 'of the symbol'], [1, 2], 2), isStrict: true },
      {
        ...down(whole(['magnification', 'dots of a module'], [1, 100], 'by the resolution')),
        isModule: true,
        countsDots: true,
      },
      unused(
        choice(
          ['correction', 'of errors, where the data says none'],
          { H: '30 %', Q: '25 %', M: '15 %', L: '7 %' },
          'Q',
        ),
      ),
      unused(whole(['mask', 'which printers choose themselves'], [0, 7], 7)),
    ],
  },
  '^BR': {
    title: 'GS1 DataBar and composites',
    hasOwnModules: true,
    parameters: [
      ORIENTATION,
      whole(
        [
          'type',
          '1 omnidirectional, 2 truncated, 3 and 4 stacked, 5 limited, 6 expanded, 7 to 12 composites',
        ],
        [1, 12],
        1,
      ),
      MAGNIFICATION,
      quiet(whole(['separator', 'height of separators, in modules'], [1, 2], 1)),
      dots(['height', 'of the bars of a composite'], [1, 32_000], 25),
      whole(['segments', 'of a row, an even number'], [2, 22], 22),
    ],
  },
  '^BS': {
    title: 'UPC/EAN add-on: 2 or 5 digits',
    parameters: [ORIENTATION, HEIGHT, LINE, flag(['above', 'prints them above the bars'], 'Y')],
  },
  '^BT': {
    title: 'TLC39: Code 39 and MicroPDF417',
    hasOwnModules: true,
    parameters: [
      ORIENTATION,
      across(dots(['module', 'of Code 39'], [1, 10], '2, or 4 at 24 dots per mm')),
      decimal(['ratio', 'of Code 39'], [2, 3], 2),
      down(dots(['height', 'of Code 39'], [1, 9999], '40, 60 at 12 and 120 at 24 dots per mm')),
      down(dots(['row height', 'of MicroPDF417'], [1, 255], '4, or 8 at 24 dots per mm')),
      across(dots(['small module', 'of MicroPDF417'], [1, 10], '2, or 4 at 24 dots per mm')),
    ],
  },
  '^BU': { title: 'UPC-A: 11 digits', about: RETAIL, parameters: [...BARS, SHOWN_CHECK] },
  '^BX': {
    title: 'Data Matrix',
    about: 'Quality 200 is what readers expect; the default, 0, is an old form.',
    parameters: [
      ORIENTATION,
      // The renderer takes a module of 0 for 1.
      {
        ...down(dots(['module', 'width and height of each'], [0, 4096], 'from the height of ^BY')),
        takes: [1, 4096],
      },
      numbered(
        ['quality', 'error correction'],
        { 0: 'old', 50: 'old', 80: 'old', 100: 'old', 140: 'old', 200: 'ECC 200' },
        0,
      ),
      whole(ANY_COLUMNS, [0, 144], 0),
      whole(ANY_ROWS, [0, 144], 0),
      quiet(whole(['format', 'of qualities below 200'], [0, 6], 6)),
      character(['escape', 'begins codes such as _1 for FNC1'], '~'),
      whole(['shape', '1 square, 2 rectangular'], [1, 2], 1),
    ],
  },
  '^BZ': {
    title: 'POSTNET, PLANET, Intelligent Mail',
    parameters: [
      ORIENTATION,
      HEIGHT,
      NO_LINE,
      ABOVE,
      choice(
        ['type', 'of postal code'],
        { 0: 'POSTNET', 1: 'PLANET', 2: 'reserved', 3: 'Intelligent Mail' },
        '0',
      ),
    ],
  },
} as const satisfies Family;
