import type { Budget, CredentialGuard } from './budget.ts';
import { MemoryBudget, MemoryGuard } from './memory.ts';
import type { ReachabilityWatcher } from './reachability.ts';
import type { RedisLimits } from './redis.ts';

/** The budgets and guards of a service. */
export interface Budgets {
  readonly budget: Budget;
  readonly guard: CredentialGuard;
  /** Whether the Redis behind them can be asked; null when there is none. */
  readonly redis: { readonly up: boolean } | null;
  /** Rejects with the reason while they cannot be asked. */
  ready(): Promise<void>;
  close(): void;
}

/** Budgets shared through the Redis of these URLs, or kept in this process if there are none. */
export async function openBudgets(
  urls: readonly string[],
  limits: RedisLimits,
  watcher: ReachabilityWatcher,
): Promise<Budgets> {
  if (urls.length > 0) {
    const { RedisBudgets } = await import('./redis.ts');
    const shared = new RedisBudgets(urls, limits, watcher);
    return {
      budget: shared,
      guard: shared,
      redis: shared,
      ready: () => shared.ready(),
      close: () => shared.close(),
    };
  }
  return {
    budget: new MemoryBudget(limits.units),
    guard: new MemoryGuard(limits),
    redis: null,
    ready: async () => {},
    close: () => {},
  };
}
