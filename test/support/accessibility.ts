import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Violations of axe's rules, best practices included, on a page in its present state: each rule with its elements. The
 * list of completions is left out: axe takes it for one that the keyboard cannot scroll, since the editor keeps the
 * focus and names the current entry.
 */
export function accessibilityViolations(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(async () => {
    ${axe.source}
    const { violations } = await axe.run({ exclude: '.cm-tooltip-autocomplete' }, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', '));
  })()`);
}
