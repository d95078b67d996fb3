import { checkOf, renderRequest } from '../../api-client/api-requests.ts';
import { RefusedError } from '../../api-client/platen-client.ts';
import type { CompressedDots } from '../../encode/compressed-dots.ts';
import { LIMITS } from '../../limits.ts';
import { readPages } from '../../pdf/read-pages.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { BatchFormat, OutputPiece } from '../stages.ts';
import { failedAlone, type JobOutcome, NOTHING } from './print-jobs.ts';
import type { GroupedRow } from './row-groups.ts';
import { oversizedRow, tooLarge } from './row-refusal.ts';
import type { SavedLabel } from './saved-label.ts';
import type { ServiceCalls } from './service-calls.ts';

const NO_BYTES = new Uint8Array(0);

/** The service and label by which rows are rendered, and the kind of output. */
export interface Rendering {
  readonly calls: ServiceCalls;
  readonly label: SavedLabel;
  readonly format: BatchFormat;
  /** Whether each row has a file of its own. */
  readonly apart: boolean;
  /** Whether rows are only checked. */
  readonly validates: boolean;
}

/** Renders one row by one request. Its copies are joined here. Throws as {@link ServiceCalls.send} does. */
export async function renderRow(
  grouped: GroupedRow,
  rendering: Rendering,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { calls, label, format, validates } = rendering;
  const { copies } = grouped;
  const oversized = oversizedRow(grouped);
  if (oversized !== null) return { ...NOTHING, failed: [oversized] };
  const body = `{"format":"${format}","variables":${grouped.record}}`;
  const request = renderRequest(label.id, format, body);
  try {
    if (validates) {
      const { unresolvedCount, warnings } = await calls.send(checkOf(request), signal);
      const piece = pieceOf(grouped, { labels: copies });
      return { pieces: [piece], failed: [], unresolved: unresolvedCount, warnings };
    }
    const { data, unresolvedCount, warnings } = await calls.send(request, signal);
    const piece =
      typeof data === 'string' ? copied(grouped, data, label.stateReset) : drawn(grouped, data, rendering);
    if (piece === null) {
      const failed = tooLarge(
        grouped,
        `the output would have more than ${LIMITS.zplUnits} characters of ZPL`,
      );
      return { ...NOTHING, failed: [failed] };
    }
    return { pieces: [piece], failed: [], unresolved: unresolvedCount, warnings };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { ...NOTHING, failed: [failedAlone(grouped, error)] };
  }
}

/** All copies, as in a print job; null if they are longer than its ZPL may be. */
function copied(grouped: GroupedRow, zpl: string, stateReset: Uint8Array): OutputPiece | null {
  const { copies } = grouped;
  if (copies * zpl.length + (copies - 1) * stateReset.length > LIMITS.zplUnits) return null;
  const label = Buffer.from(zpl);
  const parts = Array.from({ length: copies }, () => [stateReset, label]).flat();
  return pieceOf(grouped, { bytes: Buffer.concat(parts.slice(1)), labels: copies });
}

/** The piece of a PNG or PDF. Throws `BatchStopped` for a PDF that cannot be joined with others. */
function drawn(grouped: GroupedRow, bytes: Uint8Array, { format, apart }: Rendering): OutputPiece {
  const { copies } = grouped;
  if (format === 'png') return pieceOf(grouped, { bytes, labels: 1 });
  const pages = readPages(bytes);
  if (pages !== null) return pieceOf(grouped, { pages, labels: copies * pages.length });
  if (apart && copies === 1) return pieceOf(grouped, { bytes, labels: 1 });
  throw new BatchStopped(
    'The service has its PDFs drawn by an external renderer, and such PDFs cannot be put together: ' +
      'ask for a file a row without copies (--split 1 or --name-template), or for PNG or ZPL',
  );
}

function pieceOf(
  { row: firstRow, copies }: GroupedRow,
  {
    bytes = NO_BYTES,
    pages = [],
    labels,
  }: { bytes?: Uint8Array; pages?: readonly CompressedDots[]; labels: number },
): OutputPiece {
  return {
    firstRow,
    rows: 1,
    labels,
    bytes,
    pages,
    copies: pages.length > 0 ? copies : 1,
    name: null,
    source: null,
  };
}
