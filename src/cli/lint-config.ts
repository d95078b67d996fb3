import { access } from 'node:fs/promises';
import type { Severities, Severity } from '../lint/finding.ts';
import { isRuleCode, type RuleCode } from '../lint/rule-codes.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';
import { readText } from './read-file.ts';

/** The file of the current folder that is read without `--config`. */
const USUAL_FILE = 'platen-lint.json';

const SEVERITIES: readonly (Severity | 'off')[] = ['off', 'info', 'warning', 'error'];

/**
 * The severities of a configuration file: `{"rules": {"quiet-zone": "off"}}`.
 *
 * @param file null for the usual file, which may be missing.
 * @throws CommandFailure for a file that cannot be read, or has something else; the message names file and member.
 */
export async function readLintConfig(file: string | null, io: Io): Promise<Severities> {
  if (file === null && !(await exists(USUAL_FILE))) return {};
  const name = file ?? USUAL_FILE;
  const text = await readText(name, io);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandFailure(`${name} is not JSON: ${(error as Error).message}`);
  }
  const members = entriesOf(value, name);
  const other = members.find(([member]) => member !== 'rules');
  if (other !== undefined) throw new CommandFailure(`${name}: there is no setting ${other[0]}, only rules`);
  return Object.fromEntries(
    entriesOf(members[0]?.[1] ?? {}, `${name}: rules`).map((one) => ruleOf(one, name)),
  );
}

function ruleOf(
  [code, severity]: readonly [string, unknown],
  name: string,
): readonly [RuleCode, Severity | 'off'] {
  if (!isRuleCode(code))
    throw new CommandFailure(`${name}: rules: there is no rule ${code}; docs/lint.md lists all`);
  const known = SEVERITIES.find((one) => one === severity);
  if (known !== undefined) return [code, known];
  throw new CommandFailure(
    `${name}: rules: ${code} must be ${SEVERITIES.join(', ').replace(/, (?=\w+$)/, ' or ')}, not ${JSON.stringify(severity)}`,
  );
}

function entriesOf(value: unknown, what: string): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandFailure(`${what} must be an object`);
  return Object.entries(value);
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
