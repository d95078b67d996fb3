import { choice, data, decimal, dots, type Family, flag, numbered, unused, whole } from './entry.ts';

const FORMAT = {
  title: 'changes the prefix of format commands',
  effect: 'ignored',
  prefix: 'format',
  parameters: [data(['prefix', 'in place of ^'])],
} as const;
const CONTROL = {
  title: 'changes the prefix of control commands',
  effect: 'ignored',
  prefix: 'control',
  parameters: [data(['prefix', 'in place of ~'])],
} as const;
const DELIMITER = {
  title: 'changes the delimiter',
  effect: 'ignored',
  prefix: 'delimiter',
  parameters: [data(['delimiter', 'in place of the comma'])],
} as const;

const CLOCK = [-32_000, 32_000] as const;
const COUNT = [0, 99_999_999] as const;

/** Settings of the whole label, or until changed. */
export const LABEL_SETUP_COMMANDS = {
  '^BY': {
    title: 'bar code defaults: module, ratio, height',
    about: 'Holds for later labels too.',
    outlivesLabel: true,
    parameters: [
      // Up to 12 where the guide says 10 (printer evidence 4).
      { ...dots(['module', 'width of the narrowest bar'], [1, 12], '2, or what was set before'), most: 10 },
      decimal(['ratio', 'of wide bars to narrow ones'], [2, 3], '3, or what was set before'),
      dots(['height', 'of the bars'], [1, 32_000], '10, or what was set before'),
    ],
  },
  '^PW': {
    title: 'print width',
    outlivesLabel: true,
    parameters: [dots(['width', 'of the label'], [2, 32_000], 'what the printer has saved')],
  },
  '^LL': {
    title: 'label length',
    about: 'For paper without gaps or marks. Holds from the next label on if a field was closed before.',
    renderer: 'only `lint` takes its canvas from it',
    outlivesLabel: true,
    parameters: [
      {
        ...dots(['length', 'of the label'], [1, 32_000], 'what the printer has saved'),
        // A length below 1 leaves the one before.
        takes: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      },
      unused(flag(['always', 'for all kinds of paper'], 'N')),
    ],
  },
  '^PO': {
    title: 'orientation of the label',
    outlivesLabel: true,
    parameters: [choice(['orientation', 'of the whole label'], { N: 'upright', I: 'upside down' }, 'N')],
  },
  '^PM': {
    title: 'mirrors the label',
    // No flag: another letter leaves the label as it is, with a warning.
    outlivesLabel: true,
    parameters: [choice(['mirror', 'left to right'], { N: 'no', Y: 'yes' }, 'N')],
  },
  '^LR': {
    title: 'makes all fields invert what lies beneath',
    outlivesLabel: true,
    parameters: [flag(['reverse', 'as ^FR'], 'N')],
  },
  '^JM': {
    title: 'halves the resolution',
    outlivesLabel: true,
    parameters: [choice(['resolution', 'of the label'], { A: 'full', B: 'half' }, 'A')],
  },
  '^MC': {
    title: 'keeps the label as a background',
    outlivesLabel: true,
    parameters: [flag(['clear', 'the next label begins empty'], 'Y')],
  },
  '^MU': {
    title: 'unit of lengths, and another resolution',
    about: '^MUD,150,300 prints what was made for 150 dpi at 300.',
    outlivesLabel: true,
    parameters: [
      choice(['unit', 'of the lengths that follow'], { D: 'dots', I: 'inches', M: 'millimetres' }, 'D'),
      // The renderer takes any numbers above 0.
      choice(['made for', 'dpi'], { 150: 'dpi', 200: 'dpi', 300: 'dpi' }),
      choice(['printed at', 'dpi'], { 300: 'dpi', 600: 'dpi' }),
    ],
  },
  '^CV': {
    title: 'checks the data of barcodes',
    about: 'Data that a symbology does not take is printed as INVALID.',
    outlivesLabel: true,
    parameters: [flag(['check', 'the data'], 'N')],
  },
  '^PQ': {
    title: 'how many are printed',
    renderer: 'a label is drawn once',
    setsUp: 'quantity',
    parameters: [
      whole(['quantity', 'of labels'], [1, 99_999_999], 1),
      unused(whole(['pause', 'after as many; 0 for none'], COUNT, 0)),
      unused(whole(['replicates', 'of each serial number'], COUNT, 0)),
      unused(flag(['override', 'cuts without a pause'], 'N')),
      unused(flag(['cut on error', 'cuts at an RFID void'], 'Y')),
    ],
  },
  '^SO': {
    title: 'sets the second or third clock ahead',
    outlivesLabel: true,
    parameters: [
      numbered(['clock', 'which one'], { 2: 'the second', 3: 'the third' }, 2),
      whole(['months', 'ahead'], CLOCK, 0),
      whole(['days', 'ahead'], CLOCK, 0),
      whole(['years', 'ahead'], CLOCK, 0),
      whole(['hours', 'ahead'], CLOCK, 0),
      whole(['minutes', 'ahead'], CLOCK, 0),
      whole(['seconds', 'ahead'], CLOCK, 0),
    ],
  },
  '^CC': FORMAT,
  '~CC': FORMAT,
  '^CT': CONTROL,
  '~CT': CONTROL,
  '^CD': DELIMITER,
  '~CD': DELIMITER,
} as const satisfies Family;
