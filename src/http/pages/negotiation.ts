/** Entity tags of a list, opaque part and quotes alone (RFC 9110, section 8.8.3). */
const TAGS = /"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Whether a client that sent this `If-None-Match` has the content of this tag. By weak comparison, which is what the
 * header is for: `W/` makes no difference.
 */
export function hasCurrent(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags: readonly string[] = ifNoneMatch.match(TAGS) ?? [];
  return ifNoneMatch.trim() === '*' || tags.includes(tag);
}

/** Whether `Accept-Encoding` allows gzip, by name or by `*`; a weight of 0 forbids it. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const allowed = new Map<string, boolean>();
  for (const part of (acceptEncoding ?? '').split(',')) {
    const [name = '', weight = ''] = part.split(';');
    allowed.set(name.trim().toLowerCase(), !/^\s*q\s*=\s*0(\.0*)?\s*$/i.test(weight));
  }
  return allowed.get('gzip') ?? allowed.get('*') ?? false;
}
