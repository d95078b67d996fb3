import process from 'node:process';

/** The address of the site; by default that of `vitepress preview`. Ends with a slash. */
export const SITE_URL: URL = new URL(process.env['SITE_URL'] ?? 'http://localhost:4173/');
