import { readMember } from '../../record/body-reader.ts';
import type { Answer, Call } from '../call.ts';
import type { Steps } from '../steps.ts';
import { labelDetail, listLabels } from './labels.ts';
import { print } from './print.ts';
import { render } from './render.ts';

/** `GET /`: a list, or one label when `label_id` is given. */
export function* legacyGet(call: Call): Steps<Answer> {
  const id = call.query.get('label_id') ?? '';
  if (id === '') return yield* listLabels(call);
  call.labelId = id;
  call.need('labels:read');
  return yield* labelDetail(call);
}

/** `POST /`: the body says what to do, so it is read before the scope is checked. */
export function* legacyPost(call: Call): Steps<Answer> {
  const body = yield* call.body();
  const action = readMember(body.object, 'action');
  // For the log, until it is known whether the pool refuses.
  const { label_id: asked } = body.object;
  call.labelId = typeof asked === 'string' ? asked : '';
  call.need(action);
  const refusal = yield* call.refusal();
  if (refusal !== undefined) return refusal;
  const id = readMember(body.object, 'label_id');
  return yield* action === 'render' ? render(call, id, body) : print(call, id, body);
}
