import { describe, expect, it } from 'vitest';
import { obstacle, pageOf } from '../../bench/harness/page.ts';
import type { Result } from '../../bench/harness/results.ts';
import { atLeast, atMost, type Row, type Suite } from '../../bench/harness/suite.ts';

const COMMIT = '0123456789abcdef';

function suite(name: string, more: Partial<Suite> = {}): Suite {
  return { name, what: `what ${name} is`, run: async () => [], ...more };
}

function result(rows: readonly Row[], more: Partial<Result> = {}): Result {
  return {
    suite: 'any',
    isQuick: false,
    commit: COMMIT,
    isDirty: false,
    node: 'v20.0.0',
    cpu: 'Some CPU',
    cores: 2,
    memoryGiB: 8,
    date: '2026-11-22T10:00:00.000Z',
    seconds: 1,
    rows,
    ...more,
  };
}

function page(rows: readonly Row[], more: Partial<Suite> = {}): string {
  return pageOf([{ suite: suite('one', more), result: result(rows) }]);
}

const KEPT: Row = { name: 'kept', value: 2, unit: 'ms', marks: [atMost(3)], claim: 'It is fast' };
const MISSED: Row = {
  name: 'missed',
  value: 9,
  unit: 'ms',
  ratio: 4.5,
  of: 'kept',
  marks: [atMost(3, 'ratio')],
};

describe('whether a page may be written', () => {
  const suites = [suite('one'), suite('two')];
  const of = (resultOf: (suite: Suite) => Result | null) =>
    obstacle(suites.map((each) => ({ suite: each, result: resultOf(each) })));

  it('is from results of every suite, of one commit without changes, on one machine', () => {
    expect(of(() => result([]))).toBeNull();
  });

  it('not when no suite was run', () => {
    expect(of(() => null)).toMatch('no suite has results');
  });

  it('when some suites were not run, which it names', () => {
    expect(of(({ name }) => (name === 'one' ? result([]) : null))).toBeNull();
    const [one, two] = suites as [Suite, Suite];
    const text = pageOf([
      { suite: one, result: result([KEPT]) },
      { suite: two, result: null },
    ]);
    expect(text).toContain('**1 of 1 marks kept**, 0 missed; not measured: two.');
    expect(text).toMatch(/## two\n\nwhat two is\.\n\nNot measured\./);
  });

  it('not from a checkout with changes', () => {
    expect(of(({ name }) => result([], { isDirty: name === 'two' }))).toMatch('changes');
  });

  it('not from several commits, and says which suite is of which', () => {
    const commitOf = (name: string): string => (name === 'one' ? COMMIT : 'fedcba9876543210');
    const said = of(({ name }) => result([], { commit: commitOf(name) }));
    expect(said).toMatch(/0123456789,.*: one\n {2}fedcba9876,.*: two/);
  });

  it('not from several versions of Node.js', () => {
    expect(of(({ name }) => result([], { node: name }))).toMatch('one machine');
  });
});

describe('the page', () => {
  it('counts every mark at the top', () => {
    const both: Row = {
      ...KEPT,
      name: 'both',
      detail: { 'p99 ms': 7 },
      marks: [atMost(3), atMost(5, 'p99 ms')],
    };
    expect(page([KEPT, MISSED, both])).toContain('**2 of 4 marks kept**, 2 missed.');
  });

  it('has a line for each claim, of the row that is nearest to its bound', () => {
    const nearer = { ...KEPT, name: 'nearer', value: 2.9, samples: [2.9, 3.5, 3, 4, 5] };
    expect(page([KEPT, nearer])).toContain('| It is fast | 2.9 ms (nearer) | 3 to 4 | ≤ 3 | ✓ 2 of 2 |');
  });

  it('lists what missed its mark', () => {
    expect(page([KEPT, MISSED])).toContain('| one | missed | 9 ms, ×4.50 of kept |  | ≤ ×3 |');
    expect(page([KEPT])).not.toContain('## Missed');
  });

  it('counts a measurement that failed as missed, and lists it', () => {
    const text = page([{ ...KEPT, failed: 'two connections lost' }]);
    expect(text).toContain('**0 of 1 marks kept**, 1 missed; failed measurements: 1.');
    expect(text).toContain('| one | kept | FAILED: two connections lost |');
    expect(text.match(/\| one \| kept \|/g)).toHaveLength(1);
  });

  it('judges nothing where there was nothing to measure', () => {
    const text = page([{ ...KEPT, value: null, note: 'none was refused' }]);
    expect(text).toContain('**0 of 1 marks kept**, 0 missed, 1 with nothing to judge.');
    expect(text).toContain('| kept | – | – ≤ 3 | none was refused |');
  });

  it('counts a mark without its figure as missed', () => {
    expect(page([{ ...KEPT, marks: [atLeast(1, 'p99 ms')] }])).toContain('**0 of 1 marks kept**, 1 missed');
  });

  it('shows of a long suite what is nearest to its marks, and everything that misses them', () => {
    const rows = [
      KEPT,
      { ...KEPT, name: 'nearer', value: 2.9 },
      MISSED,
      { ...MISSED, name: 'worse', value: 20 },
    ];
    const text = page(rows, { shown: 1 });
    expect(text).toContain('| missed |');
    expect(text).toContain('| worse |');
    expect(text).not.toContain('| nearer |');
    expect(text).toContain('And 2 rows that are further from their marks.');
  });

  it('names a suite that was measured in a first look only', () => {
    const one = suite('one');
    expect(pageOf([{ suite: one, result: result([KEPT], { isQuick: true }) }])).toContain(
      'Took 1 s (`--quick`: shorter runs).',
    );
    expect(page([KEPT])).not.toContain('--quick');
  });

  it('says which suites found nothing to measure', () => {
    const text = page([]);
    expect(text).toContain('not measured: one');
  });
});
