import { decimal, dots, type Family } from './parameter.ts';

/** What holds for a label, or until it is changed. */
export const SETUP_COMMANDS: Family = {
  '^BY': {
    title: 'bar code defaults: module, ratio, height',
    parameters: [
      dots(['module', 'width of the narrowest bar'], [1, 12], '2, or what was set before'),
      decimal(['ratio', 'of wide bars to narrow ones'], [2, 3], '3, or what was set before'),
      dots(['height', 'of bars'], [1, 32_000], '10, or what was set before'),
    ],
  },
  '^PW': {
    title: 'print width',
    parameters: [dots(['width', 'of the label'], [2, 32_000], 'what the printer has saved')],
  },
  '^LL': {
    title: 'label length',
    parameters: [dots(['length', 'of the label'], [1, 32_000], 'what the printer has saved')],
  },
};
