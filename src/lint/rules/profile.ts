import { profileDiagnostics } from '../../engine/printer-profile.ts';
import type { RuleFamily } from '../rule-family.ts';

/** Parts of a label that the printer's profile does not have. Without a profile nothing is found. */
export const PROFILE = {
  rules: {
    'font-not-sampled': {
      from: ['font-not-sampled'],
      blamesData: true,
      isOfStream: true,
      severity: 'warning',
      title: 'A text is not drawn from the printer’s profile',
      wrong:
        'A [profile](../printer-profiles.md) lacks a size, an orientation or a character, so the picture differs by dots, and text may be cut elsewhere. The rule reports each of them once.',
      example: null,
      corrected: null,
      instead: 'sample it with platen profile',
    },
    'profile-not-used': {
      severity: 'warning',
      title: 'The printer’s profile is of another resolution',
      wrong: 'The label is drawn as without a profile.',
      example: null,
      corrected: null,
      instead: 'name the resolution of the label with --dpi, or sample a printer of that resolution',
    },
  },
  stream({ dotsPerMm, start }, report) {
    for (const { reason } of profileDiagnostics(dotsPerMm)) {
      report.add({ code: 'profile-not-used', span: start, message: reason });
    }
  },
} as const satisfies RuleFamily;
