import { type Browser, type BrowserContext, chromium, firefox, type Locator } from 'playwright-core';
import { PATIENCE_MS } from './eventually.ts';
import { isInstalled } from './installed.ts';

/** Debian's browsers, which come with their fonts and libraries: Chromium, or Firefox with `BROWSER=firefox`. */
export const IN_FIREFOX = process.env['BROWSER'] === 'firefox';
const PROGRAM = IN_FIREFOX ? '/usr/bin/firefox-esr' : '/usr/bin/chromium';

/** Whether the browser of this run is installed; with REQUIRE_SERVICES=1 a missing one is an error. */
export function hasBrowser(): boolean {
  return isInstalled(PROGRAM);
}

/** Starts the browser of this run, without a window. */
export function launchBrowser(): Promise<Browser> {
  // This channel drives Mozilla's own Firefox, by WebDriver BiDi.
  return IN_FIREFOX
    ? firefox.launch({
        channel: 'moz-firefox',
        executablePath: PROGRAM,
        timeout: PATIENCE_MS,
        firefoxUserPrefs: { 'dom.events.testing.asyncClipboard': true },
      })
    : chromium.launch({ executablePath: PROGRAM, timeout: PATIENCE_MS });
}

/** Lets the pages of a context read and write the clipboard; Firefox is started so that they may. */
export async function allowClipboard(context: BrowserContext): Promise<void> {
  if (!IN_FIREFOX) await context.grantPermissions(['clipboard-read', 'clipboard-write']);
}

/** Replaces the text of a field by keys. `fill` adds to a number in Firefox. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.press('Control+a');
  await field.pressSequentially(text);
}

/** An expression of a page: the pixels by which its content is wider than the window. */
export const SCROLLED_ASIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Double-clicks at a place of an element. The driver of Firefox makes two clicks, but no `dblclick`. */
export async function doubleClick(element: Locator, { x, y }: { x: number; y: number }): Promise<void> {
  await element.page().mouse.dblclick(x, y);
  if (IN_FIREFOX) await element.dispatchEvent('dblclick');
}

/**
 * Goes to a control by Tab and Shift+Tab, never beyond the ends of the page: the page loses the keyboard there, and the
 * driver of Firefox does not return it.
 */
export async function reachByTab(target: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    const key = await target.evaluate((element) => {
      const { activeElement } = element.ownerDocument;
      if (element === activeElement) return null;
      const isBefore =
        activeElement?.compareDocumentPosition(element) === element.DOCUMENT_POSITION_PRECEDING;
      return isBefore ? 'Shift+Tab' : 'Tab';
    });
    if (key === null) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}
