import { choice, count, data, type Family, flag, objectName, text } from './entry.ts';
import { CODING, PICTURE, ROW, STORED_PICTURE, TOTAL } from './graphics.ts';

const NOT_READ = { parameters: [], hasOthers: true, effect: 'not-drawn' } as const;

/** Commands that store, recall or delete objects by name. */
export const STORED_OBJECT_COMMANDS = {
  '~DG': {
    title: 'stores a picture',
    object: 'stored',
    parameters: [STORED_PICTURE, TOTAL, ROW, PICTURE],
  },
  '~DY': {
    title: 'stores a picture or a font',
    renderer: 'compressed BMP and NRD are not read',
    object: 'stored',
    parameters: [
      objectName(['name', 'drive and name, without an extension']),
      choice(
        ['coding', 'of the data'],
        { ...CODING, P: 'a PNG file in hexadecimal, B64 or Z64' } as const,
        'A',
      ),
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
      count(['row', 'bytes of a row of a picture'], 99_999),
      data(['data', 'the object']),
    ],
  },
  '~DU': {
    title: 'stores a TrueType font',
    object: 'stored',
    parameters: [
      objectName(['name', 'of the font']),
      count(['size', 'bytes of the font']),
      data(['data', 'in hexadecimal']),
    ],
  },
  '~DB': { title: 'stores a bitmap font, which previews do not show', ...NOT_READ, object: 'stored' },
  '~DE': { title: 'stores an encoding table, which previews ignore', ...NOT_READ },
  '~DS': { title: 'stores an Intellifont, which previews do not show', ...NOT_READ, object: 'stored' },
  '~DT': {
    title: 'stores a TrueType font of up to 256 characters, which previews do not show',
    ...NOT_READ,
    object: 'stored',
  },
  '~EG': { title: 'deletes all stored pictures', parameters: [] },
  '^EG': { title: 'deletes all stored pictures', parameters: [] },
  '^ID': { title: 'deletes stored objects', parameters: [objectName(['name', 'with * for any characters'])] },
  '^IL': {
    title: 'begins with a stored label',
    isUpright: true,
    object: 'drawn',
    parameters: [objectName(['name', 'of the stored label'])],
  },
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
    effect: 'ignored',
    parameters: [text(['from', 'drive and name']), text(['to', 'drive and name'])],
  },
  '^CO': {
    title: 'memory for characters',
    effect: 'ignored',
    setsUp: 'memory',
    parameters: [],
    hasOthers: true,
  },
} as const satisfies Family;
