const sources = new URL('../../src/', import.meta.url).href;
const compiled = new URL('../../dist/src/', import.meta.url).href;

/** Resolves the sources of the program to what `npm run build` made of them. */
export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  if (!resolved.url.startsWith(sources)) return resolved;
  const module = resolved.url.slice(sources.length).replace(/\.ts(\?.*)?$/, '.js');
  return { ...resolved, url: compiled + module, format: 'module' };
}
