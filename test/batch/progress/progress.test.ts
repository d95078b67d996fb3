import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openProgress } from '../../../src/batch/progress/progress.ts';
import { Screen } from './screen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const counts = (rows: number, failed = 0) => ({ rows, labels: rows - failed, failed });

/** A run at so many rows a second, reported ten times a second. */
function run(
  progress: { update(counts: { rows: number; labels: number; failed: number }): void },
  { from, seconds, rate }: { from: number; seconds: number; rate: number },
): number {
  for (let tenth = 1; tenth <= seconds * 10; tenth++) {
    vi.advanceTimersByTime(100);
    progress.update(counts(from + (tenth * rate) / 10));
  }
  vi.advanceTimersByTime(100);
  return from + seconds * rate;
}

describe('on a terminal', () => {
  const open = (columns: number, before = 0) => {
    const screen = new Screen(columns);
    return { screen, progress: openProgress({ stream: screen, rows: 1_000_000, before, quiet: false }) };
  };

  it('shows rows, rate, what remains and failures on one line', () => {
    const { screen, progress } = open(120);
    run(progress, { from: 0, seconds: 20, rate: 10_000 });
    progress.update(counts(200_000, 3));
    vi.advanceTimersByTime(100);
    expect(screen.lines).toEqual([
      expect.stringMatching(
        /^\[#{8}-{32}\]  20 %  200,000 of 1,000,000 rows  [\d,]{5,6} rows\/s  1 min 2\d s left  3 failed$/,
      ),
    ]);
    progress.finish();
    expect(screen.lines.at(-1)).toBe('');
    expect(screen.lines.at(-2)).toMatch(/200,000 of 1,000,000 rows  in 21 s  3 failed$/);
  });

  it.each([60, 40, 25, 12, 4])('keeps to one line on %d columns', (columns) => {
    const { screen, progress } = open(columns);
    run(progress, { from: 0, seconds: 5, rate: 10_000 });
    progress.waiting('429: the budget is used up, for 12 seconds');
    vi.advanceTimersByTime(1000);
    progress.update(counts(50_000, 3));
    vi.advanceTimersByTime(1000);
    expect(screen.lines).toHaveLength(1);
    progress.finish();
    expect(screen.lines).toHaveLength(2);
  });

  it('says what it waits for, and what remains with such waits', () => {
    const { screen, progress } = open(120);
    // A budget: 30 seconds of work, 30 seconds of waiting.
    let rows = 0;
    for (let minute = 0; minute < 5; minute++) {
      rows = run(progress, { from: rows, seconds: 30, rate: 2000 });
      progress.waiting('429: budget, 30 s');
      vi.advanceTimersByTime(30_000);
      expect(screen.lines[0]).toMatch(/waiting: 429: budget, 30 s$/);
      progress.waiting(null);
    }
    vi.advanceTimersByTime(200);
    // 700,000 rows are left, at 60,000 a minute.
    expect(screen.lines[0]).toMatch(/rows\/s  1[12] min \d+ s left$/);
    progress.finish();
  });

  it('puts notes above the bar, without controls of a label or a server', () => {
    const { screen, progress } = open(100);
    progress.note('row 7: \u001B[31m\u0007bad\r\nvalue\u202E');
    expect(screen.lines).toEqual(['row 7:  [31m bad value', expect.stringContaining('0 of 1,000,000 rows')]);
    progress.waiting('\u001B]0;title\u0007');
    vi.advanceTimersByTime(200);
    expect(screen.lines[1]).toMatch(/waiting: \]0;title$/);
    progress.finish();
  });

  it('draws at most ten times a second, and not what stays as it is', () => {
    const { screen, progress } = open(100);
    for (let rows = 0; rows < 10_000; rows++) {
      progress.update(counts(rows));
      if (rows % 10 === 0) vi.advanceTimersByTime(1);
    }
    const drawn = screen.raw.split(' rows').length - 1;
    expect(drawn).toBeGreaterThan(5);
    // Rows, and their rate on the same line.
    expect(drawn).toBeLessThan(25);
    progress.finish();
  });

  it('does not call the rows before a resume fast', () => {
    const { screen, progress } = open(120, 900_000);
    run(progress, { from: 900_000, seconds: 5, rate: 100 });
    expect(screen.lines[0]).toMatch(/90 %  900,500 of 1,000,000 rows  (?:\d\d|100) rows\/s/);
    progress.finish();
  });

  it('leaves a line of its own when the process ends without a finish', () => {
    const before = process.listeners('exit');
    const { screen, progress } = open(100);
    const end = process.listeners('exit').find((listener) => !before.includes(listener));
    end?.(1);
    expect(screen.lines.at(-1)).toBe('');
    expect(screen.raw).not.toMatch(/\u001B\[\?/);
    progress.finish();
    expect(screen.lines).toHaveLength(2);
    expect(process.listeners('exit')).toEqual(before);
  });
});

describe('elsewhere', () => {
  const open = (rows: number, before = 0) => {
    const screen = new Screen(1000, false);
    return { screen, progress: openProgress({ stream: screen, rows, before, quiet: false }) };
  };

  it('says where it begins, each tenth, each new kind of wait, and the end', () => {
    const { screen, progress } = open(1000);
    progress.begin();
    run(progress, { from: 0, seconds: 3, rate: 100 });
    progress.waiting('503, 2 s');
    vi.advanceTimersByTime(2000);
    progress.waiting('503, 4 s');
    vi.advanceTimersByTime(4000);
    progress.waiting(null);
    progress.update(counts(1000, 2));
    progress.finish();
    expect(screen.lines).toEqual([
      '0 of 1,000 rows',
      expect.stringMatching(/^\d+ %: \d+ of 1,000 rows, [\d.]+ rows\/s, .* left$/),
      expect.stringMatching(/^2\d %: /),
      expect.stringMatching(/^30 %: 300 of 1,000 rows, waiting: 503, 2 s$/),
      '100 %: 1,000 of 1,000 rows, 2 failed, in 10 seconds',
      '',
    ]);
  });

  it('says where a resume goes on', () => {
    const { screen, progress } = open(1000, 400);
    progress.begin();
    progress.finish();
    expect(screen.lines[0]).toBe('resuming after 400 of 1,000 rows');
  });

  it('says nothing of a run that does not begin', () => {
    const { screen, progress } = open(1000);
    progress.finish();
    expect(screen.raw).toBe('');
  });

  it('says each ten seconds what it waits for', () => {
    const { screen, progress } = open(1000);
    progress.waiting('printer: paper out');
    vi.advanceTimersByTime(31_000);
    expect(screen.lines.filter((line) => line.endsWith('waiting: printer: paper out'))).toHaveLength(4);
    progress.finish();
  });

  it('has a few hundred lines after two weeks of every wait and note there is', () => {
    const { screen, progress } = open(1_000_000);
    for (let hour = 0; hour < 14 * 24; hour++) {
      progress.waiting(`wait ${'x'.repeat(hour)}`);
      progress.note('the printer is paused');
      vi.advanceTimersByTime(3_600_000);
      progress.update(counts(hour));
    }
    progress.finish();
    expect(screen.lines.length).toBeGreaterThan(300);
    expect(screen.lines.length).toBeLessThan(800);
    expect(screen.lines.at(-2)).toBe('136 more lines like those above were left out');
  });
});

it('shows only notes when it is quiet', () => {
  const screen = new Screen(80);
  const progress = openProgress({ stream: screen, rows: 10, before: 0, quiet: true });
  progress.note('the label has no placeholder');
  progress.update(counts(10));
  vi.advanceTimersByTime(60_000);
  progress.finish();
  expect(screen.raw).toBe('the label has no placeholder\n');
});

it('goes on when nobody reads any more', () => {
  const screen = new Screen(1000, false);
  const progress = openProgress({ stream: screen, rows: 10, before: 0, quiet: false });
  screen.destroy(new Error('EPIPE'));
  vi.advanceTimersByTime(60_000);
  progress.note('a note');
  expect(() => progress.finish()).not.toThrow();
});
