/**
 * `Content-Disposition` for a download named after a label (RFC 6266): an ASCII `filename` for every client,
 * and `filename*` (RFC 8187) where the name has more to say. Nothing in a name can end the header, or lead a
 * client that takes the name as it comes out of its folder.
 */
export function attachment(name: string, extension: string): string {
  const trimmed = Array.from(name.toWellFormed().trim()).slice(0, 100).join('');
  const safe = trimmed.replaceAll(/[\p{Cc}/\\]/gu, '_') || 'label';
  const ascii = safe
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9 ._()-]/g, '_');
  const plain = `attachment; filename="${ascii}${extension}"`;
  if (ascii === safe) return plain;
  return `${plain}; filename*=UTF-8''${percentEncode(safe + extension)}`;
}

/** RFC 8187 `ext-value`: everything but its `attr-char` set is percent-encoded. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
