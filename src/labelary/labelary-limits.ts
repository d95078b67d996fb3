/** Limits that Labelary's API documents. The limits of work are the renderer's (`src/limits.ts`). */
export const LABELARY_LIMITS = {
  /** ZPL of one call. Bytes. */
  zplBytes: 1_048_576,
  /** An uploaded picture or font. Bytes. */
  uploadBytes: 2_097_152,
  /** The parts of a form other than the file. */
  formBytes: 16_384,
  /** Labels of one answer. */
  labels: 50,
  /** A side of an uploaded picture. Dots. */
  graphicDots: 2000,
} as const;
