import { LIMITS } from '../limits.ts';
import type { Account, AdminStore, Plan } from '../store/store.ts';
import { UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { withReadyStore } from './store-session.ts';
import { table } from './table.ts';

interface ForAll {
  readonly json: boolean;
}

interface ForOne extends ForAll {
  readonly operands: readonly [accountId: string];
}

interface ForRate extends ForAll {
  readonly operands: readonly [accountId: string, units: string];
}

interface ForMember extends ForAll {
  readonly operands: readonly [accountId: string, teamId: string];
}

interface ToCreate extends ForAll {
  readonly values: { readonly name: string; readonly plan: Plan | undefined };
}

/** `accounts create`: makes an account, and prints it. */
export async function create({ values: { name, plan }, json }: ToCreate, io: Io): Promise<void> {
  await change(io, json, (store) => store.createAccount(name, plan ?? 'pro'));
}

/** `accounts list`: prints all accounts, oldest first. */
export async function list({ json }: ForAll, io: Io): Promise<void> {
  const accounts = await withReadyStore(io, (store) => store.listAccounts());
  answer(io, json, accounts.map(view), () => describe(accounts));
}

interface ToSetPlan extends ForAll {
  readonly operands: readonly [accountId: string, plan: Plan];
}

/** `accounts set-plan`: changes the plan of an account. */
export async function setPlan({ operands, json }: ToSetPlan, io: Io): Promise<void> {
  await change(io, json, (store) => store.setPlan(...operands));
}

/** `accounts set-rate`: changes the budget of an account. @throws UsageError for units that no budget can have. */
export async function setRate({ operands: [accountId, units], json }: ForRate, io: Io): Promise<void> {
  const unitsPerMinute = rateOf(units);
  await change(io, json, (store) => store.setRate(accountId, unitsPerMinute));
}

/** Null for the deployment's. */
function rateOf(units: string): number | null {
  if (units === 'default') return null;
  const most = LIMITS.rateUnitsPerMinute;
  if (/^[1-9]\d{0,8}$/.test(units) && Number(units) <= most) return Number(units);
  throw new UsageError(
    `UNITS must be a whole number from 1 to ${most}, or default, not ${JSON.stringify(units)}`,
  );
}

/** `accounts grant`: gives an account access whatever its plan. */
export async function grant({ operands: [accountId], json }: ForOne, io: Io): Promise<void> {
  await change(io, json, (store) => store.setGranted(accountId, true));
}

/** `accounts ungrant`: takes a granted access back. */
export async function ungrant({ operands: [accountId], json }: ForOne, io: Io): Promise<void> {
  await change(io, json, (store) => store.setGranted(accountId, false));
}

/** `accounts join-team`: makes an account a member of a team. */
export async function joinTeam({ operands, json }: ForMember, io: Io): Promise<void> {
  await change(io, json, (store) => store.joinTeam(...operands));
}

/** `accounts leave-team`: ends a membership. */
export async function leaveTeam({ operands, json }: ForMember, io: Io): Promise<void> {
  await change(io, json, (store) => store.leaveTeam(...operands));
}

interface ToDelete extends ForOne {
  readonly values: { readonly yes: boolean };
}

/**
 * `accounts delete`: deletes an account and all that it has. @throws StoreFailure while it has active keys, without
 * `--yes`.
 */
export async function remove({ operands: [id], values, json }: ToDelete, io: Io): Promise<void> {
  const { account, keys, labels } = await withReadyStore(io, (store) => store.deleteAccount(id, values.yes));
  answer(io, json, view(account), () => {
    const name = JSON.stringify(account.name);
    return `Deleted ${account.id} ${name} with its keys (${keys}) and labels (${labels}).`;
  });
}

async function change(io: Io, json: boolean, make: (store: AdminStore) => Promise<Account>): Promise<void> {
  const account = await withReadyStore(io, make);
  answer(io, json, view(account), () => describe([account]));
}

function view({ id, name, plan }: Account) {
  return { id, name, plan };
}

function describe(accounts: readonly Account[]): string {
  const rows = accounts.map((account) => ({
    ...view(account),
    granted: account.granted ? 'yes' : 'no',
    rate: account.unitsPerMinute ?? 'default',
    teams: account.teams.join(', ') || null,
  }));
  return table(rows, 'There are no accounts; `platen accounts create --name NAME` makes one.');
}
