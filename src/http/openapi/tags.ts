/** Groups of operations, in the order in which they are shown. */
export const TAGS = {
  Labels: 'Saved labels, to list and to read.',
  Output: 'ZPL, a PNG, a PDF or a job for a printer, made of a saved label and values.',
  Compatibility: 'Older forms of the same operations, which are kept.',
  Service: 'The service itself. These need no key and cost nothing.',
} as const;

export type TagName = keyof typeof TAGS;
