import { readConfig } from '../config.ts';
import { parseArguments } from './arguments.ts';
import { CommandFailure } from './failure.ts';
import { answer, type Io } from './io.ts';
import { stopRequested } from './stop-signal.ts';

/** What requests under way get after an error that nobody foresaw. */
const CRASH_GRACE_MS = 1000;
/** After the grace nobody waits for what the workers still do; the database stops well within this. */
const PARTS_STOP_MS = 5000;

export async function serve(argv: readonly string[], io: Io): Promise<void> {
  const { json } = parseArguments(argv, {}, []);
  const config = readConfig(io.env);
  const stop = stopRequested();
  // Loaded once the settings are known to be good: bad ones are told at once.
  const { startService } = await import('../app.ts');
  const { openLog } = await import('../telemetry/log.ts');
  const { described } = await import('../telemetry/error-log.ts');
  const sink = openLog(config.logLevel);
  const service = await startService(config, sink);
  const crash = uncaught((error) => sink.log.fatal({ err: described(error) }, 'uncaught error, stopping'));
  answer(io, json, { url: service.url, ops_url: service.opsUrl }, () => `Platen serves ${service.url}`);
  const crashed = (await Promise.race([stop, crash])) === 'crash';
  const graceMs = crashed ? CRASH_GRACE_MS : config.shutdownGraceMs;
  setTimeout(() => {
    sink.log.error('a part did not stop in time');
    process.exit(1);
  }, graceMs + PARTS_STOP_MS).unref();
  await service.close(graceMs);
  if (crashed) throw new CommandFailure('stopped by an uncaught error, which the log has; this is a bug');
}

/**
 * Resolves at the first error that nothing caught, rejected promises among them; the second ends the process.
 * Whatever state the first has left behind, a supervisor's restart is surer than going on. No request can cause
 * one: what handlers throw is answered 500.
 */
function uncaught(report: (error: unknown) => void): Promise<'crash'> {
  return new Promise((resolve) => {
    process.once('uncaughtException', (error) => {
      process.once('uncaughtException', () => process.exit(1));
      report(error);
      resolve('crash');
    });
  });
}
