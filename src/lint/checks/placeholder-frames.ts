import { checkBarcodeData } from '../../barcode/commands.ts';
import type { BarcodeCheck } from '../../template/fields/barcode-check.ts';
import type { DataField } from '../../template/fields/data-field.ts';
import type { DataSource } from '../../template/fields/data-source.ts';
import { bytesIn } from '../../template/fields/data-syntax.ts';
import type { Template } from '../../template/template.ts';
import type { DotsPerMm } from '../../units.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import type { Report } from '../report.ts';
import { dataWithin } from './spans.ts';

/** Values that some symbology takes: digits of any length whose check digit is right, whatever the scheme is. */
const DIGITS_MAX = 50;

/** Barcodes of one stream that are looked at. */
const BARCODES_MAX = 200;

/**
 * Barcodes that no value can make valid, because of what the label itself says around the placeholder.
 *
 * @param isGiven whether a token has a value, which is looked at once it is inserted.
 */
export function checkFrames(
  { zpl, barcodes }: Template,
  isGiven: (token: number) => boolean,
  dotsPerMm: DotsPerMm,
  report: Report,
): void {
  for (const check of barcodes.slice(0, BARCODES_MAX)) {
    const { source, embed } = check;
    const open = source.parts.some(({ token }) => token !== null && !isGiven(token));
    if (!open || embed !== null || source.clocks.length > 0 || !isField(source)) continue;
    if (takesSomeValue(check, dotsPerMm)) continue;
    const { symbology, reason } = checkBarcodeData({ ...check.field, dotsPerMm, data: filled(check, '0') });
    const span = dataWithin(zpl, source);
    const message = `${symbology}: no value of the placeholder makes this valid; ${reason ?? 'its data is never taken'}`;
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
