import type { RuleCode } from '../../../src/lint/rule-codes.ts';

/** Verdicts on each code, on every label below, beside the picture that another renderer made of it. */
export const VERDICTS: Partial<Record<RuleCode, string>> = {
  'barcode-cut':
    'bars run off the label in both pictures, or the symbol lies beside it; no reader decodes it',
  'barcode-data-changed': 'a reader gets the text without its bars (|)',
  'barcode-overlapped': 'text or a picture lies on the symbol; some are read all the same',
  'codabar-start-stop': 'the letters are those of the command',
  'command-for-printer': 'it leaves no dot',
  'command-unknown': '^DN is not ~DN',
  'escapes-not-decoded': 'the barcode holds the escapes in letters',
  'font-unknown': 'fonts that only that printer holds, or that there are not',
  'line-end-in-data': 'words of two lines are printed as one',
  'label-opened-twice': 'another ^XA stands behind the first',
  'parameter-beyond-guide': 'the picture has 119364 bytes in one ^GF, and the guide allows 99999',
  'parameter-misplaced': 'N was meant for the parameter behind it, whose default it is',
  'parameter-not-a-number': 'the line stands at the upper edge instead',
  'parameter-sign': 'printed as if the sign were not there',
  'parameter-surplus': 'a comma too many behind an empty font',
  'parameter-untidy': 'what a template language left',
  'parameter-zero': '1 is printed',
  'picture-cut': 'the picture is a dot or more larger than the label',
  'picture-incomplete': 'its last rows are white',
  'picture-short': 'no byte of the picture was sent',
  'picture-surplus': 'its lower part is missing',
  'quiet-zone': 'a line runs into the white around the symbol, or the label ends there',
  'setting-too-late': 'the first box is drawn before ^LRY',
  'shape-cut': 'lines begin too far right, or are too long by some dots',
  'text-between-fields': 'a byte order mark, and what a template language left',
  'text-cut': 'letters are missing in both pictures, or all of the text',
  'text-overlapped':
    'letters of one line reach into those of the next in both pictures, or another text covers them',
};

interface Judged {
  readonly widthMm: number;
  readonly heightMm: number;
  /** Places, line and column, by code. */
  readonly findings: Partial<Record<RuleCode, string>>;
}

/** Labels of carriers and of other projects on which the linter finds something, at 203 dpi. */
export const JUDGED: Readonly<Record<string, Judged>> = {
  'barcode-codabar-standard': {
    widthMm: 101.5,
    heightMm: 101.5,
    findings: {
      'codabar-start-stop': '1:33',
    },
  },
  'barcode-code128-large-check-digit': {
    widthMm: 101.5,
    heightMm: 101.5,
    findings: {
      'quiet-zone': '1:33',
    },
  },
  'pdf417-basic': {
    widthMm: 101.5,
    heightMm: 203,
    findings: {
      'parameter-misplaced': '3:13',
    },
  },
  'qr-code-ft-manual': {
    widthMm: 101.5,
    heightMm: 203,
    findings: {
      'command-for-printer': '3:1 13:1',
      'quiet-zone': '26:8',
    },
  },
  amazon: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'command-for-printer': '2:7',
      'shape-cut': '10:9 17:9 34:9',
      'quiet-zone': '31:4 40:4',
      'barcode-cut': '40:4',
      'text-between-fields': '42:1',
      'line-end-in-data': '6:54 13:67 19:47 22:53 35:56',
    },
  },
  bpost: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'barcode-cut': '38:37',
      'barcode-data-changed': '46:21',
      'quiet-zone': '46:21',
      'barcode-overlapped': '46:21',
    },
  },
  dbs: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'barcode-overlapped': '1:5597 1:5689',
      'picture-surplus': '1:5886',
    },
  },
  dbschenker: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'parameter-misplaced': '51:13',
      'escapes-not-decoded': '52:7',
    },
  },
  'dhl-express': {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'barcode-cut': '22:4',
    },
  },
  dhlparceluk: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'parameter-zero': '1:1479 1:1632 1:2335',
    },
  },
  dpdpl: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'shape-cut': '1:748 1:1791 1:2245 1:2307',
    },
  },
  evri: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'barcode-data-changed': '46:21',
      'quiet-zone': '46:21',
      'barcode-overlapped': '46:21',
    },
  },
  fedex: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'parameter-surplus': '1:12',
      'parameter-not-a-number': '30:8',
    },
  },
  'glsdk-return': {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'command-for-printer': '1:1',
      'parameter-untidy': '1:3114',
      'text-between-fields': '1:3503',
    },
  },
  jcpenney: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'shape-cut': '3:10 16:10 17:10 18:10 24:10',
      'parameter-zero': '27:4',
    },
  },
  pnldpd: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'label-opened-twice': '4:1',
      'font-unknown': '5:6 6:6 7:6',
      'shape-cut': '232:1 260:1 291:1 306:1',
      'barcode-overlapped': '205:4',
      'text-overlapped': '209:4',
    },
  },
  pocztex: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'parameter-sign': '147:9',
    },
  },
  postnl: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'barcode-cut': '38:37',
      'barcode-data-changed': '46:21',
      'quiet-zone': '46:21',
      'barcode-overlapped': '46:21',
    },
  },
  royalmail: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'barcode-data-changed': '44:21',
      'barcode-overlapped': '44:21',
    },
  },
  seur: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'barcode-cut': '40:37',
      'parameter-misplaced': '50:13',
      'escapes-not-decoded': '51:7',
    },
  },
  'tnt-express': {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'parameter-misplaced': '50:13',
      'escapes-not-decoded': '51:7',
    },
  },
  ups: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'command-for-printer': '5:1',
      'shape-cut': '41:11',
      'command-unknown': '99:1',
    },
  },
  'ups-import-control': {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'command-for-printer': '4:1',
      'picture-incomplete': '48:1',
      'command-unknown': '99:1',
    },
  },
  usps: {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'command-for-printer': '2:4',
    },
  },
  'usps-apo': {
    widthMm: 101.625,
    heightMm: 203.25,
    findings: {
      'picture-short': '385:9',
    },
  },
  'edi-triangle': {
    widthMm: 101.5,
    heightMm: 203,
    findings: {
      'setting-too-late': '4:1',
    },
  },
  'gfa-duck-0': {
    widthMm: 101.5,
    heightMm: 152.25,
    findings: {
      'picture-cut': '1:4',
    },
  },
  'gfa-label-0': {
    widthMm: 101.5,
    heightMm: 152.25,
    findings: {
      'parameter-beyond-guide': '1:16',
      'picture-cut': '1:4',
    },
  },
  'encodings-013': {
    widthMm: 101.5,
    heightMm: 203,
    findings: {
      'text-overlapped': '13:26 14:26',
    },
  },
  'text-fallback-default': {
    widthMm: 101.5,
    heightMm: 203,
    findings: {
      'shape-cut': '8:7 28:9 32:9',
      'font-unknown':
        '11:23 12:25 13:23 14:25 15:23 16:25 17:23 18:25 19:23 20:25 21:23 22:25 24:12 25:25 31:25 34:26',
      'barcode-cut': '23:24',
      'text-cut': '24:23 25:36 34:37',
      'picture-cut': '26:9',
    },
  },
  'text-ft-i': {
    widthMm: 101.5,
    heightMm: 203,
    findings: {
      'text-cut': '1:26',
    },
  },
};
