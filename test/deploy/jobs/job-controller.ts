import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

/** The part of a Job of the Kubernetes API that the chart uses. */
const Container = z.object({
  name: z.string(),
  command: z.array(z.string()),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});
const Rule = z.object({
  action: z.enum(['FailJob', 'Ignore', 'Count', 'FailIndex']),
  onExitCodes: z
    .object({ containerName: z.string(), operator: z.enum(['In', 'NotIn']), values: z.array(z.number()) })
    .nullish(),
  onPodConditions: z.array(z.object({ type: z.string(), status: z.string() })).nullish(),
});
export const Job = z.object({
  kind: z.literal('Job'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    completionMode: z.enum(['Indexed', 'NonIndexed']).default('NonIndexed'),
    completions: z.number().default(1),
    parallelism: z.number().default(1),
    backoffLimit: z.number().default(6),
    backoffLimitPerIndex: z.number().nullish(),
    podFailurePolicy: z.object({ rules: z.array(Rule) }),
    template: z.object({ spec: z.object({ containers: z.tuple([Container]) }) }),
  }),
});
export type Job = z.infer<typeof Job>;

/** A pod that runs. */
export interface Pod {
  readonly index: number;
  /** Ends it as the loss of its node does. */
  evict(): void;
  /** Ends it as a lack of memory does. */
  kill(): void;
}

export interface JobOutcome {
  /** Null for a Job whose pods all came to their end. */
  readonly failed: 'job' | 'index' | null;
  readonly pods: number;
}

/**
 * Runs a Job as its controller does: a process for each task, with the number of the task in its environment, as many
 * at a time as it may have, by its rules of failures.
 *
 * @param place maps a path of the pod's volumes to this machine
 * @param started hears of every pod
 */
export async function runJob(
  { spec }: Job,
  place: (text: string) => string,
  env: Readonly<Record<string, string>>,
  started: (pod: Pod) => void = () => {},
): Promise<JobOutcome> {
  const [container] = spec.template.spec.containers;
  const left = Array.from({ length: spec.completions }, (_, index) => index);
  const running = new Set<ChildProcess>();
  let failed: JobOutcome['failed'] = null;
  let pods = 0;
  const task = async (index: number): Promise<void> => {
    const retries = spec.backoffLimitPerIndex ?? spec.backoffLimit;
    for (let failures = 0; failures <= retries && failed !== 'job'; ) {
      pods++;
      const { status, isEvicted } = await pod(index);
      if (status === 0) return;
      const action = actionOn(spec, container.name, status, isEvicted);
      if (action === 'FailJob') {
        failed = 'job';
        for (const other of running) other.kill('SIGKILL');
      } else if (action !== 'Ignore') failures++;
    }
    failed ??= 'index';
  };
  const pod = async (index: number): Promise<{ status: number; isEvicted: boolean }> => {
    let isEvicted = false;
    const own = Object.fromEntries(container.env.map(({ name, value }) => [name, place(value)]));
    const number: Record<string, string> =
      spec.completionMode === 'Indexed' ? { JOB_COMPLETION_INDEX: `${index}` } : {};
    const [command = '', ...words] = [...container.command, ...container.args.map(place)];
    const child = spawn(command, words, {
      env: { ...env, ...own, ...number },
      stdio: 'ignore',
      detached: true,
    });
    const end = (): void => {
      // The container ends with all that runs in it.
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
    };
    running.add(child);
    started({
      index,
      kill: end,
      evict() {
        isEvicted = true;
        end();
      },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    running.delete(child);
    return { status: code ?? 137, isEvicted };
  };
  const lane = async (): Promise<void> => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) await task(index);
  };
  await Promise.all(Array.from({ length: spec.parallelism }, lane));
  return { failed, pods };
}

/** The action of the first rule that the end of a pod meets. */
function actionOn(spec: Job['spec'], name: string, status: number, isEvicted: boolean): string {
  const rule = spec.podFailurePolicy.rules.find(({ onExitCodes, onPodConditions }) => {
    if (onExitCodes != null) {
      const { containerName, operator, values } = onExitCodes;
      return containerName === name && values.includes(status) === (operator === 'In');
    }
    return isEvicted && (onPodConditions ?? []).some(({ type }) => type === 'DisruptionTarget');
  });
  return rule?.action ?? 'Count';
}
