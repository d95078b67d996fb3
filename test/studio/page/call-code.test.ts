import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { type CallLanguage, callCode } from '../../../src/studio/page/call-code.ts';
import { isInstalled } from '../../support/installed.ts';
import { useDatabase, useService } from '../../support/service.ts';

const api = useService({}, useDatabase());
const run = promisify(execFile);

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const TSC = join(REPOSITORY, 'node_modules/.bin/tsc');
const STRICT = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];

/** Characters that shells and string literals mean something by. */
const VALUE = `O'Neil "x" \\ $HOME \`id\` \u2028 {a} é 😀\n!`;

/** How the code of each language is run. The folder's packages are those of a program that has installed Platen. */
const RUNS: Readonly<Record<CallLanguage, readonly (readonly [command: string, ...words: string[]])[]>> = {
  curl: [['sh', 'call']],
  Python: [['python3', 'call']],
  TypeScript: [
    [TSC, ...STRICT, 'call.mts'],
    [process.execPath, '--import', import.meta.resolve('tsx'), 'call.mts'],
  ],
};

const LANGUAGES = ['curl', 'Python', 'TypeScript'] as const;

it.each(LANGUAGES.filter((language) => language !== 'Python' || isInstalled('python3')))(
  'as it is copied, the call for %s draws the label with its values',
  async (language) => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl: '^XA^CI28^FO20,20^A0N,30^FD{name}^FS^XZ' });
    const folder = await mkdtemp(join(tmpdir(), 'call-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'node_modules'));
    await symlink(REPOSITORY, join(folder, 'node_modules/platen'));
    await symlink(join(REPOSITORY, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    const variables = { name: VALUE };
    const code = callCode(language, { label: { kind: 'service', place: id }, variables });
    for (const name of ['call', 'call.mts']) await writeFile(join(folder, name), code);
    const env = { ...process.env, URL: api.service.url, KEY: shop.key };
    for (const [program, ...words] of RUNS[language]) await run(program, words, { cwd: folder, env });
    const expected = await shop.post(`/labels/${id}/render`, { format: 'png', variables });
    expect(await readFile(join(folder, 'label.png'))).toEqual(expected.body);
  },
);

it('says where the id of a label of a file comes from', () => {
  for (const language of LANGUAGES) {
    const code = callCode(language, { label: { kind: 'zpl', place: 'a.zpl' }, variables: {} });
    expect(code).toContain('LABEL_ID is the id that `platen labels import` prints');
  }
});

it('quotes an id, whatever a service calls its labels', () => {
  for (const language of LANGUAGES)
    expect(callCode(language, { label: { kind: 'service', place: '"$(id)`' }, variables: {} })).toContain(
      '%22%24(id)%60',
    );
});
