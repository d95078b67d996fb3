/** A point in which printers differ. A profile says whether its printer follows the rule. */
export interface ProfileRule {
  /** A sentence for people. */
  readonly words: string;
  /** The number in docs/printer-evidence.md. */
  readonly evidence: number;
  /**
   * Fields that print differently with the rule and without, within {@link PROBE_BOX} from the label's home. They
   * expect power-up settings, and may change them.
   */
  readonly probe: string;
}

/** The sides of a probe's box. Dots. */
export const PROBE_BOX = { width: 400, height: 300 } as const;

/** All rules, by the names that `profile.json` has for them (printer evidence 60 and on). */
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
  intelligentMailThirds: {
    words: 'Bars of Intelligent Mail end at thirds of the height, rounded outwards.',
    evidence: 62,
    probe: '^BY2,3,40^FO20,20^BZN,40,N,N,3^FD01234567094987654321^FS',
  },
  diagonalRuns: {
    words: 'Rows of ^GD are runs, each of which begins where a step cut to whole dots leads.',
    evidence: 63,
    probe: '^FO20,20^GD60,40,5,B,R^FS^FO120,20^GD41,90,1,B,L^FS^FO200,20^GD80,30,10^FS',
  },
  ellipseCurves: {
    words:
      'Circles, ellipses and rounded corners are stepped in whole dots, with a border of two dots at least.',
    evidence: 64,
    probe: '^FO20,20^GC60,5^FS^FO100,20^GE90,60,1^FS^FO20,110^GB100,60,5,B,3^FS^FO150,110^GC40,20^FS',
  },
  lastRowBaseline: {
    words: 'With ^FT the last row of dots of graphics and bars is at the place, not the line below it.',
    evidence: 65,
    probe: '^FT20,100^GB60,40,3^FS^FT20,200^BY2^BCN,60,N^FD123^FS^FT200,200^GFA,8,8,1,FFFFFFFFFFFFFFFF^FS',
  },
  blockEdges: {
    words: 'A rotated ^FB block begins at the last of its dots, and has no spacing after its last line.',
    evidence: 66,
    probe: '^FO20,20^AAR,9,5^FB100,2,9,L^FDone two three four five six^FS',
  },
  blockWholeDots: {
    words: 'Lines of a ^FB block are centred and justified in whole dots.',
    evidence: 67,
    probe:
      '^FO20,20^AAN,9,5^FB121,1,0,C^FDone two three four^FS^FO20,50^AAN,9,5^FB122,1,0,C^FDone two three four^FS^FO20,100^AAN,9,5^FB123,2,0,J^FDone two a b three four^FS',
  },
  turnedBitmapFonts: {
    words: 'Text in fonts A to H that is turned to I or B begins past the last of its dots.',
    evidence: 68,
    probe: '^FO20,20^AAI,18,10^FDHEH^FS^FO150,20^AAB,18,10^FDHEH^FS',
  },
  turnedInkMargins: {
    words: 'Text of ^FO with justification 1 that is turned to R or I is placed by its ink.',
    evidence: 70,
    probe: '^FO100,20,1^AAR,18,10^FDlil^FS',
  },
  captionLeft: {
    words: 'The text below a ^BC whose field names a font begins with the bars.',
    evidence: 69,
    probe: '^BY2^FO20,20^AAN,18,10^BCN,60,Y,N,N^FD12345^FS',
  },
} as const satisfies Readonly<Record<string, ProfileRule>>;

export type RuleName = keyof typeof PROFILE_RULES;

export const RULE_NAMES = Object.keys(PROFILE_RULES) as RuleName[];
