import {
  across,
  character,
  choice,
  data,
  dots,
  down,
  type Family,
  ORIENTATION,
  objectName,
  whole,
} from './entry.ts';

const SIZE = [0, 32_000] as const;
const HEIGHT = ['height', 'of its characters'] as const;
const WIDTH = ['width', 'of its characters'] as const;
/** Dots; font 0 is never drawn smaller. */
export const LEAST_SCALABLE = 10;
const FONT = { leastScalable: LEAST_SCALABLE } as const;
const SWITCH = { 0: 'off', 1: 'on' };

/** Fonts, encodings, and how text is set. */
export const TEXT_COMMANDS = {
  '^A': {
    title: 'font of one field, ^A@ one by name',
    about: 'The letter follows at once: ^A0N,30. ^A@ takes a font by its name.',
    parameters: [
      {
        ...character(['font', 'A to H, P to V or 0, or a letter of ^CW; @ for one by name']),
        isGlued: true,
      },
      ORIENTATION,
      {
        ...down(dots(HEIGHT, SIZE, 'in proportion to the width; without both, what ^CF says')),
        ...FONT,
      },
      { ...across(dots(WIDTH, SIZE, 'in proportion to the height')), ...FONT },
      objectName(['name', 'of ^A@: a stored font'], 'the font of the last ^A@'),
    ],
  },
  '^CF': {
    title: 'default font',
    about: 'Holds for later labels too.',
    outlivesLabel: true,
    parameters: [
      character(['font', 'A to H, P to V or 0, or a letter of ^CW'], 'as it was'),
      { ...dots(HEIGHT, SIZE, 'in proportion to the width'), ...FONT },
      { ...dots(WIDTH, SIZE, 'in proportion to the height'), ...FONT },
    ],
  },
  '^CW': {
    title: 'a letter for a stored font',
    outlivesLabel: true,
    parameters: [character(['letter', 'that ^A and ^CF then take']), objectName(['name', 'of the font'])],
  },
  '^FB': {
    title: 'field block: text in lines of a width',
    about: 'In its data \\& begins a line, \\- is a soft hyphen and \\\\ a backslash.',
    parameters: [
      across(dots(['width', 'of the block'], SIZE, 0)),
      whole(['lines', 'more are printed over the last one'], [1, 9999], 1),
      dots(['spacing', 'added between lines'], [-9999, 9999], 0),
      choice(
        ['justification', 'of the lines'],
        { L: 'left', C: 'centred', R: 'right', J: 'on both sides' },
        'L',
      ),
      dots(['indent', 'of all lines but the first'], [0, 9999], 0),
    ],
  },
  '^TB': {
    title: 'text block: lines cut off at a height',
    about: 'Stands after ^A. <<> prints <.',
    parameters: [
      ORIENTATION,
      across(dots(['width', 'of the block'], [1, 32_000], 1)),
      down(dots(['height', 'of the block'], [1, 32_000], 1)),
    ],
  },
  '^FP': {
    title: 'direction of text, and a gap',
    parameters: [
      choice(['direction', 'of the text'], { H: 'to the right', V: 'downwards', R: 'to the left' }, 'H'),
      dots(['gap', 'after each character'], [0, 9999], 0),
    ],
  },
  '^PA': {
    title: 'how text is shaped',
    outlivesLabel: true,
    parameters: [
      choice(['default glyph', 'for characters that the font lacks'], SWITCH, '0'),
      choice(['bidirectional', 'right-to-left text is turned'], SWITCH, '0'),
      choice(['shaping', 'letters are joined'], SWITCH, '0'),
      choice(['OpenType', 'tables of the font are used'], SWITCH, '0'),
    ],
  },
  '^FL': {
    title: 'links fonts: one replaces characters that another lacks',
    outlivesLabel: true,
    parameters: [
      objectName(['extension', 'the font that stands in']),
      objectName(['base', 'the font that it stands in for']),
      choice(['link', 'makes or ends it'], { 0: 'ends it', 1: 'makes it' }),
    ],
  },
  '^CI': {
    title: 'encoding, and bytes that print others',
    about: '28 is UTF-8, 27 Windows-1252, 13 and 0 code page 850. Holds for later labels too.',
    outlivesLabel: true,
    parameters: [
      whole(['encoding', 'its number'], [0, 36], 0),
      data(['pairs', 'a byte, and the one that prints it']),
    ],
  },
  '^SE': {
    title: 'encoding table for double-byte text',
    renderer: 'only its name is looked at, by `^CI` 14, 16, 24 and 26',
    outlivesLabel: true,
    parameters: [objectName(['name', 'of the table'])],
  },
} as const satisfies Family;
