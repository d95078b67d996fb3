import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

/** Places where the program's version is written; the pattern captures the text before the version. */
const PLACES: readonly (readonly [file: string, place: RegExp])[] = [
  ['package.json', /^( {2}"version": ")[^"]+/m],
  ['package-lock.json', /^( {2}"version": ")[^"]+/m],
  ['package-lock.json', /^( {4}"": \{\n(?: {6}.*\n)*? {6}"version": ")[^"]+/m],
  ['deploy/helm/platen/Chart.yaml', /^(version: ).+/m],
  ['deploy/helm/platen/Chart.yaml', /^(appVersion: ).+/m],
  ['Dockerfile', /^( +org\.opencontainers\.image\.version=")[^"]+/m],
  ['deploy/compose.yaml', /^( +image: platen:).+/m],
];

/** The files that {@link writeVersion} changes, below the repository's root. */
export const VERSIONED_FILES: readonly string[] = [...new Set(PLACES.map(([file]) => file))];

/**
 * Writes a version wherever the current one stands.
 *
 * @param root the repository
 * @param current the version that every place must have now
 * @throws Refusal when a place has another one; the files before it may have been written by then
 */
export function writeVersion(root: string, current: string, version: string): void {
  for (const [file, place] of PLACES) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const [found, before] = place.exec(text) ?? [];
    if (found !== `${before}${current}`) throw new Refusal(`${file} does not say ${current} where it should`);
    writeFileSync(path, text.replace(place, `$1${version}`));
  }
}
