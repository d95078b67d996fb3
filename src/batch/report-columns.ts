/** What a file of failed rows says of each, behind its own columns. */
export const REPORT_COLUMNS = ['row', 'status', 'reason', 'fields'] as const;

/** Behind those, where rows are JSON: members that are no columns. */
export const OTHERS_COLUMN = 'others';
