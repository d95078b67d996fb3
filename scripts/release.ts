// npm run release -- X.Y.Z       cuts a release: changelog, version, commit and tag; uploads nothing
// npm run release -- --dry-run   makes all files and images of the version in package.json, and prints the uploads
// npm run release -- --upload    makes them and uploads them, as the workflow does for a tag
// Files go to `release`. REGISTRY is where images and charts go, SIGNING_KEY a key to sign with instead of the
// workflow's identity.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { makeArtefacts, requirePrograms } from './artefacts.ts';
import { cutRelease } from './cut-release.ts';
import { Refusal } from './refusal.ts';
import { asShell, UPLOADERS, uploads } from './uploads.ts';

const [argument = ''] = process.argv.slice(2);
const { REGISTRY: registry = '', SIGNING_KEY: key } = process.env;
const root = process.cwd();

/** @throws Refusal when the commit has not the tag of its version */
function requireTag(): void {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const tags = execFileSync('git', ['tag', '--points-at', 'HEAD'], { encoding: 'utf8' }).split('\n');
  if (!tags.includes(`v${version}`)) {
    throw new Refusal(`the commit has no tag v${version}: npm run release -- X.Y.Z makes it`);
  }
}

function makeAndUpload(isDry: boolean): void {
  if (registry === '')
    throw new Refusal('REGISTRY is not set: where do images and charts go? As in registry.example/platen');
  if (!isDry) {
    requirePrograms(UPLOADERS);
    requireTag();
  }
  const artefacts = makeArtefacts(root, resolve('release'));
  for (const command of uploads(artefacts, registry, key)) {
    console.log(asShell(command));
    const [program, ...args] = command;
    if (isDry) continue;
    const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
    if (error !== undefined) throw error;
    if (status !== 0)
      throw new Refusal(`${program} failed: what is printed above it is uploaded, the rest is not`);
  }
  if (isDry) console.log('nothing was uploaded: --upload runs these commands');
}

try {
  if (argument.startsWith('--')) {
    if (argument !== '--dry-run' && argument !== '--upload')
      throw new Refusal(`${argument}: give X.Y.Z, --dry-run or --upload`);
    makeAndUpload(argument === '--dry-run');
  } else {
    cutRelease(root, argument, new Date().toISOString().slice(0, 10));
    console.log(`v${argument} is committed and tagged; push it with: git push --follow-tags`);
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
