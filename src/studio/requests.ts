import type { z as Zod } from 'zod';
import { LIMITS, TABLE_LIMITS } from '../limits.ts';
import { zod } from '../on-first-use.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { ROWS_MAX } from './rows/row-table.ts';

const z = zod();

const Size = z.object({ widthMm: z.number(), heightMm: z.number(), dpi: z.number() });

const DRAFT = {
  zpl: z.string(),
  encoding: z.enum(['utf-8', 'bytes']),
  size: Size,
  fieldTransforms: z.unknown(),
  dynamicTokens: z.array(z.string()),
  variables: z.record(z.string(), z.string()),
  now: z.number().min(0).max(8.64e15).nullable(),
};

const LABELS_MAX = 50;

/** A picture of a draft, with everything that the page shows next to it. */
export const ViewRequest = z.object({
  draft: z.object(DRAFT),
  first: z.int().min(0).default(0),
  count: z.int().min(1).max(LABELS_MAX).default(1),
});

/** A draft to lint. */
export const FindingsRequest = z.object({ draft: z.object(DRAFT), target: z.string().nullable() });

/** A file of a draft. */
export const FileRequest = z.object({
  draft: z.object(DRAFT),
  format: z.enum(['zpl', 'png', 'pdf']),
  index: z.int().min(0).default(0),
});

/** Bar codes that a reader finds in a label of a draft. */
export const BarcodesRequest = z.object({ draft: z.object(DRAFT), index: z.int().min(0).default(0) });

/** One label of a draft, for the preview of a printer. */
export const PrinterRequest = z.object({
  draft: z.object(DRAFT),
  index: z.int().min(0).default(0),
  printer: z.string().max(300),
});

const Dpi = z.number().min(1).max(2400);

/** A text to scale from the resolution of its size to another one. */
export const ScaleRequest = z.object({
  zpl: DRAFT.zpl,
  encoding: DRAFT.encoding,
  size: Size.extend({ dpi: Dpi }),
  toDpi: Dpi,
});

const Dots = z.int().min(1).max(LIMITS.renderDots);

/** How a picture becomes a field. */
export const PictureRequest = z.object({
  dpi: Dpi,
  widthMm: z.number().min(0.1).max(LIMITS.renderMillimetresMax).nullable(),
  within: z.object({ width: Dots, height: Dots }),
  cropsToInk: z.boolean(),
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  dither: z.enum(['none', 'floyd-steinberg', 'atkinson']),
  threshold: z.int().min(0).max(255),
  page: z.int().min(1),
  isFinal: z.boolean(),
});

const Compared = z.object({ title: z.string().max(300), head: z.string(), zpl: z.string() });

/** Two texts to compare. */
export const DifferenceRequest = z.object({ from: Compared, to: Compared });

/** All rows of a table. */
export const RowsRequest = z.object({
  draft: z.object(DRAFT),
  table: z.object({
    kind: z.enum(['cells', 'json']),
    columns: z.array(z.string()).max(TABLE_LIMITS.columns),
    rows: z.array(z.array(z.string().nullable())).max(ROWS_MAX),
  }),
});

/** All rows of a table as one file. */
export const RowsFileRequest = RowsRequest.extend({ format: z.enum(['zpl', 'pdf']) });

/** Labels for a printer: copies of a label for each row of values. */
export const JobsRequest = z.object({
  draft: z.object(DRAFT),
  rows: z.array(DRAFT.variables).min(1).max(ROWS_MAX),
  /** The numbers of the rows in their table; null for a label without one. */
  numbers: z.array(z.int()).max(ROWS_MAX).nullable().default(null),
  copies: z.int().min(1).max(LIMITS.printCopies),
});

/** Labels to print. */
export const PrintRequest = JobsRequest.extend({
  printer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('raw'), address: z.string() }),
    z.object({ kind: z.literal('system'), name: z.string() }),
  ]),
});

const CONTENT = {
  zpl: z.string(),
  encoding: DRAFT.encoding,
  size: Size.nullable(),
  fieldTransforms: z.unknown(),
  examples: DRAFT.variables.nullable().default(null),
};

/** A label to save where it came from, if the file there is still at the revision. */
export const SaveRequest = z.object({ id: z.string(), revision: z.string(), ...CONTENT });

const Name = z.string().trim().min(1).max(200);
const Kind = z.enum(['zpl', 'bundle']);
/** The revision of a file that another one may replace. */
const Replaces = z.string().nullable().default(null);

/** A label to rename, if it is still at the revision. */
export const RenameRequest = z.object({
  id: z.string(),
  name: Name,
  revision: z.string(),
  replaces: Replaces,
});

/** A label to delete, if it is still at the revision. */
export const DeleteRequest = z.object({ id: z.string(), revision: z.string() });

/** The name of a new file, or a new name of a label. */
export const FilePlaceRequest = z.union([
  z.object({ name: Name, kind: Kind }),
  z.object({ name: Name, id: z.string() }),
]);

/** A label to write as a file of its own. */
export const AddRequest = z.object({
  name: Name,
  kind: Kind.default('bundle'),
  replaces: Replaces,
  dynamicTokens: DRAFT.dynamicTokens,
  outputFormat: z.enum(['bitmap', 'vector']).default('vector'),
  ...CONTENT,
  size: Size,
});

/**
 * Reads the body of a request by its schema.
 *
 * @throws RequestRefusal (400) that names the member.
 */
export function parseRequest<T>(schema: Zod.ZodType<T>, body: Uint8Array): T {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new RequestRefusal(400, 'the request is not JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RequestRefusal(
    400,
    `${issue?.path.join('.') ?? 'the request'}: ${issue?.message ?? 'not valid'}`,
  );
}
