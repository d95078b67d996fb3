import type { Finding, LintOptions } from '../lint/finding.ts';
import { findingText } from '../lint/format/compiler-text.ts';
import { regionOf } from '../lint/format/region.ts';
import type { SarifResult } from '../lint/format/sarif.ts';
import { ZplInJson } from '../lint/format/zpl-in-json.ts';
import type { TargetPrinter } from '../lint/printer-models.ts';
import { isRuleCode } from '../lint/rule-codes.ts';
import { Source } from '../lint/source.ts';
import { VERSION } from '../version.ts';
import { byteStringOf } from '../zpl/byte-string.ts';

import { positive } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import type { Io } from './io.ts';
import { withLabelThread } from './label-thread.ts';
import { findPrinter, type LintConfig, readLintConfig, targetPrinters } from './lint-config.ts';
import type { FixedFiles } from './lint-fix.ts';
import { type LintInput, lintInputs } from './lint-inputs.ts';
import { holdPrinterOf } from './printer-options.ts';
import { readVariables } from './read-variables.ts';

type SarifModule = typeof import('../lint/format/sarif.ts');

interface ToLint {
  readonly values: Readonly<
    Record<
      | 'width-mm'
      | 'height-mm'
      | 'dpi'
      | 'max-warnings'
      | 'vars'
      | 'fonts'
      | 'profile'
      | 'config'
      | 'explain'
      | 'printer',
      string | undefined
    >
  > &
    Readonly<Record<'sarif' | 'fix' | 'write', boolean>>;
  readonly operands: readonly string[];
  readonly json: boolean;
}

/** Findings that are kept for one document of JSON or SARIF; those of later files are left out. */
const FINDINGS_MAX = 100_000;

/**
 * `lint`: reports the faults of labels, and repairs them with `--fix`. @throws CommandFailure if one is an error,
 * warnings are more than allowed, or a path was not linted.
 */
export async function lint({ values, json, operands: paths }: ToLint, io: Io): Promise<void> {
  if (values.explain !== undefined) {
    await explain(values.explain, paths, io);
    return;
  }
  if (paths.length === 0) throw new UsageError('PATH is missing');
  if (json && values.sarif) throw new UsageError('--json and --sarif exclude each other');
  if (values.fix && (json || values.sarif))
    throw new UsageError('--fix prints a difference, not --json or --sarif');
  if (values.write && !values.fix) throw new UsageError('--write needs --fix');
  if (values.write && paths.includes('-')) throw new UsageError('--write needs files, not standard input');
  const warningsMax =
    values['max-warnings'] === undefined ? Number.POSITIVE_INFINITY : count(values['max-warnings']);
  const size = givenSize(values);
  const { severities, printers } = await readLintConfig(values.config ?? null, io);
  const printer = values.printer === undefined ? undefined : printerOf(values.printer, printers);
  const variables = values.vars === undefined ? undefined : await readVariables(values.vars, io);
  await holdPrinterOf(values, io);
  const found: Finding[] = [];
  const results: SarifResult[] = [];
  const counts = { error: 0, warning: 0, info: 0, files: 0 };
  const failures: string[] = [];
  // Few need these, and SARIF has the texts of all rules.
  const sarif = values.sarif ? await import('../lint/format/sarif.ts') : null;
  const fixedFiles = values.fix ? new (await import('./lint-fix.ts')).FixedFiles(io, values.write) : null;
  const fail = ({ message }: CommandFailure): void => {
    failures.push(message);
    io.stderr(`platen lint: ${message}\n`);
  };
  await withLabelThread(async (thread) => {
    for await (const input of lintInputs(paths, io, fail)) {
      const { file, bytes } = input;
      const options = {
        file,
        ...input.options,
        size: input.options.size ?? size,
        severities,
        ...(printer === undefined ? {} : { printer }),
        ...(variables === undefined ? {} : { variables }),
      };
      const linted = await unlessFailed(fail, async () => {
        if (fixedFiles === null) return await thread.run({ kind: 'lint', zpl: bytes, options }, file);
        const fixed = await thread.run({ kind: 'fix', zpl: bytes, options }, file);
        await fixedFiles.add(input, fixed);
        return fixed.left;
      });
      if (linted === null) continue;
      const { findings, totals } = linted;
      counts.files++;
      counts.error += totals.error;
      counts.warning += totals.warning;
      counts.info += totals.info;
      if (fixedFiles !== null) continue;
      if (json) found.push(...findings.slice(0, FINDINGS_MAX - found.length));
      else if (sarif !== null)
        results.push(
          ...toResults(input, findings.slice(0, FINDINGS_MAX - results.length), sarif.sarifResult),
        );
      else writeText(input, findings, io);
    }
  });
  if (fixedFiles !== null) {
    await unlessFailed(fail, async () => await fixedFiles.end());
    io.stderr(`${fixSummary(fixedFiles.counts, values.write)}; ${summary(counts)}\n`);
  } else if (sarif !== null)
    io.stdout(`${JSON.stringify(sarif.sarifDocument(results, VERSION, failures))}\n`);
  else if (json) io.stdout(`${JSON.stringify(found)}\n`);
  else if (counts.files > 0) io.stdout(`${summary(counts)}\n`);
  if (failures.length > 0) {
    const rest =
      failures.length === 1
        ? 'one of the paths was not linted'
        : `${failures.length} of the paths were not linted`;
    throw new CommandFailure(counts.error > 0 ? `${plural(counts.error, 'error')} found, and ${rest}` : rest);
  }
  if (counts.error > 0)
    throw new CommandFailure(
      `${plural(counts.error, 'error')} found; fix ${counts.error === 1 ? 'it' : 'them'} first`,
    );
  if (counts.warning > warningsMax) {
    throw new CommandFailure(
      `${plural(counts.warning, 'warning')} found; --max-warnings allows ${warningsMax}`,
    );
  }
}

function printerOf(name: string, printers: LintConfig['printers']): TargetPrinter {
  const printer = findPrinter(name, printers);
  if (printer !== undefined) return printer;
  const names = targetPrinters(printers).map((one) => one.name);
  throw new UsageError(`--printer must be one of ${names.join(', ')}, not "${name}"`);
}

async function explain(code: string, paths: readonly string[], io: Io): Promise<void> {
  if (paths.length > 0) throw new UsageError('--explain takes no PATH');
  if (!isRuleCode(code)) throw new UsageError(`--explain must be the code of a rule, not "${code}"`);
  const { ruleText } = await import('../lint/format/rule-page.ts');
  io.stdout(ruleText(code));
}

/** The result of `work`; null if it fails, which is reported. */
async function unlessFailed<T>(
  fail: (failure: CommandFailure) => void,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    fail(error);
    return null;
  }
}

function fixSummary({ repaired, redrawn, files }: FixedFiles['counts'], isWritten: boolean): string {
  if (repaired === 0) return 'nothing to repair';
  const seen = redrawn === 0 ? '' : `, ${redrawn} of them seen on the label`;
  const how = isWritten ? `written to ${plural(files, 'file')}` : 'not written without --write';
  return `${plural(repaired, 'repair')}${seen}, ${how}`;
}

function toResults(
  { bytes, string }: LintInput,
  findings: readonly Finding[],
  sarifResult: SarifModule['sarifResult'],
): readonly SarifResult[] {
  if (findings.length === 0) return [];
  if (string !== undefined) {
    const zpl = new ZplInJson(string);
    return findings.map((one) => sarifResult(one, zpl.regionOf(one.offset, one.length)));
  }
  const source = new Source(byteStringOf(bytes));
  return findings.map((one) => sarifResult(one, regionOf(one, source)));
}

function writeText({ bytes }: LintInput, findings: readonly Finding[], io: Io): void {
  const source = new Source(byteStringOf(bytes));
  const inColour = io.isTerminal === true && (io.env['NO_COLOR'] ?? '') === '';
  for (const finding of findings)
    io.stdout(`${findingText(finding, source.excerptAt(finding.offset, finding.length), inColour)}\n`);
}

function summary({
  files,
  error,
  warning,
  info,
}: Record<'files' | 'error' | 'warning' | 'info', number>): string {
  const found = [
    plural(error, 'error'),
    plural(warning, 'warning'),
    ...(info > 0 ? [`${info} for information`] : []),
  ];
  return `${plural(files, 'label')}: ${error + warning + info === 0 ? 'nothing found' : found.join(', ')}`;
}

function plural(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--max-warnings must be a whole number from 0, not "${text}"`);
  return Number(text);
}

/** Sides that are absent come from the label. */
function givenSize(values: ToLint['values']): NonNullable<LintOptions['size']> {
  return {
    ...(values['width-mm'] === undefined ? {} : { widthMm: positive(values['width-mm'], '--width-mm') }),
    ...(values['height-mm'] === undefined ? {} : { heightMm: positive(values['height-mm'], '--height-mm') }),
    ...(values.dpi === undefined ? {} : { dpi: positive(values.dpi, '--dpi') }),
  };
}
