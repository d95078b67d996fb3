import type { Account, AdminStore } from '../store/store.ts';
import { oneOf, parseArguments, required } from './arguments.ts';
import { answer, type Io } from './io.ts';
import { withReadyStore } from './store-session.ts';
import { table } from './table.ts';

const PLANS = ['pro', 'free'] as const;

export async function create(argv: readonly string[], io: Io): Promise<void> {
  const { values, json } = parseArguments(argv, { name: { type: 'string' }, plan: { type: 'string' } }, []);
  const name = required(values.name, '--name');
  const plan = oneOf(values.plan ?? 'pro', PLANS, '--plan');
  await change(io, json, (store) => store.createAccount(name, plan));
}

export async function list(argv: readonly string[], io: Io): Promise<void> {
  const { json } = parseArguments(argv, {}, []);
  const accounts = await withReadyStore(io, (store) => store.listAccounts());
  answer(io, json, accounts.map(view), () => describe(accounts));
}

export async function setPlan(argv: readonly string[], io: Io): Promise<void> {
  const { operands, json } = parseArguments(argv, {}, ['ACCOUNT_ID', 'PLAN']);
  const plan = oneOf(operands[1], PLANS, 'PLAN');
  await change(io, json, (store) => store.setPlan(operands[0], plan));
}

export async function grant(argv: readonly string[], io: Io): Promise<void> {
  await setGranted(argv, io, true);
}

export async function ungrant(argv: readonly string[], io: Io): Promise<void> {
  await setGranted(argv, io, false);
}

async function setGranted(argv: readonly string[], io: Io, granted: boolean): Promise<void> {
  const { operands, json } = parseArguments(argv, {}, ['ACCOUNT_ID']);
  await change(io, json, (store) => store.setGranted(operands[0], granted));
}

export async function joinTeam(argv: readonly string[], io: Io): Promise<void> {
  const { operands, json } = parseArguments(argv, {}, ['ACCOUNT_ID', 'TEAM_ID']);
  await change(io, json, (store) => store.joinTeam(...operands));
}

export async function leaveTeam(argv: readonly string[], io: Io): Promise<void> {
  const { operands, json } = parseArguments(argv, {}, ['ACCOUNT_ID', 'TEAM_ID']);
  await change(io, json, (store) => store.leaveTeam(...operands));
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
    teams: account.teams.join(', ') || null,
  }));
  return table(rows, 'There are no accounts; `platen accounts create --name NAME` makes one.');
}
