/**
 * The origins at which Zebra's Browser Print answers the pages of its own machine. The page tries them in this order,
 * and its policy allows them.
 */
export const BROWSER_PRINT_ORIGINS = ['http://127.0.0.1:9100', 'https://127.0.0.1:9101'] as const;
