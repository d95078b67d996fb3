import type { Variables } from '../record/variables.ts';
import { type Kind, kindsOf, type Mix, RECORDS } from './mix.ts';
import type { Shot } from './shot.ts';

/** A label that is asked for, with what goes into it. */
export interface Target {
  readonly id: string;
  readonly values: Iterator<Variables, never>;
}

/** Requests in the proportions of a mix, for ever; those of each kind take the labels in turn. */
export function* shotsOf(mix: Mix, targets: readonly Target[], base: URL): Generator<Shot, never> {
  const turns = new Map<Kind, number>();
  for (const kind of kindsOf(mix)) {
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    yield shotAt(targets[turn % targets.length] as Target, kind, base);
  }
  // The generator of kinds has no end.
  throw new Error('no kinds left');
}

/** A request for a label, with the values that come next. */
export function shotAt({ id, values }: Target, kind: Kind, { pathname }: URL): Shot {
  const body =
    kind === 'print'
      ? { records: Array.from({ length: RECORDS }, () => values.next().value) }
      : { format: kind, variables: values.next().value };
  const path = `${pathname.replace(/\/+$/, '')}/labels/${id}/${kind === 'print' ? 'print' : 'render'}`;
  return { kind, labelId: id, path, body: JSON.stringify(body) };
}
