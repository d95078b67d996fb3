import type { z as Zod } from 'zod';
import { LIMITS } from '../limits.ts';
import { zod } from '../on-first-use.ts';
import { VERSION } from '../version.ts';
import type { StagedLabels } from './staged-labels.ts';
import type { AdminStore, StorePieces } from './store.ts';

const z = zod();

/** Calls on the store that answer at once, or a piece at a time. */
type StoreCalls = Omit<
  AdminStore,
  'close' | 'listAccounts' | 'listKeys' | 'listAllLabels' | 'importLabels' | 'exportLabel'
> &
  Omit<StorePieces, 'importPrepared'>;

/** Calls on the labels that a connection has brought, to import them together. */
type ImportCalls = Pick<StagedLabels, 'addTeams' | 'importInto' | 'savedFrom'>;

/** The calls that one process makes on the store of another: everything that operators' commands need. */
export type AdminCalls = StoreCalls & ImportCalls;
export type AdminCall = keyof AdminCalls;

/** The number of {@link ADMIN_CALLS} and {@link TROUBLE} as they are: goes up with every change of what they hold. */
const PROTOCOL = 6;

/** The header by which each side tells its program: one of another version or protocol is not understood. */
export const PROGRAM_HEADER = 'platen-version';
/** This program, as it tells the other side. */
export const PROGRAM = `${VERSION} (protocol ${PROTOCOL})`;

/**
 * The most bytes of a call: its parameters, which are JSON and read by the thread that serves requests, and a part of
 * prepared labels, which only the database reads.
 */
export const MAX_BYTES = { parameters: 65_536, part: 1_000_000 };

/** The call whose body is a part of prepared labels, not JSON. */
export const PART = '/addPart';

/** The header of a part that ends a unit of prepared labels. */
export const LAST_PART_HEADER = 'platen-last-part';

/** The type of an answer that is bytes, not JSON. */
export const BYTES = 'application/octet-stream';

/** Ids in a call. */
export const MAX_TEAMS = 100;

/**
 * The body of an answer that is not 200. `failure` is a `StoreFailure`'s message, for people; `error` any other's.
 */
export const TROUBLE = z.union([z.object({ failure: z.string() }), z.object({ error: z.string() })]);
export type Trouble = Zod.infer<typeof TROUBLE>;

const PLAN = z.enum(['free', 'pro']);
const KEY_TYPE = z.enum(['full', 'render']);
const UNITS_PER_MINUTE = z.int().min(1).max(LIMITS.rateUnitsPerMinute).nullable();
const OUTPUT_FORMAT = z.enum(['bitmap', 'vector']);
/** Text in JSON. */
const INSTANT = z.coerce.date();

const ACCOUNT = z.object({
  id: z.string(),
  name: z.string(),
  plan: PLAN,
  granted: z.boolean(),
  unitsPerMinute: UNITS_PER_MINUTE,
  teams: z.array(z.string()),
  createdAt: INSTANT,
});

const DELETED_ACCOUNT = z.object({ account: ACCOUNT, keys: z.number(), labels: z.number() });

const KEY = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  type: KEY_TYPE,
  prefix: z.string(),
  last4: z.string(),
  createdAt: INSTANT,
  revokedAt: INSTANT.nullable(),
  lastUsedAt: INSTANT.nullable(),
  requests: z.number(),
});

const ISSUED_KEY = z.object({ key: KEY, value: z.string() });

const SIZE = z.object({ widthMm: z.number(), heightMm: z.number(), dpi: z.number() });

const LABEL_META = z.object({
  id: z.string(),
  accountId: z.string(),
  teamId: z.string().nullable(),
  name: z.string(),
  size: SIZE,
  outputFormat: OUTPUT_FORMAT,
  revision: z.number(),
  createdAt: INSTANT,
  updatedAt: INSTANT,
});

const LABEL_REVISION = LABEL_META.pick({ revision: true, name: true, size: true, updatedAt: true }).extend({
  zplBytes: z.number().nullable(),
});

const SAVED_LABEL = LABEL_META.pick({
  id: true,
  accountId: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
});

const ID = z.string();
const COUNT = z.int().min(0);
const NONE = z.tuple([]);
/** JSON has no undefined. */
const NOTHING = z.unknown().transform(() => undefined);

/** Parameters of each call, as a JSON array, and its result. Members that are not named here do not cross. */
export const STORE_CALLS = {
  createAccount: { takes: z.tuple([z.string(), PLAN]), gives: ACCOUNT },
  accountsAfter: { takes: z.tuple([ID]), gives: z.array(ACCOUNT) },
  setPlan: { takes: z.tuple([ID, PLAN]), gives: ACCOUNT },
  setGranted: { takes: z.tuple([ID, z.boolean()]), gives: ACCOUNT },
  setRate: { takes: z.tuple([ID, UNITS_PER_MINUTE]), gives: ACCOUNT },
  joinTeam: { takes: z.tuple([ID, ID]), gives: ACCOUNT },
  leaveTeam: { takes: z.tuple([ID, ID]), gives: ACCOUNT },
  deleteAccount: { takes: z.tuple([ID, z.boolean()]), gives: DELETED_ACCOUNT },
  createKey: { takes: z.tuple([ID, KEY_TYPE, z.string().optional()]), gives: ISSUED_KEY },
  keysAfter: { takes: z.tuple([ID.nullable(), ID]), gives: z.array(KEY) },
  revokeKey: { takes: z.tuple([ID]), gives: KEY },
  rotateKey: { takes: z.tuple([ID]), gives: ISSUED_KEY },
  exportBytes: { takes: z.tuple([ID, COUNT.nullable()]), gives: z.instanceof(Uint8Array).nullable() },
  labelHistory: { takes: z.tuple([ID]), gives: z.array(LABEL_REVISION) },
  labelsAfter: { takes: z.tuple([ID.nullable(), ID]), gives: z.array(LABEL_META) },
  deleteLabel: { takes: z.tuple([ID, COUNT.optional()]), gives: LABEL_META },
  migrate: { takes: NONE, gives: z.array(z.number()) },
  ready: { takes: NONE, gives: NOTHING },
} satisfies Table<StoreCalls>;

/** The same for the labels that a connection has brought. */
export const IMPORT_CALLS = {
  addTeams: { takes: z.tuple([z.array(ID).max(MAX_TEAMS)]), gives: NOTHING },
  importInto: { takes: z.tuple([ID, COUNT]), gives: NOTHING },
  savedFrom: { takes: z.tuple([COUNT]), gives: z.array(SAVED_LABEL) },
} satisfies Table<ImportCalls>;

export const ADMIN_CALLS = { ...STORE_CALLS, ...IMPORT_CALLS } satisfies Table<AdminCalls>;

type Table<Calls extends Readonly<Record<keyof Calls, (...given: never[]) => unknown>>> = {
  readonly [Call in keyof Calls]: {
    readonly takes: Zod.ZodType<Parameters<Calls[Call]>>;
    readonly gives: Zod.ZodType<Awaited<ReturnType<Calls[Call]>>>;
  };
};
