import type { Finding, Severity } from '../finding.ts';
import { RULE_CODES, type RuleCode } from '../rule-codes.ts';
import type { Rule } from '../rule-family.ts';
import { RULES } from '../rules.ts';
import type { Region } from './region.ts';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** A file and the place of a label in it; other files may have a `#` in their names. */
const LABEL_IN_BUNDLE = /^(?<path>.*)#(?<part>(?:\/\d+)?\/zpl)$/s;

/** One result of a SARIF document. */
export type SarifResult = Readonly<Record<string, unknown>>;

/**
 * Results of any number of files as one SARIF 2.1.0 document, for code review.
 *
 * @param failures messages about files that could not be linted.
 */
export function sarifDocument(
  results: readonly SarifResult[],
  version: string,
  failures: readonly string[] = [],
): SarifResult {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'platen',
            version,
            semanticVersion: version,
            rules: RULE_CODES.map((code) => toRule(code, RULES[code])),
          },
        },
        columnKind: 'unicodeCodePoints',
        ...(failures.length === 0 ? {} : { invocations: [failedInvocation(failures)] }),
        results,
      },
    ],
  };
}

function failedInvocation(failures: readonly string[]): SarifResult {
  const toolExecutionNotifications = failures.map((text) => ({ level: 'error', message: { text } }));
  return { executionSuccessful: false, toolExecutionNotifications };
}

/** The folder with a page for each rule. */
const PAGES = 'https://github.com/platen-labels/platen/blob/main/docs/lint';

function toRule(id: RuleCode, { title, wrong, instead, severity }: Rule): Readonly<Record<string, unknown>> {
  return {
    id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: wrong },
    helpUri: `${PAGES}/${id}.md`,
    help: { text: `${instead.charAt(0).toUpperCase()}${instead.slice(1)}.` },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

/** @param region the place of the finding in its file. */
export function sarifResult(finding: Finding, region: Region): SarifResult {
  const { file, line, column, severity, code, message, suggestion } = finding;
  const { path = '-', part } = LABEL_IN_BUNDLE.exec(file ?? '-')?.groups ?? { path: file ?? '-' };
  const text = suggestion === null ? message : `${message}; ${suggestion}`;
  return {
    ruleId: code,
    ruleIndex: RULE_CODES.indexOf(code as RuleCode),
    level: LEVELS[severity],
    // A label of a bundle has lines of its own, which the file has not.
    message: { text: part === undefined ? text : `${part}, ${line}:${column}: ${text}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(path) }, region } }],
  };
}

const DRIVE = /^[A-Za-z]:[\\/]/;

/** A path as a URI reference: relative as it is given, absolute as a file. */
function uriOf(path: string): string {
  const parts = (DRIVE.test(path) ? path.replaceAll('\\', '/') : path).split('/').map(encodeURIComponent);
  if (DRIVE.test(path)) return `file:///${path.slice(0, 2)}/${parts.slice(1).join('/')}`;
  if (path.startsWith('/')) return `file://${parts.join('/')}`;
  return parts.filter((one) => one !== '.' && one !== '').join('/');
}
