import { readConfig } from '../config.ts';
import type { StartOps } from '../server-frame.ts';
import type { LogSink } from '../telemetry/log.ts';
import type { Io } from './io.ts';
import { runServer } from './server-program.ts';

/** Runs the service until the program is stopped. */
export async function serve({ json }: { readonly json: boolean }, io: Io): Promise<void> {
  const config = readConfig(io.env);
  const program = {
    config,
    greeting: (url: string) => `Platen serves ${url}`,
    load: async () => {
      const { errorLog } = await import('../telemetry/error-log.ts');
      const { openStore } = await import('../store/open.ts');
      return async (sink: LogSink, binding: Promise<StartOps>) => {
        // A second service on the same ports ends here, before it has a database.
        const startOps = await binding;
        // The database starts, in its thread or in its server, while the rest of the program is loaded.
        const opening = openStore({ ...config, onError: errorLog(sink.log) });
        // Opening may fail before the service awaits the promise.
        opening.catch(() => {});
        const { startService } = await import('../app.ts');
        return startService(config, sink, startOps, () => opening);
      };
    },
  };
  await runServer(program, json, io);
}
