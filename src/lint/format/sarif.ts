import type { Finding, Severity } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { RULES, type RuleCode } from '../rules.ts';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** A file and the place of a label in it; other files may have a `#` in their names. */
const LABEL_IN_BUNDLE = /^(?<path>.*)#(?<part>(?:\/\d+)?\/zpl)$/s;

const CODES = Object.keys(RULES) as RuleCode[];

/** Findings of any number of files as one SARIF 2.1.0 document, for code review. */
export function toSarif(findings: readonly Finding[], version: string): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'platen', version, rules: CODES.map((code) => toRule(code, RULES[code])) } },
        columnKind: 'unicodeCodePoints',
        results: findings.map(toResult),
      },
    ],
  };
}

function toRule(id: RuleCode, { title, wrong, instead, severity }: Rule): Readonly<Record<string, unknown>> {
  return {
    id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: wrong },
    help: { text: `${instead.charAt(0).toUpperCase()}${instead.slice(1)}.` },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function toResult(finding: Finding): Readonly<Record<string, unknown>> {
  const { file, line, column, offset, length, value, severity, code, message, suggestion } = finding;
  const { path = '-', part } = LABEL_IN_BUNDLE.exec(file ?? '-')?.groups ?? { path: file ?? '-' };
  const text = suggestion === null ? message : `${message}; ${suggestion}`;
  const artifactLocation = { uri: uriOf(path) };
  // A label of a bundle has lines of its own, which the file has not.
  const isPart = part !== undefined;
  const region = {
    startLine: line,
    startColumn: column,
    endColumn: column + (value === null || /[\r\n]/.test(value) ? 0 : [...value].length),
    byteOffset: offset,
    byteLength: length,
  };
  return {
    ruleId: code,
    ruleIndex: CODES.indexOf(code as RuleCode),
    level: LEVELS[severity],
    message: { text: isPart ? `${part}, ${line}:${column}: ${text}` : text },
    locations: [{ physicalLocation: isPart ? { artifactLocation } : { artifactLocation, region } }],
  };
}

/** A path as a URI reference. */
function uriOf(path: string): string {
  return path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/').replaceAll('%3A', ':');
}
