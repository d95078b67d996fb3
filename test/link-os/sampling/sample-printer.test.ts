import { afterEach, expect, test } from 'vitest';
import { useProfile } from '../../../src/engine/printer-profile.ts';
import { renderImages } from '../../../src/engine/render-images.ts';
import { compareDots } from '../../../src/link-os/compare-dots.ts';
import { dotsOfBitmap, dotsOfPng } from '../../../src/link-os/dots.ts';
import { PrinterPreview } from '../../../src/link-os/printer-preview.ts';
import { Prober } from '../../../src/link-os/sampling/prober.ts';
import { samplePrinter } from '../../../src/link-os/sampling/sample-printer.ts';
import type { PrinterProfile } from '../../../src/printer-profile/profile.ts';
import { RULE_NAMES } from '../../../src/printer-profile/profile-rules.ts';
import { MM_PER_INCH } from '../../../src/units.ts';
import { byteStringOf } from '../../../src/zpl/byte-string.ts';
import { type EmulatedOptions, EmulatedPrinter } from '../emulated-printer.ts';

const EMPTY: PrinterProfile = {
  printer: { name: null, model: null, firmware: null },
  dpi: 203,
  rules: {},
  sizes: [],
  advances: [],
};
const LABEL = byteStringOf(
  Buffer.from('^XA^PW832^LL200^FO40,40^A0N,30,25^FDTen^FS^FO200,40^A0B,40,40^FDAda^FS^XZ'),
);

let printer: EmulatedPrinter;
afterEach(() => printer.close());

async function sampling(options: EmulatedOptions = {}) {
  printer = await EmulatedPrinter.start(options);
  const prober = new Prober(new PrinterPreview(`http://${printer.address}`), 1);
  const kept: PrinterProfile[] = [];
  const notes: string[] = [];
  const watcher = {
    keep: (profile: PrinterProfile) => void kept.push(profile),
    progress: () => {},
    note: (note: string) => void notes.push(note),
  };
  const stop = new AbortController();
  const run = (before = EMPTY, signal = stop.signal) =>
    samplePrinter(prober, before, [LABEL], 'Tenda I', watcher, signal);
  return { run, kept, notes, stop, prober };
}

/** How alike Platen's picture of the label is to the printer's. */
function likeness(profile: PrinterProfile): number {
  const size = { widthMm: (832 / 203) * MM_PER_INCH, heightMm: (200 / 203) * MM_PER_INCH, dpi: 203 };
  useProfile(profile);
  const { bitmaps } = renderImages(LABEL, size, 'first');
  useProfile(null);
  return compareDots(dotsOfBitmap(bitmaps[0] as (typeof bitmaps)[number]), dotsOfPng(printer.draw(LABEL)))
    .iou;
}

test('ink that leaves its cell is found, and sampled in a larger one', async () => {
  const { run, notes } = await sampling({ overhang: 14 });
  const { profile } = await run();
  expect(notes).toEqual([]);
  expect(likeness(profile)).toBe(1);
});

test('what a stop leaves is a profile, from which sampling goes on', async () => {
  const { run, kept, stop, prober } = await sampling();
  const { sent } = printer;
  // The third preview is that of the rules.
  printer.change = (png) => {
    if (sent.length === 3) stop.abort(new Error('stopped'));
    return png;
  };
  await expect(run()).rejects.toThrow('stopped');
  printer.change = (png) => png;
  const before = kept.at(-1) ?? EMPTY;
  const asked = prober.previews;
  const { profile } = await run(before, new AbortController().signal);
  expect(likeness(profile)).toBe(1);
  expect(sent.slice(asked).join('')).not.toContain('^A0');
  expect(Object.keys(profile.rules)).toEqual(RULE_NAMES);
});

test('each preview sets all that lasts, whatever was printed before', async () => {
  const { run } = await sampling();
  printer.draw('^XA^LH50,50^LRY^CI13^CF0,90,90^BY9^FWB^LS9^MUM^PW300^LL100^FO9,9^FDx^FS^XZ');
  const { profile } = await run();
  printer.draw('^XA^MUD^LH0,0^LRN^FWN^LS0^FO9,9^FDx^FS^XZ');
  expect(likeness(profile)).toBe(1);
});
