import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Violations of axe's rules, best practices included, on a page as it is now: each rule with its elements.
 * Completions are left out: the editor keeps the focus and names the current one, which axe takes for a list that the
 * keyboard cannot scroll.
 */
export function accessibilityViolations(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(async () => {
    ${axe.source}
    const { violations } = await axe.run({ exclude: '.cm-tooltip-autocomplete' }, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', '));
  })()`);
}
