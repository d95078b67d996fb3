import {
  choice,
  count,
  data,
  dots,
  type Family,
  flag,
  ORIENTATION,
  objectName,
  text,
  titled,
  whole,
} from './parameter.ts';

const LENGTH = [0, 32_000] as const;
const THICKNESS = [1, 32_000] as const;
const ROUND = [3, 4095] as const;
const COLOUR = choice(['colour', 'of the line'], { B: 'black', W: 'white' }, 'B');

const CODING = { A: 'hexadecimal, B64 or Z64', B: 'binary', C: 'compressed binary' };
const TOTAL = count(['total', 'bytes of the picture']);
const ROW = whole(['row', 'bytes of a row: its dots divided by 8'], [1, 99_999]);
const PICTURE = data(['data', 'the dots']);
const STORED_PICTURE = objectName(['name', 'of the picture: R:LOGO.GRF']);

/** Lines, pictures, and what printers store. */
export const GRAPHICS_COMMANDS: Family = {
  '^GB': {
    title: 'box or line',
    about: 'A side shorter than the line is as long as the line is thick: ^GB400,0,3 is a line.',
    parameters: [
      dots(['width', 'of the box'], LENGTH, 'the thickness'),
      dots(['height', 'of the box'], LENGTH, 'the thickness'),
      dots(['thickness', 'of the line, inwards'], THICKNESS, '1'),
      COLOUR,
      whole(['rounding', 'of the corners: 8 is round'], [0, 8], '0'),
    ],
  },
  '^GC': {
    title: 'circle',
    parameters: [
      dots(['diameter', 'of the circle'], ROUND, '3'),
      dots(['thickness', 'of the line, inwards'], [1, 4095], '1'),
      COLOUR,
    ],
  },
  '^GE': {
    title: 'ellipse',
    parameters: [
      dots(['width', 'of the ellipse'], ROUND, 'the thickness'),
      dots(['height', 'of the ellipse'], ROUND, 'the thickness'),
      dots(['thickness', 'of the line, inwards'], [1, 4095], '1'),
      COLOUR,
    ],
  },
  '^GD': {
    title: 'diagonal line',
    parameters: [
      dots(['width', 'of the box that it crosses'], [3, 32_000], 'the thickness'),
      dots(['height', 'of the box that it crosses'], [3, 32_000], 'the thickness'),
      dots(['thickness', 'of the line'], THICKNESS, '1'),
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
    parameters: [
      choice(['coding', 'of the data'], CODING, 'A'),
      count(['sent', 'bytes of the data as it is sent']),
      TOTAL,
      ROW,
      PICTURE,
    ],
  },
  '^GS': {
    title: 'a mark: A ®, B ©, C ™, D UL, E CSA',
    parameters: [
      ORIENTATION,
      dots(['height', 'of the mark'], LENGTH, 'what ^CF says'),
      dots(['width', 'of the mark'], LENGTH, 'what ^CF says'),
    ],
  },
  '~DG': {
    title: 'stores a picture',
    parameters: [STORED_PICTURE, TOTAL, ROW, PICTURE],
  },
  '~DY': {
    title: 'stores a picture or a font',
    parameters: [
      objectName(['name', 'drive and name, without an extension']),
      choice(['coding', 'of the data'], { ...CODING, P: 'a PNG file in hexadecimal, B64 or Z64' }, 'A'),
      choice(
        ['type', 'of the object'],
        {
          G: 'picture (GRF)',
          P: 'PNG',
          B: 'BMP',
          X: 'PCX',
          T: 'TrueType',
          E: 'TrueType extension',
          N: 'NRD, which is not shown',
        },
        'G',
      ),
      count(['total', 'bytes of the object']),
      // Left out, or empty, for what is no picture.
      count(['row', 'bytes of a row of a picture']),
      data(['data', 'the object']),
    ],
  },
  '~DU': {
    title: 'stores a TrueType font',
    parameters: [
      objectName(['name', 'of the font']),
      count(['size', 'bytes of the font']),
      data(['data', 'in hexadecimal']),
    ],
  },
  '~DB': titled('stores a bitmap font, which previews do not show'),
  '~DE': titled('stores an encoding table, which previews do not heed'),
  '~DS': titled('stores an Intellifont, which previews do not show'),
  '~DT': titled('stores a TrueType font of up to 256 characters, which previews do not show'),
  '~EG': { title: 'deletes all stored pictures', parameters: [] },
  '^EG': { title: 'deletes all stored pictures', parameters: [] },
  '^ID': { title: 'deletes stored objects', parameters: [objectName(['name', 'with * for any characters'])] },
  '^XG': {
    title: 'prints a stored picture',
    parameters: [
      STORED_PICTURE,
      whole(['x times', 'dots that each dot becomes across'], [1, 10], '1'),
      whole(['y times', 'dots that each dot becomes down'], [1, 10], '1'),
    ],
  },
  '^IM': { title: 'prints a stored picture as large as it is', parameters: [STORED_PICTURE] },
  '^IL': { title: 'begins with a stored label', parameters: [objectName(['name', 'of the stored label'])] },
  '^IS': {
    title: 'stores this label as a picture',
    parameters: [objectName(['name', 'that it gets']), flag(['print', 'prints it too'], 'Y')],
  },
  '^DF': {
    title: 'stores this label as a format',
    about: 'It is not printed. ^XF recalls it, with values for its ^FN fields.',
    parameters: [objectName(['name', 'that it gets: R:SHIP.ZPL'])],
  },
  '^XF': {
    title: 'recalls a stored format',
    parameters: [objectName(['name', 'of the format: R:SHIP.ZPL'])],
  },
  '^TO': {
    title: 'copies stored objects',
    parameters: [text(['from', 'drive and name']), text(['to', 'drive and name'])],
  },
  '^CO': titled('memory for characters'),
};
