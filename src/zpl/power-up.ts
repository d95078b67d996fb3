import type { FontChoice } from './label.ts';

/** The default font of a printer that was just switched on, until `^CF` sets another. Dots. */
export const POWER_UP_FONT: FontChoice = { name: 'A', height: 9, width: 5 };

/** The bar code defaults of a printer that was just switched on, until `^BY` sets others. Dots. */
export const POWER_UP_BARS = { moduleWidth: 2, ratio: 3, height: 10 } as const;
