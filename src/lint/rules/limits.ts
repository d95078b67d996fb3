import type { RuleFamily } from '../rule-family.ts';

/** Labels that exceed limits of the service, and incomplete lists of findings. The linter itself reports these. */
export const LIMIT_RULES = {
  rules: {
    'label-too-large': {
      severity: 'error',
      title: 'The service rejects this label',
      wrong: 'Requests for a label beyond its limits return 413; the part beyond them is not checked.',
      example: '^XA«^PW»30000^LL30000^FO50,50^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^PW800^LL1200^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'make it smaller; docs/limits.md has the limits',
    },
    'too-many-findings': {
      severity: 'info',
      title: 'Not all findings are listed',
      wrong:
        'The list has at most 1000 findings of each stream, errors before warnings, and one finding for each code in one place. This finding is as severe as the worst one left out.',
      // A thousand of them are too long to read.
      example: null,
      corrected: null,
      instead: 'fix the listed findings, and lint again',
    },
  },
} as const satisfies RuleFamily;
