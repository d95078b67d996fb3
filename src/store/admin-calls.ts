import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { VERSION } from '../version.ts';
import type { AdminStore } from './store.ts';

/** The calls that one process makes on the store of another: everything that operators' commands need. */
export type AdminCall = Exclude<keyof AdminStore, 'close'>;

/** The number of {@link ADMIN_CALLS} and {@link TROUBLE} as they are: goes up with every change of what they hold. */
const PROTOCOL = 4;

/** The header by which each side tells its program: one of another version or protocol is not understood. */
export const PROGRAM_HEADER = 'platen-version';
/** This program, as it tells the other side. */
export const PROGRAM = `${VERSION} (protocol ${PROTOCOL})`;

/** Of a call and of its answer; as much as a command reads of a file. */
export const MAX_CALL_BYTES = 64 * 1024 * 1024;

/** What an answer that is not 200 holds. `failure` is a `StoreFailure`'s message, for people; `error` any other's. */
export const TROUBLE = z.union([z.object({ failure: z.string() }), z.object({ error: z.string() })]);
export type Trouble = z.infer<typeof TROUBLE>;

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

const LABEL = z.object({
  ...LABEL_META.shape,
  zpl: z.string().nullable(),
  dynamicTokens: z.array(z.string()),
  fieldTransforms: z.unknown(),
});

const LABEL_INPUT = z.object({
  id: z.string().exactOptional(),
  name: z.string(),
  size: SIZE,
  outputFormat: OUTPUT_FORMAT,
  zpl: z.string().nullable(),
  dynamicTokens: z.array(z.string()),
  fieldTransforms: z.unknown(),
  teamId: z.string().nullable(),
});

const ID = z.string();
const NONE = z.tuple([]);
/** JSON has no undefined. */
const NOTHING = z.unknown().transform(() => undefined);

/** What each call takes, as a JSON array, and what it returns. Members that are not named here do not cross. */
export const ADMIN_CALLS = {
  createAccount: { takes: z.tuple([z.string(), PLAN]), gives: ACCOUNT },
  listAccounts: { takes: NONE, gives: z.array(ACCOUNT) },
  setPlan: { takes: z.tuple([ID, PLAN]), gives: ACCOUNT },
  setGranted: { takes: z.tuple([ID, z.boolean()]), gives: ACCOUNT },
  setRate: { takes: z.tuple([ID, UNITS_PER_MINUTE]), gives: ACCOUNT },
  joinTeam: { takes: z.tuple([ID, ID]), gives: ACCOUNT },
  leaveTeam: { takes: z.tuple([ID, ID]), gives: ACCOUNT },
  deleteAccount: { takes: z.tuple([ID, z.boolean()]), gives: DELETED_ACCOUNT },
  createKey: { takes: z.tuple([ID, KEY_TYPE, z.string().optional()]), gives: ISSUED_KEY },
  listKeys: { takes: z.tuple([ID.nullable()]), gives: z.array(KEY) },
  revokeKey: { takes: z.tuple([ID]), gives: KEY },
  rotateKey: { takes: z.tuple([ID]), gives: ISSUED_KEY },
  importLabels: { takes: z.tuple([ID, z.array(LABEL_INPUT)]), gives: z.array(LABEL_META) },
  exportLabel: { takes: z.tuple([ID]), gives: LABEL.nullable() },
  listAllLabels: { takes: z.tuple([ID.nullable()]), gives: z.array(LABEL_META) },
  deleteLabel: { takes: z.tuple([ID]), gives: LABEL_META },
  migrate: { takes: NONE, gives: z.array(z.number()) },
  ready: { takes: NONE, gives: NOTHING },
} satisfies {
  readonly [Call in AdminCall]: {
    readonly takes: z.ZodType<Parameters<AdminStore[Call]>>;
    readonly gives: z.ZodType<Awaited<ReturnType<AdminStore[Call]>>>;
  };
};
