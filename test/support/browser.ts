import { type Browser, chromium, firefox } from 'playwright-core';
import { PATIENCE_MS } from './eventually.ts';
import { isInstalled } from './installed.ts';

/** Debian's browsers, which come with their fonts and libraries: Chromium, or Firefox with `BROWSER=firefox`. */
const IN_FIREFOX = process.env['BROWSER'] === 'firefox';
const PROGRAM = IN_FIREFOX ? '/usr/bin/firefox-esr' : '/usr/bin/chromium';

/** Whether the browser of this run is installed; fails instead where all programs must be. */
export function hasBrowser(): boolean {
  return isInstalled(PROGRAM, '--version');
}

/** Starts the browser of this run, without a window. */
export function launchBrowser(): Promise<Browser> {
  // Firefox as Mozilla ships it understands WebDriver BiDi, which this channel speaks.
  return IN_FIREFOX
    ? firefox.launch({ channel: 'moz-firefox', executablePath: PROGRAM, timeout: PATIENCE_MS })
    : chromium.launch({ executablePath: PROGRAM, timeout: PATIENCE_MS });
}
