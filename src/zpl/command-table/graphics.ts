import {
  across,
  choice,
  count,
  data,
  dots,
  down,
  type Family,
  ORIENTATION,
  objectName,
  whole,
} from './entry.ts';

const LENGTH = [0, 32_000] as const;
const THICKNESS = [1, 32_000] as const;
const ROUND = [3, 4095] as const;
const COLOUR = choice(['colour', 'of the line'], { B: 'black', W: 'white' }, 'B');

export const CODING = { A: 'hexadecimal, B64 or Z64', B: 'binary', C: 'compressed binary' } as const;
export const TOTAL = count(['total', 'bytes of the picture']);
/** Bytes of dots that Zebra's guide allows in one `^GF`. */
export const FIELD_BYTES_MAX = 99_999;
/** Without it a picture is not printed: the renderer takes 0 to know that. */
export const ROW = {
  ...whole(['row', 'bytes of a row: its dots divided by 8'], [1, FIELD_BYTES_MAX], undefined),
  takes: [0, FIELD_BYTES_MAX],
  fallback: 0,
} as const;
export const PICTURE = data(['data', 'the dots']);
export const STORED_PICTURE = objectName(['name', 'of the picture: R:LOGO.GRF']);

/** Lines and pictures. */
export const GRAPHICS_COMMANDS = {
  '^GB': {
    title: 'box or line',
    about: 'A side shorter than the line is as long as the line is thick: ^GB400,0,3 is a line.',
    isUpright: true,
    parameters: [
      across(dots(['width', 'of the box'], LENGTH, 'the thickness')),
      down(dots(['height', 'of the box'], LENGTH, 'the thickness')),
      dots(['thickness', 'of the line, inwards'], THICKNESS, 1),
      COLOUR,
      whole(['rounding', 'of the corners: 8 is round'], [0, 8], 0),
    ],
  },
  '^GC': {
    title: 'circle',
    isUpright: true,
    parameters: [
      down(dots(['diameter', 'of the circle'], ROUND, 3)),
      dots(['thickness', 'of the line, inwards'], [1, 4095], 1),
      COLOUR,
    ],
  },
  '^GE': {
    title: 'ellipse',
    isUpright: true,
    parameters: [
      across(dots(['width', 'of the ellipse'], ROUND, 'the thickness')),
      down(dots(['height', 'of the ellipse'], ROUND, 'the thickness')),
      dots(['thickness', 'of the line, inwards'], [1, 4095], 1),
      COLOUR,
    ],
  },
  '^GD': {
    title: 'diagonal line',
    isUpright: true,
    parameters: [
      across(dots(['width', 'of the box that it crosses'], [3, 32_000], 'the thickness')),
      down(dots(['height', 'of the box that it crosses'], [3, 32_000], 'the thickness')),
      dots(['thickness', 'of the line'], THICKNESS, 1),
      COLOUR,
      choice(
        ['direction', 'which way it leans'],
        { R: 'up to the right', L: 'down to the right', '/': 'as R', '\\': 'as L' },
        'R',
      ),
    ],
  },
  '^GF': {
    title: 'picture',
    about: 'Rows from the top, eight dots to a byte, the leftmost first; 1 is black. Never rotated.',
    isUpright: true,
    parameters: [
      choice(['coding', 'of the data'], CODING, 'A'),
      // The bytes of the picture, or fewer that are compressed.
      count(['sent', 'bytes of the data as it is sent']),
      { ...TOTAL, most: FIELD_BYTES_MAX, insteadOfMore: 'send it in bands, each in a ^GF of its own' },
      ROW,
      PICTURE,
    ],
  },
  '^GS': {
    title: 'a mark: A ®, B ©, C ™, D UL, E CSA',
    parameters: [
      ORIENTATION,
      down(dots(['height', 'of the mark'], LENGTH, 'what ^CF says')),
      across(dots(['width', 'of the mark'], LENGTH, 'what ^CF says')),
    ],
  },
  '^XG': {
    title: 'prints a stored picture',
    isUpright: true,
    object: 'drawn',
    parameters: [
      STORED_PICTURE,
      across(whole(['x times', 'dots that each dot becomes across'], [1, 10], 1)),
      down(whole(['y times', 'dots that each dot becomes down'], [1, 10], 1)),
    ],
  },
  '^IM': {
    title: 'prints a stored picture as large as it is',
    isUpright: true,
    object: 'drawn',
    parameters: [STORED_PICTURE],
  },
} as const satisfies Family;
