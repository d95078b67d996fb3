import type { Care, Path } from './json.ts';

const MEMBERS: ReadonlySet<unknown> = new Set([
  'variables',
  'format',
  'records',
  'copies',
  'action',
  'label_id',
]);

/** What the API reads of a body: members of its own, and variables. Others are ignored, whatever they are. */
export const BODY_CARE: Care = {
  once: (path) => (path.length === 1 ? MEMBERS.has(path[0]) : path.length === lengthOfVariable(path)),
  exact: (path) => path.length >= lengthOfVariable(path),
};

/** Of the path to a variable that begins like this one. */
function lengthOfVariable(path: Path): number {
  if (path[0] === 'variables') return 2;
  return path[0] === 'records' && typeof path[1] === 'number' ? 3 : Infinity;
}
