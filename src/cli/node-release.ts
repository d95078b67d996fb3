/** The releases of Node.js that tests were run on, by major number, and the first minor one of each that will do. */
const TESTED: ReadonlyMap<number, number> = new Map([
  [20, 19],
  [22, 12],
  [24, 0],
  [26, 0],
]);

/** Before this one all are too old, whatever their minor number. */
const OLDEST = Math.min(...TESTED.keys());

/** Tested major versions that no longer get security fixes. */
const UNMAINTAINED: ReadonlySet<number> = new Set([20]);

/** Advice about a release of Node.js, such as `20.19.0`, in one line; null if there is none. */
export function nodeAdvice(
  version: string = process.versions.node,
): { readonly tooOld: boolean; readonly text: string } | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const first = TESTED.get(major);
  if (major < OLDEST || (first !== undefined && minor < first)) {
    return { tooOld: true, text: `Node.js ${version} is too old for Platen: use Node.js 24` };
  }
  if (first === undefined) {
    return { tooOld: false, text: `Platen is not tested on Node.js ${major}: use Node.js 24` };
  }
  if (!UNMAINTAINED.has(major)) return null;
  return { tooOld: false, text: `Node.js ${major} gets no security fixes any more: use Node.js 24` };
}
