import { fail } from '../errors.ts';
import type { ServedLabel } from '../store/store.ts';
import type { Call } from './call.ts';
import { type Steps, settled } from './steps.ts';

/** A label's token names where it has none. */
const NO_NAMES = '[]';

/** A label that has ZPL to work on. */
export type PrintableLabel = ServedLabel & { readonly zpl: Uint8Array };

/** The account's personal label with this id; throws `label_not_found`. */
export function* findLabel(call: Call, id: string): Steps<ServedLabel> {
  const label = yield* settled(call.parts.cache.findLabel(call.caller.accountId, id));
  if (label === null) fail('label_not_found');
  return label;
}

/** The label, if it has ZPL to work on; throws `zpl_not_saved`. */
export function savedZpl(label: ServedLabel): PrintableLabel {
  const { zpl } = label;
  if (zpl === null || zpl.length === 0) fail('zpl_not_saved');
  return label as PrintableLabel;
}

/** The label, if its saved state lets variables act on it; throws the documented 409s. */
export function renderable(label: ServedLabel): PrintableLabel {
  const saved = savedZpl(label);
  if (saved.outputFormat === 'bitmap' && saved.tokenNames.length > NO_NAMES.length) {
    fail('bitmap_dynamic_output_incompatible', null, { outputFormat: 'bitmap' });
  }
  return saved;
}
