/** Limits of Labelary's API: its own, but for those of work, which are the renderer's (`src/limits.ts`). */
export const LABELARY_LIMITS = {
  /** ZPL of one call. */
  zplBytes: 1_048_576,
  /** A picture or a font that is uploaded. */
  uploadBytes: 2_097_152,
  /** A form beside what it carries. */
  formBytes: 16_384,
  /** Labels of one answer. */
  labels: 50,
  /** A side of a picture that is uploaded. */
  graphicDots: 2000,
} as const;
