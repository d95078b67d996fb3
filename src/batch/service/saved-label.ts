import { type ApiRequest, checkOf, labelRequest, renderRequest } from '../../api-client/api-requests.ts';
import type { LabelDetail } from '../../api-client/contract.ts';
import { RefusedError } from '../../api-client/platen-client.ts';
import { BatchStopped } from '../batch-failure.ts';
import { stateResetOf } from '../local/label-file.ts';
import type { BatchLabel, Row } from '../stages.ts';
import { stopping } from './call-failure.ts';
import type { ServiceCalls } from './service-calls.ts';

/** A label of a service. */
export type SavedLabel = BatchLabel & { readonly id: string; readonly revision: number };

/**
 * Reads a label from the service.
 *
 * @throws BatchStopped if there is no such label, if it has no ZPL, or if the key may not read labels
 */
export async function fetchLabel(
  calls: ServiceCalls,
  labelId: string,
  signal: AbortSignal,
): Promise<SavedLabel> {
  const { id, revision, name, width, height, dpi, zpl, dynamic_tokens } = await getLabel(
    calls,
    labelId,
    signal,
  );
  if (zpl === null) throw new BatchStopped(`The label ${id} has no saved ZPL: save it with ZPL first`);
  return {
    id,
    revision,
    name,
    size: { widthMm: width, heightMm: height, dpi },
    zpl,
    // The service applies the transforms itself, and does not send them.
    fieldTransforms: [],
    tokens: dynamic_tokens,
    stateReset: stateResetOf(zpl),
  };
}

/** Resolves if the label is unchanged. Throws `BatchStopped` otherwise. */
export async function confirmLabel(
  calls: ServiceCalls,
  label: SavedLabel,
  signal: AbortSignal,
): Promise<void> {
  const now = await getLabel(calls, label.id, signal);
  const { size } = label;
  const isSame =
    now.revision === label.revision &&
    now.zpl === label.zpl &&
    now.width === size.widthMm &&
    now.height === size.heightMm &&
    now.dpi === size.dpi;
  if (isSame) return;
  throw new BatchStopped(
    `The label was changed: it is at revision ${now.revision}, and was at ${label.revision} when the batch began. ` +
      'Rows since the last checkpoint may be of either version, and are not kept. To start again with the current label, ' +
      'remove the journal and run the command without --resume; --resume continues only with the earlier label',
    { saysResume: true },
  );
}

/** Whether these values fill every placeholder of the label; false if the service refuses them. Costs one unit. */
export async function fillsAll(
  calls: ServiceCalls,
  labelId: string,
  variables: Row['variables'],
  signal: AbortSignal,
): Promise<boolean> {
  const request = checkOf(renderRequest(labelId, 'zpl', JSON.stringify({ variables })));
  try {
    return (await calls.send(request, signal)).unresolvedCount === 0;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}

function getLabel(calls: ServiceCalls, labelId: string, signal: AbortSignal): Promise<LabelDetail> {
  // Finished output may be kept only after this answer, so the request must not wait for rows that are still to be
  // made.
  return calls.send({ ...requestFor(labelId), isUrgent: true }, signal);
}

function requestFor(labelId: string): ApiRequest<LabelDetail> {
  try {
    return labelRequest(labelId);
  } catch (error) {
    throw stopping(error);
  }
}
