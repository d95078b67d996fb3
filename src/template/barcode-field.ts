import { checkNative, escapeForBarcode } from '../barcode/native.ts';
import { symbolWork } from '../barcode/work.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { decodeText, encodeText, firstUnencodable } from '../zpl/encoding.ts';
import { type Field, failEncoding, missingReason, templateOf, type Values } from './field.ts';
import type { Job } from './job.ts';
import { spell } from './spelling.ts';
import type { Token } from './token.ts';

/** A field whose data becomes the bars of a `^B*` command. Its encoding is that of bars. */
export interface BarcodeField extends Field {
  readonly kind: 'barcode';
  readonly command: string;
  readonly params: readonly string[];
  readonly moduleWidth: number;
  readonly ratio: number;
  readonly height: number;
  /** How many of the parts are the symbol's data: `^SN` has more parameters than that. */
  readonly dataParts: number;
}

/** The field with its values in it. What a printer could not encode as it is becomes a fault of the job. */
export function writeBarcode(
  field: BarcodeField,
  values: Values,
  tokens: readonly Token[],
  job: Job,
): ByteString {
  const { command, params, moduleWidth, ratio, height, encoding } = field;
  let text: string = field.opening;
  let data = '';
  let shown = '';
  let reason: string | null = null;
  let inserted = false;
  for (const [index, part] of field.parts.entries()) {
    const value = part.token === null ? undefined : values[part.token];
    let bytes = part.data;
    if (value === undefined) {
      text += part.spelled;
      if (part.token !== null) reason ??= missingReason(tokens[part.token] as Token);
    } else {
      let encoded = encodeText(encoding, value);
      if (encoded === null) {
        if (!encoding.supported) failEncoding(field, value);
        reason ??= `${firstUnencodable(encoding, value)} has no byte under ^CI${encoding.id}`;
        encoded = '' as ByteString;
      }
      bytes = escapeForBarcode(command, params, encoded);
      inserted = true;
      text += spell(field.spelling, bytes);
    }
    if (index >= field.dataParts) continue;
    data += bytes;
    shown += value ?? decodeText(encoding, part.data);
  }
  const filled = { command, params, moduleWidth, ratio, height, data: data as ByteString };
  job.spendSymbol(symbolWork(filled));
  const checked = checkNative(filled);
  reason ??= checked.reason;
  if (reason !== null) {
    const template = decodeText(encoding, templateOf(field.parts.slice(0, field.dataParts)));
    job.addFault({ symbology: checked.symbology, template, value: shown, reason });
  }
  return inserted ? (text as ByteString) : ((field.before + field.saved) as ByteString);
}
