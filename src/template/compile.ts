import { failure } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';
import { type Command, keepCommands } from '../zpl/tokenize.ts';
import type { BarcodeCheck } from './fields/barcode-check.ts';
import type { BlockCheck } from './fields/control-check.ts';
import { DryRun } from './fields/dry-run.ts';
import { FieldReader } from './fields/field-reader.ts';
import { readCommands, stateReset } from './fields/saved-commands.ts';
import { pictureKeys } from './fields/shown-tokens.ts';
import { TokenTable, uniteNames } from './placeholders/token-table.ts';
import { RasterReader } from './raster-markers/raster-reader.ts';
import { countCodeUnits, type DynamicField, type Template } from './template.ts';
import { compileTransforms } from './transforms/transform-program.ts';

/** A saved label, as far as substitution is concerned. */
export interface TemplateSource {
  /** The bytes of the saved text: `toByteString(label.zpl)`. */
  readonly zpl: ByteString;
  /** Transforms as saved; malformed ones fail when the template is used. */
  readonly fieldTransforms: unknown;
  /** Names that the editor saved, besides the placeholders. */
  readonly dynamicTokens: readonly string[];
}

/**
 * Reads a saved label once, so that a record costs no more than its values. Never throws: what makes the label
 * unusable is the template's `failure`, which is thrown when the template is used.
 */
export function compile({ zpl, fieldTransforms, dynamicTokens }: TemplateSource): Template {
  const codeUnits = countCodeUnits(zpl);
  const commands = codeUnits > LIMITS.zplUnits ? null : readCommands(zpl);
  const table = new TokenTable();
  const diagnostics: Diagnostic[] = [];
  const rasters = new RasterReader(zpl, table, diagnostics);
  const leads: ByteString[] = [];
  const dynamicFields: DynamicField[] = [];
  let barcodes: readonly BarcodeCheck[] = [];
  let blocks: readonly BlockCheck[] = [];
  let reset = '' as ByteString;
  let literalStart = 0;
  if (commands !== null) {
    const sent = commands.commands.map(({ command }) => command);
    const fields = mayReadData(sent, zpl)
      ? new FieldReader(zpl, new DryRun(sent), table, diagnostics, commands.everyPrefix)
      : null;
    for (const saved of commands.commands) {
      if (table.isOverfull) break;
      const field = rasters.take(saved) ?? fields?.take(saved) ?? null;
      if (field === null) continue;
      // `+` would postpone joining the two until each use.
      leads.push([zpl.slice(literalStart, field.start), field.opening].join('') as ByteString);
      dynamicFields.push(field);
      literalStart = field.end;
    }
    rasters.finish();
    if (dynamicFields.length === 0) keepCommands(zpl, sent);
    barcodes = fields?.barcodes() ?? [];
    blocks = fields?.blocks() ?? [];
    reset = stateReset(commands.last, fields?.reliesOnEncoding ?? false);
  }
  leads.push(zpl.slice(literalStart) as ByteString);
  const problem =
    codeUnits > LIMITS.zplUnits
      ? `has ${codeUnits} characters; the limit is ${LIMITS.zplUnits}`
      : commands === null
        ? `has more than ${LIMITS.zplPrefixes} command prefixes`
        : table.isOverfull
          ? `has more than ${LIMITS.zplPrefixes} placeholders`
          : rasters.count > LIMITS.markedFields
            ? `has ${rasters.count} marked barcodes; the limit is ${LIMITS.markedFields}`
            : null;
  return {
    zpl,
    dynamicFields,
    leads,
    barcodes,
    blocks,
    tokens: table.tokens,
    pictures: pictureKeys(table.tokens, dynamicFields, [...barcodes, ...blocks]),
    transforms: compileTransforms(fieldTransforms),
    tokenNames: uniteNames(dynamicTokens, table.placeholders),
    isDynamic: table.placeholders.length > 0,
    stateReset: reset,
    diagnostics,
    failure: problem === null ? null : failure('too_large', `the saved ZPL ${problem}`),
  };
}

/**
 * Whether the reading of the data matters: a field may have a placeholder, which needs a brace, or is printed before
 * the label changes the encoding. Otherwise the dry run is skipped, which halves the time to compile a small label.
 */
function mayReadData(commands: readonly Command[], zpl: ByteString): boolean {
  if (zpl.includes('{')) return true;
  let hasData = false;
  return commands.some(({ name }) => {
    hasData ||= name === '^FD' || name === '^FV' || name === '^SN';
    // An escape may be a brace, and what a format stores is carried out later.
    return name === '^FH' || name === '^DF' || (hasData && name === '^CI');
  });
}
