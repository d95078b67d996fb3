import type { RuleFamily } from '../rule-family.ts';

/** Labels that the service does not take, and lists that are not whole; these are met on the way to the other rules. */
export const LIMIT_RULES = {
  rules: {
    'label-too-large': {
      severity: 'error',
      title: 'The service does not take this label',
      wrong:
        'Requests for a label beyond its limits are answered 413; what is beyond them is not looked at here.',
      example: '^XA«^PW»30000^LL30000^FO50,50^A0N,30^FDPrice^FS^XZ',
      mended: '^XA^PW800^LL1200^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'make it smaller; docs/limits.md has the limits',
    },
    'too-many-findings': {
      severity: 'info',
      title: 'There are more findings than are listed',
      wrong:
        'Of each stream 1000 are listed, errors before warnings; of those of one code in one place only one. It is as severe as the worst of those that are left out.',
      // A thousand of them are too long to read.
      example: null,
      mended: null,
      instead: 'mend those that are listed, and lint again',
    },
  },
} as const satisfies RuleFamily;
