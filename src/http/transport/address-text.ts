/** The usual text of an IPv4 (4 bytes) or IPv6 address (16); an IPv4 address inside IPv6 is the former. */
export function addressText(address: Uint8Array): string {
  const mapped =
    address.length === 16 && address.every((byte, at) => at >= 12 || byte === (at < 10 ? 0 : 0xff));
  if (address.length === 4 || mapped) {
    const at = address.length - 4;
    return `${address[at]}.${address[at + 1]}.${address[at + 2]}.${address[at + 3]}`;
  }
  const groups = Array.from({ length: 8 }, (_, at) =>
    (((address[2 * at] ?? 0) << 8) | (address[2 * at + 1] ?? 0)).toString(16),
  );
  // The URL parser has the rules for the shortest form (RFC 5952).
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
