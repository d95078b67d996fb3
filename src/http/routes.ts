/**
 * Every route, for matching requests and for the API's description. Paths are below the base path. A route's first row
 * is its own; later ones are aliases. An open route needs no key.
 */
export const ROUTES = [
  { method: 'GET', path: '/labels', name: 'list-labels' },
  { method: 'GET', path: '/labels/{label_id}', name: 'read-label' },
  { method: 'GET', path: '/labels/{label_id}/zpl', name: 'download-zpl' },
  { method: 'POST', path: '/labels/{label_id}/render', name: 'render-label' },
  { method: 'POST', path: '/labels/{label_id}/print', name: 'print-labels' },
  { method: 'POST', path: '/labels/{label_id}', name: 'render-label' },
  { method: 'GET', path: '/', name: 'legacy-get' },
  { method: 'POST', path: '/', name: 'legacy-post' },
  { method: 'GET', path: '/openapi.json', name: 'openapi', open: true },
  { method: 'GET', path: '/docs', name: 'docs', open: true },
  { method: 'GET', path: '/docs/{file}', name: 'docs', open: true },
] as const;

type Row = (typeof ROUTES)[number];

/** The names of all routes. */
export type RouteName = Row['name'];

/** The API's description, and the page that shows it. */
export type PageRoute = Extract<Row, { open: true }>['name'];

/** The routes that need a key. */
export type ApiRoute = Exclude<RouteName, PageRoute>;

export type Match =
  | { readonly kind: 'route'; readonly route: RouteName; readonly parameter: string }
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'none' };

type Methods = Map<string, RouteName>;

interface Table {
  /** Routes without a parameter, by their paths. */
  readonly plain: Map<string, Methods>;
  /** The others: by what stands before the parameter, then by what stands after it. */
  readonly withParameter: Map<string, Map<string, Methods>>;
}

const ALL = tableOf(ROUTES);
const WITHOUT_PAGES = tableOf(ROUTES.filter((row) => !('open' in row)));

function tableOf(rows: readonly Row[]): Table {
  const table: Table = { plain: new Map(), withParameter: new Map() };
  for (const { method, path, name } of rows) methodsOf(table, path).set(method, name);
  // A base path may be asked for without its slash.
  table.plain.set('', methodsOf(table, '/'));
  return table;
}

function methodsOf({ plain, withParameter }: Table, path: string): Methods {
  const [before = '', after] = path.split(/\{\w+\}/);
  return after === undefined
    ? entry(plain, path, new Map())
    : entry(entry(withParameter, before, new Map()), after, new Map());
}

/** The value of a key, which is set to `fresh` first where it is not there. */
function entry<V>(map: Map<string, V>, key: string, fresh: V): V {
  const value = map.get(key) ?? fresh;
  map.set(key, value);
  return value;
}

const NONE: Match = { kind: 'none' };

/**
 * The route of a method and a path below `basePath` (which has no trailing slash). The parameter is whatever stands in
 * its place, and empty where the path has none: that a label's id is a UUID is checked with the other parameters, after
 * the key. Without pages, their routes are none.
 */
export function matchRoute(basePath: string, method: string, path: string, hasPages: boolean): Match {
  if (!path.startsWith(basePath)) return NONE;
  const rest = path.slice(basePath.length);
  const table = hasPages ? ALL : WITHOUT_PAGES;
  // First, since most requests are for one label; no path of the others begins like this.
  for (const [before, parts] of table.withParameter) {
    if (!rest.startsWith(before)) continue;
    const slash = rest.indexOf('/', before.length);
    const end = slash < 0 ? rest.length : slash;
    const methods = parts.get(rest.slice(end));
    if (methods !== undefined && end > before.length) {
      return pick(methods, method, rest.slice(before.length, end));
    }
  }
  const plain = table.plain.get(rest);
  return plain === undefined ? NONE : pick(plain, method, '');
}

function pick(methods: Methods, method: string, parameter: string): Match {
  const route = methods.get(method);
  return route === undefined
    ? { kind: 'method', allow: [...methods.keys()] }
    : { kind: 'route', route, parameter };
}
