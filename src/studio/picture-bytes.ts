/** Bytes of a picture or a PDF that becomes a field, at most. */
export const PICTURE_BYTES_MAX = 24 * 2 ** 20;
