import { describeFailure } from '../failure.ts';

export type CheckStatus = 'ok' | 'warning' | 'failed';

/** The result of one check. */
export interface CheckResult {
  readonly name: string;
  readonly status: CheckStatus;
  /** The state, on one line. */
  readonly detail: string;
  /** The remedy; null if none is needed. */
  readonly remedy: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Looks at one part of the deployment; one that throws has failed, for the reason thrown. */
export interface Check {
  readonly name: string;
  /** The remedy if the check throws or takes too long. */
  readonly remedy: string;
  readonly look: (env: Environment) => Promise<readonly CheckResult[]>;
}

/** A result that needs no remedy. */
export const ok = (name: string, detail: string): CheckResult => ({
  name,
  status: 'ok',
  detail,
  remedy: null,
});
/** A fault that a service survives. */
export const warning = (name: string, detail: string, remedy: string): CheckResult => ({
  name,
  status: 'warning',
  detail,
  remedy,
});
/** A fault with which a service cannot run. */
export const failed = (name: string, detail: string, remedy: string): CheckResult => ({
  name,
  status: 'failed',
  detail,
  remedy,
});

/** Runs one check for at most `limitMs`; later work of it is not waited for. */
export async function runCheck(
  { name, remedy, look }: Check,
  env: Environment,
  limitMs: number,
): Promise<readonly CheckResult[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly CheckResult[]>((resolve) => {
    const finding = failed(name, `no answer within ${limitMs / 1000} s`, remedy);
    timer = setTimeout(() => resolve([finding]), limitMs);
  });
  try {
    return await Promise.race([look(env), late]);
  } catch (error) {
    if (error instanceof Error && error.name === 'ConfigError') {
      return [warning(name, 'not checked', 'correct the configuration first')];
    }
    return [failed(name, describeFailure(error), remedy)];
  } finally {
    clearTimeout(timer);
  }
}

/** How far two clocks may be apart. Milliseconds. */
const MAX_SKEW_MS = 2000;

/**
 * Compares a server's clock with ours. `askedAt` and `answeredAt` are ours, around its answer; all are milliseconds
 * since 1970.
 */
export function clockFinding(
  server: string,
  serverTime: number,
  askedAt: number,
  answeredAt: number,
): CheckResult {
  const name = `clock (${server})`;
  // Nothing is known of when between the two it was read.
  const apart = Math.max(askedAt - serverTime, serverTime - answeredAt, 0);
  const seconds = (apart / 1000).toFixed(1);
  if (apart <= MAX_SKEW_MS) return ok(name, `within ${seconds} s of this machine's`);
  return warning(
    name,
    `${seconds} s ${serverTime > answeredAt ? 'ahead of' : 'behind'} this machine's`,
    'synchronise both with NTP: automatic dates and rate windows depend on them',
  );
}
