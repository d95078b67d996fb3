/** A point in which printers differ. A profile says of each whether its printer follows it. */
export interface ProfileRule {
  /** A sentence for people. */
  readonly words: string;
  /** The number in docs/printer-evidence.md. */
  readonly evidence: number;
  /**
   * Fields that print otherwise with the rule than without, within {@link PROBE_BOX} from the label's home. They expect
   * power-up settings, and may leave others.
   */
  readonly probe: string;
}

/** The sides of a probe's box. Dots. */
export const PROBE_BOX = { width: 400, height: 300 } as const;

/** All rules, by the names that `profile.json` has for them (printer evidence 60 and 61). */
export const PROFILE_RULES = {
  fontSizeReset: {
    words: '^CF that names only a bitmap font gives it the size of its own cell.',
    evidence: 60,
    probe: '^CF0,60,60^CFD^FO20,20^FDHW^FS',
  },
  qrOrigin: {
    words:
      'A QR Code with ^FO is lower by the height of ^BY less a dot; with ^FT three modules less a dot are below it.',
    evidence: 61,
    probe:
      '^BY2,3,40^FO20,20^BQN,2,4^FDMA,PROBE^FS^FT200,200^BQN,2,4^FDMA,PROBE^FS^FT20,280^BQN,2,3^FDMA,123^FS',
  },
  retailGuards: {
    words: 'The guards of EAN and UPC are 13 dots longer than the other bars at every resolution.',
    evidence: 42,
    probe: '^BY2,3,60^FO20,20^BEN,60,N,N^FD590123412345^FS',
  },
  postalPitch: {
    words: 'Bars of POSTNET and PLANET are two and a half modules apart, cut to whole dots for each bar.',
    evidence: 56,
    probe: '^BY3,2,40^FO20,20^BZN,40,N,N,0^FD12345^FS',
  },
} as const satisfies Readonly<Record<string, ProfileRule>>;

export type RuleName = keyof typeof PROFILE_RULES;

export const RULE_NAMES = Object.keys(PROFILE_RULES) as RuleName[];
