import cluster from 'node:cluster';
import type { MetricSamples } from '../telemetry/listener-metrics.ts';
import type { OpsParts, OpsServer } from '../telemetry/ops-server.ts';
import { NUMBER_VARIABLE, type Question, type WorkerMessage } from './messages.ts';

/** The number of the listener that this process is, from 1; null in a process without a supervisor. */
export function listenerNumber(env: Readonly<Record<string, string | undefined>>): number | null {
  return cluster.isWorker ? Number(env[NUMBER_VARIABLE]) : null;
}

/** Sends the supervisor the url at which this listener serves. */
export function tellListening(url: string): void {
  tell({ kind: 'listening', url });
}

/** Answers operators through the supervisor, which has the one operators' port of all listeners. */
export async function answerSupervisor({ port, metrics, ready }: OpsParts): Promise<OpsServer> {
  const answer = async ({ about }: Question): Promise<MetricSamples> => {
    if (about === 'metrics') return (await metrics()).getMetricsAsJSON();
    await ready();
    return [];
  };
  process.on('message', (question: Question) => {
    const { id } = question;
    answer(question).then(
      (samples) => tell({ kind: 'answer', id, samples }),
      (error: unknown) => tell({ kind: 'failure', id, reason: (error as Error).message }),
    );
  });
  return {
    port,
    // The channel would keep the process alive.
    close: async () => void cluster.worker?.disconnect(),
  };
}

/** Sends a message to the supervisor. It is lost if the supervisor has ended, which ends its listeners too. */
function tell(message: WorkerMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
