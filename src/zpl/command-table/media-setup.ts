import { character, choice, decimal, dots, type Family, flag } from './entry.ts';

const IGNORED = { effect: 'ignored' } as const;
const TITLED = { ...IGNORED, parameters: [], hasOthers: true } as const;

/** Inches a second, by number or letter. */
const SPEEDS = {
  ...Object.fromEntries(Array.from({ length: 14 }, (_, i) => [i + 1, 'inches a second'])),
  A: '2',
  B: '3',
  C: '4',
  D: '6',
  E: '8',
} as const;

/** Settings of the print job: many labels have them, without an effect on their dots. */
export const MEDIA_SETUP_COMMANDS = {
  '^ML': {
    title: 'longest label',
    ...IGNORED,
    setsUp: 'longest label',
    parameters: [dots(['length', 'of the longest label'], [0, 32_000])],
  },
  '^SL': { title: 'how the clock is read, and its language', ...TITLED, setsUp: 'clock' },
  '^ST': { title: 'sets the clock', ...TITLED, setsUp: 'clock' },
  '^MD': {
    title: 'darkness, added to what the printer has',
    ...IGNORED,
    setsUp: 'darkness',
    parameters: [decimal(['darkness', 'more or less'], [-30, 30], 0)],
  },
  '~SD': {
    title: 'darkness',
    ...IGNORED,
    setsUp: 'darkness',
    parameters: [decimal(['darkness', 'of the print'], [0, 30])],
  },
  '^MM': {
    title: 'what is done after printing',
    ...IGNORED,
    setsUp: 'print mode',
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
    ...IGNORED,
    setsUp: 'media tracking',
    parameters: [
      choice(['tracking', 'by what'], {
        N: 'not at all',
        Y: 'gaps',
        W: 'gaps',
        M: 'black marks',
        A: 'the printer finds out',
        V: 'not at all, of any length',
      }),
      dots(['offset', 'of the black mark'], [-80, 566], 0),
    ],
  },
  '^MT': {
    title: 'kind of print',
    ...IGNORED,
    setsUp: 'media type',
    parameters: [choice(['type', 'of media'], { T: 'thermal transfer', D: 'direct thermal' })],
  },
  '^PR': {
    title: 'speed of printing, moving and pulling back',
    ...IGNORED,
    setsUp: 'speed',
    parameters: [
      choice(['print', 'inches a second'], SPEEDS, 'A'),
      choice(['slew', 'inches a second without print'], SPEEDS, 'D'),
      choice(['backfeed', 'inches a second'], SPEEDS, 'A'),
    ],
  },
  '~TA': {
    title: 'where labels are torn off',
    ...IGNORED,
    setsUp: 'tear-off position',
    parameters: [dots(['offset', 'of the tear bar'], [-120, 120])],
  },
  '^MP': {
    title: 'locks the control panel',
    ...IGNORED,
    setsUp: 'locked buttons',
    parameters: [character(['mode', 'what is locked'])],
  },
} as const satisfies Family;
