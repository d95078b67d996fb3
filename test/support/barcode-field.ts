import type { BarcodeField, BarcodeKind } from '../../src/barcode/commands.ts';
import type { BarcodeCommand } from '../../src/zpl/barcode-options.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { optionReader } from '../../src/zpl/commands/option-reader.ts';
import { Params } from '../../src/zpl/commands/params.ts';
import { switchOn } from '../../src/zpl/parse.ts';

/** A character that no parameter contains. */
const DELIMITER = '\uffff';

/** The parser's reading of a command with these parameters. */
export function barcodeKind(name: string, params: readonly string[]): BarcodeKind {
  const printer = switchOn({ dotsPerMm: 8 });
  const text = params.join(DELIMITER) as ByteString;
  const sent = { name, params: text, delimiter: DELIMITER, start: 0, paramsStart: 0, end: 0 };
  const command = name as BarcodeCommand;
  return { command, options: optionReader(command)(new Params(printer, sent)) };
}

/** A barcode field as it comes after `^BY2,3,10`. */
export function barcodeField(name: string, params: readonly string[], data: string): BarcodeField {
  return { ...barcodeKind(name, params), moduleWidth: 2, ratio: 3, height: 10, data: data as ByteString };
}
