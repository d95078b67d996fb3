import { choice, dots, type Family, ORIENTATION, text, whole } from './parameter.ts';

const PLACE = [0, 32_000] as const;
const JUSTIFY = choice(
  ['justification', 'which side of the field stands at x'],
  { 0: 'left', 1: 'right', 2: 'by the direction of the text' },
  'what ^FW says',
);

/** Where fields are, what they say and how their text is set. */
export const FIELD_COMMANDS: Family = {
  '^XA': { title: 'begins a label', parameters: [] },
  '^XZ': { title: 'ends a label, which is printed', parameters: [] },
  '^FO': {
    title: 'field origin: top left',
    parameters: [
      dots(['x', 'from the left edge to the field'], PLACE, '0'),
      dots(['y', 'from the upper edge to the field'], PLACE, '0'),
      JUSTIFY,
    ],
  },
  '^FT': {
    title: 'field origin: baseline or bottom left',
    about: 'Without x or y the field goes on where the text before it ended.',
    parameters: [
      dots(['x', 'from the left edge to the field'], PLACE, 'where the text before ended'),
      dots(['y', 'from the upper edge to the baseline'], PLACE, 'where the text before ended'),
      JUSTIFY,
    ],
  },
  '^FS': { title: 'ends a field', parameters: [] },
  '^FD': {
    title: 'field data',
    about: 'Text that is printed, or what a barcode holds. It ends at the next command.',
    parameters: [text(['data', 'up to 3072 bytes'], 'data')],
  },
  '^A': {
    title: 'font of one field',
    parameters: [
      text(['font', 'a resident font, or a letter of ^CW'], 'character'),
      ORIENTATION,
      dots(['height', 'of its characters'], [0, 32_000], 'what ^CF says, or in proportion'),
      dots(['width', 'of its characters'], [0, 32_000], 'what ^CF says, or in proportion'),
      text(['name', 'of ^A@ only: a stored font'], 'name', 'the font of the last ^A@'),
    ],
  },
  '^FB': {
    title: 'field block: text in lines of a width',
    about: 'Escapes: \\& a new line, \\- a soft hyphen, \\\\ a backslash.',
    parameters: [
      dots(['width', 'of the block'], [0, 32_000], '0'),
      whole(['lines', 'more are printed over the last one'], [1, 9999], '1'),
      dots(['spacing', 'added between lines'], [-9999, 9999], '0'),
      choice(['justification', 'of the lines'], { L: 'left', C: 'centred', R: 'right', J: 'both' }, 'L'),
      dots(['indent', 'of all lines but the first'], [0, 9999], '0'),
    ],
  },
};
