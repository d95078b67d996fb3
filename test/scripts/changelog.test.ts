import { describe, expect, it } from 'vitest';
import { withRelease } from '../../scripts/changelog.ts';

const HEAD = '# Changelog\n\nFor users.\n\n## Unreleased\n';

describe('withRelease', () => {
  it('gives what is unreleased a heading of its own, and leaves an empty section on top', () => {
    const text = `${HEAD}\n### Added\n- One thing.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n`;
    expect(withRelease(text, '0.2.0', '2026-02-03')).toBe(
      `${HEAD}\n## 0.2.0 (2026-02-03)\n\n### Added\n- One thing.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n`,
    );
  });

  it('takes everything where there was no release before', () => {
    expect(withRelease(`${HEAD}\n- One thing.\n`, '0.1.0', '2026-02-03')).toBe(
      `${HEAD}\n## 0.1.0 (2026-02-03)\n\n- One thing.\n`,
    );
  });

  it.each(['', '\n### Added\n', '\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n'])(
    'refuses %j, where nothing is unreleased',
    (rest) => {
      expect(() => withRelease(`${HEAD}${rest}`, '0.2.0', '2026-02-03')).toThrow(
        'no entry under "Unreleased"',
      );
    },
  );

  it('refuses a file without the section', () => {
    expect(() => withRelease('# Changelog\n', '0.2.0', '2026-02-03')).toThrow('no section "## Unreleased"');
  });
});
