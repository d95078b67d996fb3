import { readConfig } from '../config.ts';
import { parseArguments } from './arguments.ts';
import { answer, type Io } from './io.ts';
import { stopRequested } from './stop-signal.ts';

export async function serve(argv: readonly string[], io: Io): Promise<void> {
  const { json } = parseArguments(argv, {}, []);
  const config = readConfig(io.env);
  const stop = stopRequested();
  // Loaded once the settings are known to be good: bad ones are told at once.
  const { startService } = await import('../app.ts');
  const service = await startService(config);
  answer(io, json, { url: service.url, ops_url: service.opsUrl }, () => `Platen serves ${service.url}`);
  await stop;
  await service.close();
}
