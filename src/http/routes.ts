/** What a request asks for, by name. */
export type RouteName =
  | 'list-labels'
  | 'read-label'
  | 'download-zpl'
  | 'render-label'
  | 'print-labels'
  | 'legacy-post'
  | 'legacy-get';

export type Match =
  | { readonly kind: 'route'; readonly route: RouteName; readonly labelId: string }
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'none' };

type Methods = Readonly<Partial<Record<string, RouteName>>>;

const ROOT: Methods = { GET: 'legacy-get', POST: 'legacy-post' };
const LABELS: Methods = { GET: 'list-labels' };
const LABEL: Methods = { GET: 'read-label', POST: 'render-label' };
const LABEL_PARTS: Readonly<Record<string, Methods>> = {
  zpl: { GET: 'download-zpl' },
  render: { POST: 'render-label' },
  print: { POST: 'print-labels' },
};

const COLLECTION = '/labels';

const NONE: Match = { kind: 'none' };

/**
 * The route of a method and a path below `basePath` (which has no trailing slash). The label's id is whatever
 * stands in its place: that it is a UUID is checked with the other parameters, after the key.
 */
export function matchRoute(basePath: string, method: string, path: string): Match {
  if (!path.startsWith(basePath)) return NONE;
  const rest = path.slice(basePath.length);
  if (rest === '' || rest === '/') return pick(ROOT, method, '');
  if (rest === COLLECTION) return pick(LABELS, method, '');
  const idStart = COLLECTION.length + 1;
  if (!rest.startsWith(`${COLLECTION}/`) || rest.length === idStart || rest[idStart] === '/') return NONE;
  const idEnd = rest.indexOf('/', idStart);
  if (idEnd < 0) return pick(LABEL, method, rest.slice(idStart));
  const part = rest.slice(idEnd + 1);
  if (!Object.hasOwn(LABEL_PARTS, part)) return NONE;
  return pick(LABEL_PARTS[part] as Methods, method, rest.slice(idStart, idEnd));
}

function pick(methods: Methods, method: string, labelId: string): Match {
  const route = Object.hasOwn(methods, method) ? methods[method] : undefined;
  return route === undefined
    ? { kind: 'method', allow: Object.keys(methods) }
    : { kind: 'route', route, labelId };
}
