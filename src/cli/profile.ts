import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { durationText } from '../batch/progress/status.ts';
import {
  PreviewFault,
  type PrinterFacts,
  PrinterPreview,
  printerOrigin,
} from '../link-os/printer-preview.ts';
import type { SizeName } from '../link-os/sampling/cells.ts';
import { Prober } from '../link-os/sampling/prober.ts';
import { samplePrinter } from '../link-os/sampling/sample-printer.ts';
import { nameOfSize } from '../link-os/sampling/used-fonts.ts';
import { PROFILE_LIMITS, type PrinterProfile } from '../printer-profile/profile.ts';
import { readProfile, writeProfile } from '../printer-profile/profile-folder.ts';
import { DPI_OF_HEAD, headOf } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { lintInputs } from './lint-inputs.ts';
import { readText } from './read-file.ts';
import { readVariables } from './read-variables.ts';
import { untilStopped } from './stop-signal.ts';
import { substituted } from './substituted.ts';
import { keepTime } from './time-zone.ts';

interface ToProfile {
  readonly values: Readonly<Record<'characters' | 'vars', string | undefined>> & { readonly output: string };
  readonly operands: readonly string[];
  readonly json: boolean;
}

/** A size that labels use, as it is in the profile. */
interface SampledFont {
  readonly font: string;
  readonly height: number;
  readonly width: number;
  readonly orientation: string;
  /** How many are in the profile. */
  readonly characters: number;
}

const USUAL_DPI = 203;
/** Between two lines of progress where standard error is no terminal. */
const PROGRESS_MS = 10_000;

/** Characters without dots, and ends of lines. */
const NO_CHARACTER = /[\p{Cc}\p{Cs}\ufeff\u2028\u2029]/u;

/** Samples the fonts that labels use, and the rules of a printer, through its previews into a folder. */
export async function profile({ values, operands, json }: ToProfile, io: Io): Promise<void> {
  const [printer = '', ...files] = operands;
  const origin = printerOrigin(printer);
  if (files.length === 0) throw new UsageError('LABEL is missing');
  if (origin === null) throw new UsageError(`PRINTER must be HOST or http://HOST[:PORT], not ${printer}`);
  const folder = values.output;
  keepTime(io);
  const characters = await charactersOf(values.characters ?? 'ascii', io);
  const variables = values.vars === undefined ? null : await readVariables(values.vars, io);
  const labels: ByteString[] = [];
  let labelDpi: number | null = null;
  for await (const { bytes, options } of lintInputs(files, io)) {
    labels.push(await substituted(bytes, options, variables));
    labelDpi ??= options.size?.dpi ?? null;
  }
  const known = existsSync(join(folder, 'profile.json')) ? readProfile(folder) : null;
  const progress = new SamplingProgress(io);
  const preview = new PrinterPreview(origin);
  const prober = new Prober(preview);
  let kept = known;
  const { profile: sampled, sizes } = await untilStopped(async (signal) => {
    const facts = await preview.facts(signal);
    const before =
      known === null ? emptyProfile(printer, facts, labelDpi) : ofSamePrinter(known, facts, folder);
    const watcher = {
      keep: (next: PrinterProfile) => {
        writeProfile(folder, withinLimits(next), kept);
        kept = next;
      },
      progress: (of: 'fonts' | 'rules', share: number) => progress.show(of, share, prober.previews),
      note: (note: string) => progress.note(note),
    };
    try {
      return await samplePrinter(prober, before, labels, characters, watcher, signal);
    } catch (error) {
      if (!(error instanceof PreviewFault)) throw error;
      throw new CommandFailure(`printer ${printer}: ${error.message}`);
    } finally {
      progress.finish();
    }
  });
  const shown = {
    folder,
    previews: prober.previews,
    printer: sampled.printer,
    dpi: sampled.dpi,
    sizes: sizes.map((size) => fontOf(size, sampled)),
    rules: sampled.rules,
  };
  answer(io, json, shown, () => textOf(shown));
}

type Shown = Pick<PrinterProfile, 'printer' | 'dpi' | 'rules'> & {
  readonly folder: string;
  readonly previews: number;
  readonly sizes: readonly SampledFont[];
};

function textOf({ folder, previews, sizes, rules }: Shown): string {
  const named = sizes.map(
    ({ font, height, width, orientation, characters }) =>
      `  font ${font}, ${height} x ${width} dots, ${orientation}: ${characters} characters`,
  );
  const on = Object.entries(rules).flatMap(([name, { on }]) => (on ? [name] : []));
  return [
    `${previews} previews; the profile in ${folder} has these fonts of the labels:`,
    ...named,
    `  rules that are on: ${on.length === 0 ? 'none' : on.join(', ')}`,
  ].join('\n');
}

function fontOf({ font, height, width, orientation }: SizeName, { sizes }: PrinterProfile): SampledFont {
  const size = { font, height, width, orientation };
  const sampled = sizes.find((one) => nameOfSize(one) === nameOfSize(size));
  return { ...size, characters: sampled?.glyphs.size ?? 0 };
}

function emptyProfile(
  printer: string,
  { model, firmware, dpi }: PrinterFacts,
  labelDpi: number | null,
): PrinterProfile {
  const resolution = dpi ?? DPI_OF_HEAD[headOf(labelDpi ?? USUAL_DPI)];
  return { printer: { name: printer, model, firmware }, dpi: resolution, rules: {}, sizes: [], advances: [] };
}

/** The profile that the folder has, if it can be of this printer. */
function ofSamePrinter(
  known: PrinterProfile,
  { model, firmware, dpi }: PrinterFacts,
  folder: string,
): PrinterProfile {
  const facts = [
    ['model', known.printer.model, model],
    ['firmware', known.printer.firmware, firmware],
    ['resolution', known.dpi, dpi],
  ] as const;
  for (const [fact, before, now] of facts) {
    if (before === null || now === null || before === now) continue;
    throw new CommandFailure(
      `${folder} is the profile of another printer: its ${fact} is ${before}, and this one's ${now}; choose another folder`,
    );
  }
  return known;
}

function withinLimits(profile: PrinterProfile): PrinterProfile {
  const { sizes } = profile;
  if (sizes.length > PROFILE_LIMITS.sizes) {
    throw new CommandFailure(
      `the folder and the labels together have ${sizes.length} sizes of fonts; a profile has at most ${PROFILE_LIMITS.sizes}: choose another folder`,
    );
  }
  let bytes = 0;
  for (const { glyphs } of sizes) for (const { bits } of glyphs.values()) bytes += bits.length;
  if (bytes <= PROFILE_LIMITS.strikeBytes) return profile;
  throw new CommandFailure(
    `the folder and the new samples together exceed the ${PROFILE_LIMITS.strikeBytes / 2 ** 20} MiB of a profile: choose another folder`,
  );
}

/** The characters of a name, or of a file in UTF-8. */
async function charactersOf(given: string, io: Io): Promise<ReadonlySet<string>> {
  if (given === 'ascii') return between(0x20, 0x7e);
  if (given === 'latin1') return new Set([...between(0x20, 0x7e), ...between(0xa0, 0xff)]);
  const characters = new Set(
    [...(await readText(given, io))].filter((character) => !NO_CHARACTER.test(character)),
  );
  if (characters.size > PROFILE_LIMITS.glyphs) {
    throw new CommandFailure(
      `${given} has ${characters.size} characters; at most ${PROFILE_LIMITS.glyphs} are sampled`,
    );
  }
  return characters;
}

function between(first: number, last: number): ReadonlySet<string> {
  return new Set(Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)));
}

/** Progress on standard error: in place on a terminal, else a line now and then. */
class SamplingProgress {
  readonly #io: Io;
  /** The time left is reckoned from here. */
  #from = { ms: performance.now(), share: 0 };
  #saidMs = performance.now();
  #isLineOpen = false;

  constructor(io: Io) {
    this.#io = io;
  }

  show(of: 'fonts' | 'rules', share: number, previews: number): void {
    const now = performance.now();
    const { errors } = this.#io;
    // More turned out to be asked for.
    if (share <= this.#from.share) this.#from = { ms: now, share };
    if (errors.isTTY !== true && now - this.#saidMs < PROGRESS_MS) return;
    this.#saidMs = now;
    const done = share - this.#from.share;
    const seconds = done > 0 ? ((now - this.#from.ms) / 1000) * ((1 - share) / done) : 0;
    const left = seconds > 0 ? `, ${durationText(seconds, 'short')} left` : '';
    const line = `${of}: ${Math.floor(100 * share)} %, ${previews} previews${left}`;
    if (errors.isTTY !== true) return this.note(line);
    errors.write(`\r${line}\x1b[K`);
    this.#isLineOpen = true;
  }

  note(line: string): void {
    this.finish();
    this.#io.stderr(`${line}\n`);
  }

  /** Leaves the terminal on a line of its own. */
  finish(): void {
    if (this.#isLineOpen) this.#io.errors.write('\n');
    this.#isLineOpen = false;
  }
}
