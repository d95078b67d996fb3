import { Refusal } from './refusal.ts';

const UNRELEASED = '## Unreleased\n';

/**
 * The entries of a version, for the notes of its release.
 *
 * @param text all of CHANGELOG.md
 * @throws Refusal when the version has no section
 */
export function notesOf(text: string, version: string): string {
  const [, section = ''] = text.split(`\n## ${version} (`, 2);
  const [, ...lines] = (section.split('\n## ', 1)[0] ?? '').split('\n');
  const notes = lines.join('\n').trim();
  if (notes === '') throw new Refusal(`CHANGELOG.md says nothing of ${version}`);
  return `${notes}\n`;
}

/**
 * The changelog with what is unreleased under a heading of its own, and nothing unreleased above it.
 *
 * @param text all of CHANGELOG.md
 * @param date as in 2026-11-22
 * @throws Refusal when there is no entry to release
 */
export function withRelease(text: string, version: string, date: string): string {
  const start = text.indexOf(UNRELEASED);
  if (start === -1) throw new Refusal('CHANGELOG.md has no section "## Unreleased"');
  const body = start + UNRELEASED.length;
  const next = text.indexOf('\n## ', body);
  const entries = text.slice(body, next === -1 ? undefined : next);
  if (!/^- /m.test(entries)) {
    throw new Refusal('CHANGELOG.md has no entry under "Unreleased": say what changed for users');
  }
  return `${text.slice(0, body)}\n## ${version} (${date})\n${text.slice(body)}`;
}
