/**
 * ZPL as a printer receives it: a string that holds one byte (0–255) in each character. The core works on
 * byte strings only, so literal UTF-8, `^FH` escapes and binary payloads share one representation, and V8
 * keeps it at one byte a character.
 */
export type ByteString = string & { readonly __bytes: unique symbol };

/** The bytes that a ZPL text becomes on the wire (UTF-8), one in each character. */
export function toByteString(text: string): ByteString {
  return Buffer.from(text, 'utf8').toString('latin1') as ByteString;
}

/** The text whose UTF-8 bytes are given; bytes that are not UTF-8 become U+FFFD. */
export function fromByteString(bytes: ByteString): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Views raw bytes as a byte string. */
export function byteStringOf(bytes: Uint8Array): ByteString {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') as ByteString;
}

/** Copies a byte string into a buffer of its own, as it is sent. */
export function toBytes(bytes: ByteString): Buffer {
  return Buffer.from(bytes, 'latin1');
}
