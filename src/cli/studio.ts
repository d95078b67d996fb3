import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Studio, StudioOptions } from '../studio/studio.ts';
import { startStudio } from '../studio/studio.ts';
import { ServiceLabels } from '../studio/workspace/service-labels.ts';
import { whole } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { readLintConfig, targetPrinters } from './lint-config.ts';
import { holdPrinterOf } from './printer-options.ts';
import { readKey } from './read-file.ts';
import { stopRequested } from './stop-signal.ts';
import { withReadyStore } from './store-session.ts';
import { keepTime } from './time-zone.ts';

interface ToOpen {
  readonly values: {
    readonly url: string | undefined;
    readonly 'key-file': string | undefined;
    readonly account: string | undefined;
    readonly port: string | undefined;
    readonly 'no-open': boolean;
    readonly 'read-only': boolean;
    readonly fonts: string | undefined;
    readonly profile: string | undefined;
  };
  readonly operands: readonly string[];
  readonly json: boolean;
}

const PORT_MAX = 65_535;

/** Serves the studio's page until a signal stops the program. */
export async function studio({ values, operands, json }: ToOpen, io: Io): Promise<void> {
  const port = values.port === undefined ? 0 : whole(values.port, '--port', 0, PORT_MAX);
  const service = await serviceOf(values, io);
  // A service alone has its labels; without anything it is the folder that the user is in.
  const paths = operands.length === 0 && service === null ? ['.'] : operands;
  keepTime(io);
  await holdPrinterOf(values, io);
  const stop = stopRequested();
  const targets = targetPrinters((await readLintConfig(null, io)).printers);
  const running = await started({ paths, service, canSave: !values['read-only'], targets, port });
  const address = running.newAddress();
  answer(io, json, { url: address }, () => `Platen Studio: ${address}`);
  // The browser that is opened has an address of its own, so that the one that is printed stays good for another.
  const page = values['no-open'] ? null : openBrowser(running);
  await stop;
  page?.remove();
  await running.close();
}

async function started(options: StudioOptions): ReturnType<typeof startStudio> {
  try {
    return await startStudio(options);
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CommandFailure(`port ${options.port} is taken: choose another --port`);
    if (code === 'ENOENT') throw new CommandFailure(`cannot open ${path}: there is no such file`);
    if (message === undefined || code === undefined) throw error;
    throw new CommandFailure(message);
  }
}

async function serviceOf(
  { url, 'key-file': keyFile, account }: ToOpen['values'],
  io: Io,
): Promise<StudioOptions['service']> {
  if (account !== undefined) {
    if (url !== undefined || keyFile !== undefined)
      throw new UsageError('--account excludes --url and --key-file');
    // An account that is missing is reported at the start; it has fewer keys than labels.
    await withReadyStore(io, (store) => store.listKeys(account));
    const { StoreLabels } = await import('../studio/workspace/store-labels.ts');
    return new StoreLabels((work) => withReadyStore(io, work), account);
  }
  if (url === undefined && keyFile === undefined) return null;
  if (url === undefined || keyFile === undefined) throw new UsageError('--url and --key-file go together');
  if (!URL.canParse(url)) {
    throw new UsageError(
      `--url must be absolute, as http://127.0.0.1:8080/label-api, not ${JSON.stringify(url)}`,
    );
  }
  return new ServiceLabels({ url, key: await readKey(keyFile, io) });
}

/**
 * Opens the user's browser where there is one; else the printed address is for copying. Other users of the machine can
 * read the arguments of programs: on Linux they cannot use the address there, and elsewhere it is in a file that they
 * cannot read.
 *
 * @returns what removes that file; null where there is none.
 */
function openBrowser({ newAddress }: Pick<Studio, 'newAddress'>): { remove(): void } | null {
  if (process.platform === 'linux') {
    start('xdg-open', [newAddress('own')]);
    return null;
  }
  const page = redirectingFile(newAddress('anyone'));
  if (process.platform === 'win32') start('rundll32', ['url.dll,FileProtocolHandler', page.path]);
  else start(process.platform === 'darwin' ? 'open' : 'xdg-open', [page.path]);
  return page;
}

/** Starts a program that goes on by itself. */
function start(program: string, words: readonly string[]): void {
  const child = spawn(program, words, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** A page that leads to an address, in a file and folder that this user alone can read. */
export function redirectingFile(address: string): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'platen-studio-'));
  const path = join(folder, 'studio.html');
  const page = `<!doctype html><meta http-equiv="refresh" content="0; url=${address}"><title>Platen Studio</title>`;
  writeFileSync(path, page, { mode: 0o600, flag: 'wx' });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
