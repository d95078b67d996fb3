import { spawn } from 'node:child_process';
import type { StudioOptions } from '../studio/studio.ts';
import { startStudio } from '../studio/studio.ts';
import { whole } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { holdFontsOf } from './printer-fonts.ts';
import { readKey } from './read-file.ts';
import { stopRequested } from './stop-signal.ts';

interface ToOpen {
  readonly values: {
    readonly url: string | undefined;
    readonly 'key-file': string | undefined;
    readonly port: string | undefined;
    readonly 'no-open': boolean;
    readonly fonts: string | undefined;
  };
  readonly operands: readonly string[];
  readonly json: boolean;
}

const PORT_MAX = 65_535;

/** Serves the studio's page until the program is told to stop. */
export async function studio({ values, operands, json }: ToOpen, io: Io): Promise<void> {
  const port = values.port === undefined ? 0 : whole(values.port, '--port', 0, PORT_MAX);
  const service = await serviceOf(values, io);
  // A service alone has its labels; without anything it is the folder that the user is in.
  const paths = operands.length === 0 && service === null ? ['.'] : operands;
  await holdFontsOf(values.fonts, io);
  const stop = stopRequested();
  const running = await started({ paths, service, port });
  const address = running.newAddress();
  answer(io, json, { url: address }, () => `Platen Studio: ${address}`);
  // The browser that is opened has an address of its own, so that the one that is printed stays good for another, and
  // which other users of the machine, who can read it in the list of programs, cannot use.
  if (!values['no-open']) open(running.newAddress('own'));
  await stop;
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
  { url, 'key-file': keyFile }: ToOpen['values'],
  io: Io,
): Promise<StudioOptions['service']> {
  if (url === undefined && keyFile === undefined) return null;
  if (url === undefined || keyFile === undefined) throw new UsageError('--url and --key-file go together');
  if (!URL.canParse(url)) {
    throw new UsageError(
      `--url must be absolute, as http://127.0.0.1:8080/label-api, not ${JSON.stringify(url)}`,
    );
  }
  return { url, key: await readKey(keyFile, io) };
}

/** What opens an address in the user's browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the user's browser where there is one; else the printed address is for copying. */
function open(address: string): void {
  const [program, ...words] = OPENERS[process.platform] ?? (['xdg-open'] as const);
  const browser = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  browser.on('error', () => {});
  browser.unref();
}
