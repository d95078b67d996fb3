import { readConfig } from '../config.ts';
import { listenerNumber } from '../listeners/supervised.ts';
import type { RendererConfig } from '../renderer/renderer.ts';
import { whole } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import type { Io } from './io.ts';
import { holdPrinterOf } from './printer-options.ts';
import { fileName, readText } from './read-file.ts';
import { runServer } from './server-program.ts';
import { keepTime } from './time-zone.ts';

interface ToStart {
  readonly values: Readonly<
    Record<'host' | 'port' | 'fonts' | 'profile' | 'key-file' | 'rate', string | undefined>
  > & {
    readonly playground: boolean;
  };
  readonly json: boolean;
}

const PORT_MAX = 65_535;
const RATE_MAX = 100_000;
const KEYS_MAX = 10_000;

/** The port where neither the option nor the environment names one: `platen serve` has 8080. */
const USUAL_PORT = '8081';

/** The settings of the service that the renderer has too, besides those of every command that draws. */
export const RENDERER_SETTINGS = [
  'httpDriver',
  'host',
  'port',
  'listeners',
  'poolThreads',
  'poolQueue',
  'memoryMaxMb',
  'bodyTimeoutMs',
  'trustedProxies',
  'shutdownGraceMs',
  'opsHost',
  'opsPort',
  'logLevel',
] as const;

/** Runs a renderer of Labelary's API until the program is stopped. */
export async function renderer({ values, json }: ToStart, io: Io): Promise<void> {
  const config = await configOf(values, io);
  keepTime(io);
  await holdPrinterOf(values, io);
  await runServer(
    {
      config,
      greeting: (url) => `Platen Renderer: ${url}`,
      async load() {
        const { startRendererPool } = await import('../renderer/renderer-pool.ts');
        const pool = startRendererPool(config);
        const { startRenderer } = await import('../renderer/renderer.ts');
        return async (sink, binding) => {
          const server = await startRenderer(config, sink, async (parts) => (await binding)(parts), pool);
          return { ...server, url: `${server.origin}/` };
        };
      },
    },
    json,
    io,
  );
}

async function configOf(values: ToStart['values'], io: Io): Promise<RendererConfig> {
  const isSet = (io.env['PORT']?.trim() ?? '') !== '';
  const config = readConfig({ ...io.env, PORT: isSet ? io.env['PORT'] : USUAL_PORT }, RENDERER_SETTINGS);
  // A supervisor says where its listeners listen, whatever the command line that they share says.
  const given = listenerNumber(io.env) === null ? values : { ...values, host: undefined, port: undefined };
  const { rate, 'key-file': keyFile, playground } = values;
  if (playground && keyFile !== undefined) {
    throw new UsageError('--playground admits everybody, so it cannot be given with --key-file');
  }
  return {
    ...config,
    host: given.host ?? config.host,
    port: given.port === undefined ? config.port : whole(given.port, '--port', 0, PORT_MAX),
    callsPerSecond: rate === undefined ? null : whole(rate, '--rate', 1, RATE_MAX),
    hasPlayground: playground,
    keys: keyFile === undefined ? null : await readKeys(keyFile, io),
  };
}

/** The keys of a file, one a line. Empty lines and those that begin with # are left out. */
async function readKeys(path: string, io: Io): Promise<readonly string[]> {
  const lines = (await readText(path, io)).split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (keys.length === 0) throw new CommandFailure(`${fileName(path)} has no key; it must have one a line`);
  if (keys.length > KEYS_MAX) throw new CommandFailure(`${fileName(path)} has more than ${KEYS_MAX} keys`);
  return keys;
}
