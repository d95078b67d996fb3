import { access } from 'node:fs/promises';
import type { Severities, Severity } from '../lint/finding.ts';
import { knownPrinters, printerModel, resolutionsOf, type TargetPrinter } from '../lint/printer-models.ts';
import { isRuleCode, type RuleCode } from '../lint/rule-codes.ts';
import { HEADS_DPI } from '../units.ts';
import { COMMAND_TABLE } from '../zpl/command-table/command-table.ts';
import { DRIVES } from '../zpl/drives.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';
import { readText } from './read-file.ts';

/** The file of the current folder that is read without `--config`. */
const USUAL_FILE = 'platen-lint.json';

const SEVERITIES: readonly (Severity | 'off')[] = ['off', 'info', 'warning', 'error'];

const SETTINGS = ['rules', 'printers'] as const;

const PRINTER_MEMBERS = ['widthMm', 'dpi', 'memoryKb', 'lacks'] as const;

/** A configuration file of the linter. */
export interface LintConfig {
  readonly severities: Severities;
  /** In the order of the file. A printer with the name of a known model has what is known of that model, too. */
  readonly printers: readonly TargetPrinter[];
}

/** A value of the file, with the words that name it in messages. */
interface Value {
  readonly value: unknown;
  /** The file and the members that lead to the value. */
  readonly where: string;
}

/**
 * Reads a configuration file:
 * `{"rules": {"quiet-zone": "off"}, "printers": {"Dock 3": {"widthMm": 104, "dpi": 203, "memoryKb": {"E": 65536}}}}`.
 *
 * @param file null for the usual file, which may be missing.
 * @throws CommandFailure for a file that cannot be read, or has something else; the message names file and member.
 */
export async function readLintConfig(file: string | null, io: Io): Promise<LintConfig> {
  if (file === null && !(await exists(USUAL_FILE))) return { severities: {}, printers: [] };
  const name = file ?? USUAL_FILE;
  const text = await readText(name, io);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandFailure(`${name} is not JSON: ${(error as Error).message}`);
  }
  const { rules, printers } = membersOf({ value, where: name }, SETTINGS, 'setting');
  return {
    severities: rules === undefined ? {} : Object.fromEntries(entriesOf(rules).map(ruleOf)),
    printers: printers === undefined ? [] : entriesOf(printers).map(printerOf),
  };
}

/** The printers of a configuration file, and the known models that it does not name. */
export function targetPrinters(printers: LintConfig['printers']): readonly TargetPrinter[] {
  const named = new Set(printers.map(({ name }) => name.toUpperCase()));
  return [...printers, ...knownPrinters().filter(({ name }) => !named.has(name))];
}

/** A printer of a configuration file, or a known model; undefined for another name. */
export function findPrinter(name: string, printers: LintConfig['printers']): TargetPrinter | undefined {
  const model = printerModel(name);
  const called = (wanted: string): TargetPrinter | undefined =>
    printers.find((one) => one.name.toUpperCase() === wanted.toUpperCase());
  return called(name) ?? (model === undefined ? undefined : (called(model.name) ?? model));
}

function ruleOf([code, { value, where }]: readonly [string, Value]): readonly [RuleCode, Severity | 'off'] {
  if (!isRuleCode(code)) throw new CommandFailure(`${where} is no rule; docs/lint.md lists all`);
  const known = SEVERITIES.find((one) => one === value);
  if (known !== undefined) return [code, known];
  throw mismatch({ value, where }, inWords(SEVERITIES));
}

function printerOf([name, given]: readonly [string, Value]): TargetPrinter {
  const { widthMm, dpi, memoryKb, lacks } = membersOf(given, PRINTER_MEMBERS, 'member');
  const model = printerModel(name);
  return {
    name,
    widthsMm: widthsOf(given.where, { widthMm, dpi }, model),
    memoryKb: { ...model?.memoryKb, ...(memoryKb === undefined ? {} : memoryOf(memoryKb)) },
    lacks: [...(model?.lacks ?? []), ...(lacks === undefined ? [] : commandsOf(lacks))],
  };
}

/** The widths that are printed: of the given resolution, or of all resolutions of a known model. */
function widthsOf(
  where: string,
  { widthMm, dpi }: { readonly widthMm: Value | undefined; readonly dpi: Value | undefined },
  model: TargetPrinter | undefined,
): TargetPrinter['widthsMm'] {
  const resolution = dpi === undefined ? undefined : HEADS_DPI.find((one) => one === dpi.value);
  if (dpi !== undefined && resolution === undefined) throw mismatch(dpi, inWords(HEADS_DPI));
  const width = widthMm === undefined ? undefined : positiveOf(widthMm);
  const resolutions = resolution === undefined ? resolutionsOf(model ?? { widthsMm: {} }) : [resolution];
  if (resolutions.length === 0)
    throw new CommandFailure(`${where} is no known model, and needs dpi and widthMm`);
  return Object.fromEntries(
    resolutions.map((one) => {
      const mm = width ?? model?.widthsMm[one];
      if (mm === undefined)
        throw new CommandFailure(`${where} needs widthMm: its width at ${one} dpi is not known`);
      return [one, mm];
    }),
  );
}

function memoryOf(given: Value): NonNullable<TargetPrinter['memoryKb']> {
  const members = membersOf(given, DRIVES, 'drive');
  return Object.fromEntries(
    DRIVES.flatMap((drive) => {
      const value = members[drive];
      return value === undefined ? [] : [[drive, positiveOf(value)]];
    }),
  );
}

function commandsOf(given: Value): readonly string[] {
  if (!Array.isArray(given.value)) throw mismatch(given, 'an array of commands');
  return given.value.map((value: unknown) => {
    const name = typeof value === 'string' ? value.trim().toUpperCase() : '';
    if (!COMMAND_TABLE.has(name)) throw mismatch({ value, where: given.where }, 'commands such as "^FE"');
    return name;
  });
}

function positiveOf(given: Value): number {
  const { value } = given;
  if (typeof value !== 'number' || !(value > 0)) throw mismatch(given, 'a number above 0');
  return value;
}

/** The members of an object that may have these alone. */
function membersOf<Name extends string>(
  given: Value,
  names: readonly Name[],
  what: string,
): Readonly<Partial<Record<Name, Value>>> {
  const entries = entriesOf(given);
  const other = entries.find(([name]) => !(names as readonly string[]).includes(name));
  if (other !== undefined)
    throw new CommandFailure(
      `${given.where}: there is no ${what} ${other[0]}, only ${inWords(names, 'and')}`,
    );
  return Object.fromEntries(entries) as Partial<Record<Name, Value>>;
}

function entriesOf({ value, where }: Value): readonly (readonly [string, Value])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandFailure(`${where} must be an object`);
  return Object.entries(value).map(([name, member]) => [name, { value: member, where: `${where}: ${name}` }]);
}

function mismatch({ value, where }: Value, allowed: string): CommandFailure {
  return new CommandFailure(`${where} must be ${allowed}, not ${JSON.stringify(value)}`);
}

function inWords(words: readonly (string | number)[], last = 'or'): string {
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
