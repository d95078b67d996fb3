import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FEATURED, readSamples } from '../../src/demo/samples.ts';
import { databaseDirectory } from '../support/database-directory.ts';
import { startFakePrinter } from '../support/fake-printer.ts';
import { freePort } from '../support/free-port.ts';
import { isInstalled } from '../support/installed.ts';
import { useDirectory, useService } from '../support/service.ts';
import { type Block, blocksOf, printsAs, shown, stepsOf } from './page-blocks.ts';
import { madeFile, runSteps } from './page-run.ts';

/** Writes what came into the pages, and the pictures, instead of comparing them. */
const UPDATE = process.env['UPDATE_DOCS'] === '1';

const DOCS = new URL('../../docs/', import.meta.url);
const PAGES = ['../README.md', ...readdirSync(DOCS).filter((name) => name.endsWith('.md'))];
const read = (name: string): string => readFileSync(new URL(name, DOCS), 'utf8');

/** Pages on which nothing is run: they are for operators, and say what deployments and clusters do. */
const NOT_RUN = new Set(['alerts.md', 'operations.md']);
const RUN = PAGES.filter((name) => !NOT_RUN.has(name));

/** A page that starts a server itself has none at the start. */
const startsServer = (page: string): boolean => /^npx platen (?:serve|renderer)\b/m.test(page);

/** The address of that server, where its port is free. */
const usualAddress = (page: string): string =>
  page.includes('npx platen serve') ? '127.0.0.1:8080' : '127.0.0.1:8081';

/** Programs that the pages use, beside those of the project and of every system. */
const CAN_RUN = ['bash', 'curl', 'python3'].every((program) => isInstalled(program));

describe.skipIf(!CAN_RUN)('what the pages tell readers to run', () => {
  const folders: string[] = [];
  const directory = useDirectory();
  const api = useService({ RATE_UNITS_PER_MINUTE: '60' }, directory);
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  /**
   * The things that the pages call by these names: for each an account of its own, with a key; and the label that
   * README draws.
   */
  async function account(page: string): Promise<Record<string, string>> {
    const { store, url } = api.service;
    const { id } = await store.createAccount('Docs', 'pro');
    const { value } = await store.createKey(id, 'full');
    const env = { ...directory(), URL: url, ACCOUNT: id, KEY: value };
    const featured = readSamples().find(({ slug }) => slug === FEATURED);
    if (featured === undefined || !page.includes('$LABEL_ID')) return env;
    const [label] = await store.importLabels(id, [featured.label]);
    return { ...env, LABEL_ID: label?.id ?? '' };
  }

  async function ownService(folder: string): Promise<Record<string, string>> {
    cpSync(await databaseDirectory(), join(folder, 'data'), { recursive: true });
    const [port, opsPort] = [await freePort(), await freePort()];
    return { PORT: String(port), OPS_PORT: String(opsPort), LOG_LEVEL: 'silent' };
  }

  const withSteps = RUN.filter((name) => stepsOf(blocksOf(read(name))).length > 0);

  test.each(withSteps)('%s: works, and prints what the page says', async (name) => {
    const page = read(name);
    const steps = stepsOf(blocksOf(page));
    const folder = mkdtempSync(join(tmpdir(), 'platen-docs-'));
    folders.push(folder);
    const env = startsServer(page) ? await ownService(folder) : await account(page);
    const printer = await startFakePrinter();
    const places = {
      ...(env['PORT'] === undefined ? {} : { [usualAddress(page)]: `127.0.0.1:${env['PORT']}` }),
      // By another name than the service's, so that what is printed tells them apart.
      '192.168.1.50': 'localhost',
      '9100': String(printer.port),
    };
    const ran = await runSteps(steps, { folder, env, places });
    await printer.switchOff();
    const last = steps[ran.printed.length - 1]?.block.line;
    expect(ran.failure, `the block in line ${last}`).toBeNull();

    const wrong = steps.flatMap(({ output }, index) => {
      const printed = ran.printed[index] as string;
      return output === null || printsAs(output, printed) ? [] : [{ output, printed }];
    });
    if (UPDATE) writeFileSync(new URL(name, DOCS), updated(page, wrong));
    else
      for (const { output, printed } of wrong)
        expect(printed, `the block in line ${output.line}`).toBe(output.text);

    // An answer that is an error would lie in the file all the same.
    const files = readdirSync(folder).filter((file) => /\.(png|pdf)$/.test(file));
    const kinds = files.map((file) => readFileSync(join(folder, file), 'latin1').slice(1, 4));
    expect(kinds.map((kind) => kind.toLowerCase())).toEqual(files.map((file) => file.slice(-3)));
    for (const [, picture = ''] of page.matchAll(/\]\(pictures\/(\S+?)\)/g)) {
      const made = madeFile(folder, picture);
      expect(made, `the page's commands make ${picture}`).not.toBeNull();
      const place = new URL(`pictures/${picture}`, DOCS);
      if (UPDATE) writeFileSync(place, made as Buffer);
      else expect((made as Buffer).equals(readFileSync(place)), `${picture} is what is drawn now`).toBe(true);
    }
    if (/\b9100\b/.test(page)) {
      expect(printer.jobs.length).toBeGreaterThan(0);
      expect(printer.jobs.map(String).filter((job) => !/^(?:\^XA|~)/.test(job))).toEqual([]);
    }
  });
});

function updated(page: string, wrong: readonly { output: Block; printed: string }[]): string {
  return wrong
    .toReversed()
    .reduce(
      (text, { output: { at, language, text: old }, printed }) =>
        text.slice(0, at) + shown(language, printed) + text.slice(at + old.length),
      page,
    );
}

describe.each(RUN)('%s', (name) => {
  const blocks = blocksOf(read(name));

  test('has blocks of known languages alone, and says why what is no command here is not run', () => {
    const known = new Set(['sh', 'js', 'ts', 'python', 'json', 'text', 'zpl', 'http', 'console']);
    expect(blocks.filter(({ language }) => !known.has(language))).toEqual([]);
    const silent = blocks.filter(({ language, notRun }) => language === 'console' && notRun === null);
    expect(silent).toEqual([]);
  });
});

test('every label and every picture is of some page', () => {
  const pages = RUN.map(read).join('\n');
  const files = ['labels', 'pictures'].flatMap((folder) =>
    readdirSync(new URL(folder, DOCS)).map((file) => `${folder}/${file}`),
  );
  expect(files.filter((file) => !pages.includes(file))).toEqual([]);
});

test('what is not run is listed here, so that nothing is hidden by accident', () => {
  const notRun = RUN.flatMap((name) =>
    blocksOf(read(name)).flatMap((block) => (block.notRun === null ? [] : `${name}: ${block.notRun}`)),
  );
  expect(notRun).toEqual([
    '../README.md: it installs everything',
    '../README.md: getting-started.md has the same with ids filled in',
    '../README.md: it runs all tests',
    'batch.md: .ci/nightly.d/engines runs the files by their engines',
    'batch.md: it needs storage of objects',
    'comparing.md: it needs a printer',
    'getting-started.md: it fetches and builds the program',
    'getting-started.md: it needs Docker',
    'label-bundles.md: it needs a Git repository with this file',
    'library.md: it installs from a registry',
    'migrating-from-labelary.md: it asks a service on the internet',
    'printer-profiles.md: it needs a printer',
    'printer-profiles.md: it needs a profile of a printer',
    'printing.md: it needs CUPS and a printer',
    'printing.md: it needs Windows',
    'releases.md: .ci/nightly.d/release runs these with a registry and a key of its own',
    'renderer.md: it needs Docker',
    'studio.md: it serves until Ctrl-C',
  ]);
});
