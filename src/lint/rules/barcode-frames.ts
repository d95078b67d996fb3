import { checkBarcodeData } from '../../barcode/commands.ts';
import type { BarcodeCheck } from '../../template/fields/barcode-check.ts';
import type { DataField } from '../../template/fields/data-field.ts';
import type { DataSource } from '../../template/fields/data-source.ts';
import { bytesIn } from '../../template/fields/data-syntax.ts';
import type { DotsPerMm } from '../../units.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { givenKeys } from '../given-names.ts';
import type { FilledStream, Findings, RuleFamily } from '../rule-family.ts';
import { dataWithin } from '../spans.ts';

/** Barcodes that no value can make valid, because of what the label itself has around the placeholder. */
export const BARCODE_FRAMES = {
  rules: {
    'barcode-frame': {
      severity: 'error',
      title: 'No value makes a barcode valid',
      wrong: 'The symbology does not allow the text around the placeholder: every request fails.',
      example: '^XA^FO50,50^BY2^BEN,80^FD«{ean}-X»^FS^XZ',
      corrected: '^XA^FO50,50^BY2^BEN,80^FD{ean}^FS^XZ',
      instead: 'leave only text around the placeholder that the symbology allows',
    },
  },
  stream: checkFrames,
} as const satisfies RuleFamily;

/** Values that some symbology takes: digits of any length whose check digit is right, whatever the scheme is. */
const DIGITS_MAX = 50;

/** The most barcodes of one stream that are checked. */
const BARCODES_MAX = 200;

function checkFrames({ template, variables, dotsPerMm }: FilledStream, report: Findings): void {
  const { zpl, barcodes, tokens } = template;
  const given = variables === null ? new Set<string>() : givenKeys(template, variables);
  /** Whether a token has a value; such a barcode is checked with the value in it. */
  const isGiven = (index: number): boolean => {
    const token = tokens[index];
    return token?.kind === 'automatic' || token?.keys.some((key) => given.has(key)) === true;
  };
  for (const check of barcodes.slice(0, BARCODES_MAX)) {
    const { source, embed } = check;
    const open = source.parts.some(({ token }) => token !== null && !isGiven(token));
    if (!open || embed !== null || source.clocks.length > 0 || !isField(source)) continue;
    if (takesSomeValue(check, dotsPerMm)) continue;
    const { symbology, reason } = checkBarcodeData({ ...check.field, dotsPerMm, data: filled(check, '0') });
    const span = dataWithin(zpl, source);
    const message = `${symbology}: no value of the placeholder makes this valid; ${reason ?? 'its data is never valid'}`;
    report.add({ code: 'barcode-frame', span, command: '^FD', parameter: 1, message });
  }
}

function isField(source: DataSource): source is DataField {
  return 'start' in source;
}

function takesSomeValue(check: BarcodeCheck, dotsPerMm: DotsPerMm): boolean {
  for (const digit of '0123456789') {
    for (let length = 1; length <= DIGITS_MAX; length++) {
      const data = filled(check, digit.repeat(length));
      if (checkBarcodeData({ ...check.field, dotsPerMm, data }).reason === null) return true;
    }
  }
  return checkBarcodeData({ ...check.field, dotsPerMm, data: filled(check, 'A') }).reason === null;
}

/** The data with this value in the first placeholder, and one digit in all others. */
function filled({ source, syntax }: BarcodeCheck, value: string): ByteString {
  let isFirst = true;
  return source.parts
    .slice(0, source.dataParts)
    .map(({ token, data }) => {
      if (token === null) return data;
      const inserted = bytesIn(syntax, isFirst ? value : '0') ?? '';
      isFirst = false;
      return inserted;
    })
    .join('') as ByteString;
}
