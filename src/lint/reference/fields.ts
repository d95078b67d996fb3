import { character, choice, data, dots, type Family, flag, ORIENTATION, text, whole } from './parameter.ts';

const PLACE = [0, 32_000] as const;
const JUSTIFICATION = choice(
  ['justification', 'which side of the field stands at x'],
  { 0: 'left', 1: 'right', 2: 'by the direction of the text' },
  'what ^FW says',
);

const TAG = { parameters: [], hasOthers: true } as const;

/** Labels, the places of fields, and what they say. */
export const FIELD_COMMANDS: Family = {
  '^XA': { title: 'begins a label', parameters: [] },
  '^XZ': { title: 'ends a label, which is then printed', parameters: [] },
  '^FX': {
    title: 'a comment',
    about: 'It ends at the next command, so a caret in it ends it too.',
    parameters: [data(['comment', 'not printed'])],
  },
  '^FO': {
    title: 'field origin: top left',
    about: 'Of a rotated field too: the top left of what is seen. ^LH is added.',
    parameters: [
      dots(['x', 'from the left edge to the field'], PLACE, '0'),
      dots(['y', 'from the upper edge to the field'], PLACE, '0'),
      JUSTIFICATION,
    ],
  },
  '^FT': {
    title: 'field origin: baseline, or bottom left',
    about: 'Without x or y the field goes on where the text before it ended.',
    parameters: [
      dots(['x', 'from the left edge to the field'], PLACE, 'where the text before ended'),
      dots(['y', 'from the upper edge to the baseline'], PLACE, 'where the text before ended'),
      JUSTIFICATION,
    ],
  },
  '^FM': {
    title: 'places for the symbols of a PDF417 or MicroPDF417 series',
    about: 'Up to 60 pairs; e in a pair leaves its symbol out.',
    parameters: [data(['places', 'x1,y1,x2,y2 …'])],
  },
  '^FS': { title: 'ends a field', parameters: [] },
  '^FW': {
    title: 'default orientation and justification',
    about: 'Holds for later labels too, and turns a field that is open.',
    parameters: [
      choice(
        ['orientation', 'of fields that say none'],
        { N: 'upright', R: 'a quarter clockwise', I: 'upside down', B: 'a quarter anticlockwise' },
        'as it was',
      ),
      choice(
        ['justification', 'of fields that say none'],
        { 0: 'left', 1: 'right', 2: 'by the direction of the text' },
        'as it was',
      ),
    ],
  },
  '^FD': {
    title: 'field data',
    about:
      'Text that is printed, or what a barcode holds. Line ends in it do not count; ^FH can write any byte.',
    parameters: [data(['data', 'up to 3072 bytes'])],
  },
  '^FV': {
    title: 'variable field data',
    about: 'Like ^FD, but ^MCN does not keep it for the next label.',
    parameters: [data(['data', 'up to 3072 bytes'])],
  },
  '^SN': {
    title: 'serial data',
    about: 'Takes the place of ^FD. The last number in it counts on from label to label.',
    parameters: [
      text(['start', 'what the first label shows'], '1'),
      text(['step', 'added for each label, may be negative'], '1'),
      flag(['zeros', 'keeps leading zeros'], 'N'),
    ],
  },
  '^SF': {
    title: 'counts field data on',
    about: 'The mask is compared with the end of the data; the step begins at its end.',
    parameters: [
      text(['mask', 'D digit, H hex, O octal, A letter, N letter or digit, % as it is']),
      text(['step', 'added for each label'], '1'),
    ],
  },
  '^FH': {
    title: 'hexadecimal escapes in the data that follows',
    about: 'The indicator and two hex digits are one byte. It serves one ^FD, ^FV or ^SN.',
    parameters: [character(['indicator', 'begins an escape'], '_')],
  },
  '^FE': {
    title: 'values of other fields in the data that follows',
    about: '#1# is the value of ^FN1, #1,f,2,3# three characters of it from the second.',
    parameters: [character(['indicator', 'stands around a reference'], '#')],
  },
  '^FC': {
    title: 'clock fields in the data that follows',
    about: '%Y %y year, %m month, %d day, %H %I hour, %M minute, %S second, %a %A day, %b %B month in words.',
    parameters: [
      character(['indicator', 'of the clock'], '%'),
      character(['second', 'of the clock that ^SO2 sets ahead']),
      character(['third', 'of the clock that ^SO3 sets ahead']),
    ],
  },
  '^FN': {
    title: 'field number',
    about:
      'In a stored format a place for a value; in the label that recalls it, the value. A prompt may follow.',
    parameters: [whole(['number', 'of the field'], [0, 9999], '0')],
  },
  '^FR': { title: 'inverts what lies beneath the field', parameters: [] },
  '^LH': {
    title: 'label home: added to all places',
    about: 'Holds for later labels too.',
    parameters: [dots(['x', 'of the home'], PLACE, '0'), dots(['y', 'of the home'], PLACE, '0')],
  },
  '^LS': {
    title: 'moves all fields to the left',
    parameters: [dots(['shift', 'to the left; negative to the right'], [-9999, 9999], '0')],
  },
  '^LT': {
    title: 'moves the label down or up',
    about: 'Up to 120 dots, and 240 at 24 dots per mm.',
    parameters: [dots(['top', 'down; negative up'], [-240, 240], '0')],
  },
  '^TB': {
    title: 'text block: lines cut off at a height',
    about: 'Stands after ^A. <<> prints <.',
    parameters: [
      ORIENTATION,
      dots(['width', 'of the block'], [1, 32_000], '1'),
      dots(['height', 'of the block'], [1, 32_000], '1'),
    ],
  },
  '^RF': { title: 'writes field data to an RFID tag, or reads it', ...TAG },
  '^RQ': { title: 'writes and checks an EPC on an RFID tag', ...TAG },
  '^RA': { title: 'reads an AFI byte of an RFID tag', ...TAG },
  '^RT': { title: 'reads an RFID tag', ...TAG },
  '^WT': { title: 'writes field data to an RFID tag', ...TAG },
  '^WF': { title: 'writes an AFI byte to an RFID tag', ...TAG },
};
