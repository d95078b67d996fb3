import {
  character,
  choice,
  count,
  data,
  dots,
  type Family,
  flag,
  numbered,
  ORIENTATION,
  place,
  text,
  unused,
  whole,
} from './entry.ts';

const SIDES = { 0: 'left', 1: 'right', 2: 'by the direction of the text' };
const JUSTIFICATION = numbered(['justification', 'the side of the field at x'], SIDES, 'what ^FW says');

/** Bytes of field data that a printer accepts. */
export const DATA_BYTES_MAX = 3072;
const DATA = data(['data', `up to ${DATA_BYTES_MAX} bytes`]);

/** Places of a `^FM`. */
export const SERIES_PLACES_MAX = 60;

const TAG = { parameters: [], hasOthers: true, renderer: 'nothing is drawn' } as const;

/** Labels, the places of fields, and their data. */
export const FIELD_COMMANDS = {
  '^XA': { title: 'begins a label', parameters: [] },
  '^XZ': { title: 'ends a label, which is then printed', parameters: [] },
  '^FX': {
    title: 'a comment',
    about: 'It ends at the next command, so a caret in it ends it too.',
    effect: 'ignored',
    holds: 'comment',
    parameters: [data(['comment', 'not printed'])],
  },
  '^FO': {
    title: 'field origin: top left',
    about: 'Of a rotated field too: the top left of what is seen. ^LH is added.',
    parameters: [
      place(['x', 'from the left edge to the field'], 0),
      place(['y', 'from the upper edge to the field'], 0),
      JUSTIFICATION,
    ],
  },
  '^FT': {
    title: 'field origin: baseline, or bottom left',
    about: 'Without x or y the field continues at the end of the previous text.',
    parameters: [
      place(['x', 'from the left edge to the field'], 'where the text before ended'),
      place(['y', 'from the upper edge to the baseline'], 'where the text before ended'),
      JUSTIFICATION,
    ],
  },
  '^FM': {
    title: 'places for the symbols of a PDF417 or MicroPDF417 series',
    about: `Up to ${SERIES_PLACES_MAX} pairs; e in a pair leaves its symbol out.`,
    parameters: [data(['places', 'x1,y1,x2,y2 …'])],
  },
  '^FS': { title: 'ends a field', parameters: [] },
  '^FW': {
    title: 'default orientation and justification',
    about: 'Holds for later labels too, and turns a field that is open.',
    outlivesLabel: true,
    parameters: [
      choice(['orientation', 'of fields that say none'], ORIENTATION.choices, 'as it was'),
      numbered(['justification', 'of fields that say none'], SIDES, 'as it was'),
    ],
  },
  '^FD': {
    title: 'field data',
    about:
      'Text that is printed, or what a barcode holds. Line ends in it do not count; ^FH can write any byte.',
    holds: 'field-data',
    parameters: [DATA],
  },
  '^FV': {
    title: 'variable field data',
    about: 'Like ^FD, but ^MCN does not keep it for the next label.',
    holds: 'field-data',
    parameters: [DATA],
  },
  '^SN': {
    title: 'serial data',
    about: 'Takes the place of ^FD. The last number in it counts on from label to label.',
    renderer: 'a label shows its starting value',
    holds: 'field-data',
    parameters: [
      text(['start', 'what the first label shows'], '1'),
      unused({ ...count(['step', 'added for each label, may be negative']), byDefault: '1' }),
      unused(flag(['zeros', 'keeps leading zeros'], 'N')),
    ],
  },
  '^SF': {
    title: 'counts field data on',
    about: 'The mask is compared with the end of the data; the step begins at its end.',
    effect: 'later-labels',
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
    onlyOn: ['ZD421', 'ZD621', 'ZT411', 'ZT421', 'ZT510', 'ZT610', 'ZT620'],
    parameters: [character(['indicator', 'encloses a reference'], '#')],
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
    parameters: [whole(['number', 'of the field'], [0, 9999], 0)],
  },
  '^FR': { title: 'inverts what lies beneath the field', parameters: [] },
  '^LH': {
    title: 'label home: added to all places',
    about: 'Holds for later labels too.',
    outlivesLabel: true,
    parameters: [place(['x', 'of the home'], 0), place(['y', 'of the home'], 0)],
  },
  '^LS': {
    title: 'moves all fields to the left',
    outlivesLabel: true,
    parameters: [dots(['shift', 'to the left; negative to the right'], [-9999, 9999], 0)],
  },
  '^LT': {
    title: 'moves the label down or up',
    about: 'Up to 120 dots, and 240 at 24 dots per mm.',
    outlivesLabel: true,
    parameters: [
      {
        ...dots(['top', 'down; negative up'], [-240, 240], 0),
        coarse: [-120, 120],
        // Beyond the bounds the command does nothing (printer evidence 8).
        takes: [-32_000, 32_000],
      },
    ],
  },
  '^RF': { title: 'writes field data to an RFID tag, or reads it', ...TAG },
  '^RQ': { title: 'writes and checks an EPC on an RFID tag', ...TAG },
  '^RA': { title: 'reads an AFI byte of an RFID tag', ...TAG },
  '^RT': { title: 'reads an RFID tag', ...TAG },
  '^WT': { title: 'writes field data to an RFID tag', ...TAG },
  '^WF': { title: 'writes an AFI byte to an RFID tag', ...TAG },
} as const satisfies Family;
