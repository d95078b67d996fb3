/** The drives of a printer, in the order in which it looks through them: its RAM, its flash memory, two cards. */
export const DRIVES = ['R', 'E', 'B', 'A'] as const;

/** The letter of a drive. */
export type Drive = (typeof DRIVES)[number];
