import { character, choice, data, decimal, dots, type Family, flag, titled, whole } from './parameter.ts';

const PREFIX = {
  title: 'changes the prefix of format commands',
  parameters: [data(['prefix', 'in place of ^'])],
};
const CONTROL = {
  title: 'changes the prefix of control commands',
  parameters: [data(['prefix', 'in place of ~'])],
};
const DELIMITER = {
  title: 'changes the delimiter',
  parameters: [data(['delimiter', 'in place of the comma'])],
};

const CLOCK = [-32_000, 32_000] as const;

/** What holds for the whole label, or until it is changed. */
export const SETUP_COMMANDS: Family = {
  '^BY': {
    title: 'bar code defaults: module, ratio, height',
    about: 'Holds for later labels too.',
    parameters: [
      // Up to 12 where the guide says 10 (printer evidence 4).
      { ...dots(['module', 'width of the narrowest bar'], [1, 12], '2, or what was set before'), most: 10 },
      decimal(['ratio', 'of wide bars to narrow ones'], [2, 3], '3, or what was set before'),
      dots(['height', 'of the bars'], [1, 32_000], '10, or what was set before'),
    ],
  },
  '^PW': {
    title: 'print width',
    parameters: [dots(['width', 'of the label'], [2, 32_000], 'what the printer has saved')],
  },
  '^LL': {
    title: 'label length',
    about: 'For paper without gaps or marks. Holds from the next label on if a field was closed before.',
    parameters: [
      dots(['length', 'of the label'], [1, 32_000], 'what the printer has saved'),
      flag(['always', 'for all kinds of paper'], 'N'),
    ],
  },
  '^ML': { title: 'longest label', parameters: [dots(['length', 'of the longest label'], [0, 32_000])] },
  '^PO': {
    title: 'orientation of the label',
    parameters: [choice(['orientation', 'of the whole label'], { N: 'upright', I: 'upside down' }, 'N')],
  },
  '^PM': {
    title: 'mirrors the label',
    parameters: [flag(['mirror', 'left to right'], 'N')],
  },
  '^LR': {
    title: 'makes all fields invert what lies beneath',
    parameters: [flag(['reverse', 'as ^FR'], 'N')],
  },
  '^JM': {
    title: 'halves the resolution',
    parameters: [choice(['resolution', 'of the label'], { A: 'full', B: 'half' }, 'A')],
  },
  '^MC': {
    title: 'keeps the label as a background',
    parameters: [flag(['clear', 'the next label begins empty'], 'Y')],
  },
  '^MU': {
    title: 'unit of lengths, and another resolution',
    about: '^MUD,150,300 prints what was made for 150 dpi at 300.',
    parameters: [
      choice(['unit', 'of the lengths that follow'], { D: 'dots', I: 'inches', M: 'millimetres' }, 'D'),
      choice(['made for', 'dpi'], { 150: 'dpi', 200: 'dpi', 300: 'dpi' }),
      choice(['printed at', 'dpi'], { 300: 'dpi', 600: 'dpi' }),
    ],
  },
  '^CV': {
    title: 'checks the data of barcodes',
    about: 'Data that a symbology does not take is printed as INVALID.',
    parameters: [flag(['check', 'the data'], 'N')],
  },
  '^PQ': {
    title: 'how many are printed',
    parameters: [
      whole(['quantity', 'of labels'], [1, 99_999_999], '1'),
      whole(['pause', 'after as many; 0 for none'], [0, 99_999_999], '0'),
      whole(['replicates', 'of each serial number'], [0, 99_999_999], '0'),
      flag(['override', 'cuts without a pause'], 'N'),
      flag(['cut on error', 'cuts at an RFID void'], 'Y'),
    ],
  },
  '^SO': {
    title: 'sets the second or third clock ahead',
    parameters: [
      choice(['clock', 'which one'], { 2: 'the second', 3: 'the third' }, '2'),
      whole(['months', 'ahead'], CLOCK, '0'),
      whole(['days', 'ahead'], CLOCK, '0'),
      whole(['years', 'ahead'], CLOCK, '0'),
      whole(['hours', 'ahead'], CLOCK, '0'),
      whole(['minutes', 'ahead'], CLOCK, '0'),
      whole(['seconds', 'ahead'], CLOCK, '0'),
    ],
  },
  '^SL': titled('how the clock is read, and its language'),
  '^ST': titled('sets the clock'),
  '^CC': PREFIX,
  '~CC': PREFIX,
  '^CT': CONTROL,
  '~CT': CONTROL,
  '^CD': DELIMITER,
  '~CD': DELIMITER,
  '^MD': {
    title: 'darkness, added to what the printer has',
    parameters: [decimal(['darkness', 'more or less'], [-30, 30], '0')],
  },
  '~SD': { title: 'darkness', parameters: [decimal(['darkness', 'of the print'], [0, 30])] },
  '^MM': {
    title: 'what is done after printing',
    parameters: [
      choice(['mode', 'after each label'], {
        T: 'tear off',
        P: 'peel off',
        R: 'rewind',
        A: 'applicator',
        C: 'cut',
        D: 'cut later',
        F: 'RFID',
        L: 'reserved',
        U: 'reserved',
        K: 'kiosk',
        V: 'wind away',
        S: 'stream',
      }),
      flag(['prepeel', 'peels a bit ahead'], 'N'),
    ],
  },
  '^MN': {
    title: 'how the end of a label is found',
    parameters: [
      choice(['tracking', 'by what'], {
        N: 'not at all',
        Y: 'gaps',
        W: 'gaps',
        M: 'black marks',
        A: 'the printer finds out',
        V: 'not at all, of any length',
      }),
      dots(['offset', 'of the black mark'], [-80, 566], '0'),
    ],
  },
  '^MT': {
    title: 'kind of print',
    parameters: [choice(['type', 'of media'], { T: 'thermal transfer', D: 'direct thermal' })],
  },
  '^PR': titled('speed of printing, moving and pulling back'),
  '~TA': {
    title: 'where labels are torn off',
    parameters: [dots(['offset', 'of the tear bar'], [-120, 120])],
  },
  '^MP': { title: 'locks the control panel', parameters: [character(['mode', 'what is locked'])] },
};
