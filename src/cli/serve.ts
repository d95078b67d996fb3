import { startService } from '../app.ts';
import { readConfig, refuseUnavailable } from '../config.ts';
import { parseArguments } from './arguments.ts';
import { answer, type Io } from './io.ts';
import { stopRequested } from './stop-signal.ts';

export async function serve(argv: readonly string[], io: Io): Promise<void> {
  const { json } = parseArguments(argv, {}, []);
  const config = readConfig(io.env);
  refuseUnavailable(config);
  const stop = stopRequested();
  const service = await startService(config);
  answer(io, json, { url: service.url, ops_url: service.opsUrl }, () => `Platen serves ${service.url}`);
  await stop;
  await service.close();
}
