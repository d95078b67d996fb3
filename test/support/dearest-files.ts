import { existsSync, readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { processorMs } from './processor-time.ts';

/** Lines such as `unit 50`: a project, and the seconds of processor of its files on a machine of speed 1 or more. */
const MARKS = new URL('../../.ci/marks', import.meta.url);
/** The multiple of its mark at which a project fails: more than noise adds. */
const MOST_OF_MARK = 1.5;
/** The number of test files that are listed. */
const LISTED = 20;

interface FileCost {
  readonly path: string;
  readonly ms: number;
}

/**
 * Prints the processor time of a run, of each project in it, and of the project's dearest test files. The run fails if
 * a project takes half as much again as its mark, or has no mark. Machines differ, and one machine does from hour to
 * hour: the same work is timed before and after the run, and gives its speed. A slow machine may take longer. A fast
 * one counts as one of speed 1: the kernel and the memory, on which tests depend as well, are not faster there.
 */
export default class DearestFiles implements Reporter {
  #speedBefore = 1;

  onTestRunStart(): void {
    this.#speedBefore = machineSpeed();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = costsByProject(modules);
    const marks = readMarks(existsSync(MARKS) ? readFileSync(MARKS, 'utf8') : '');
    const speed = (this.#speedBefore + machineSpeed()) / 2;
    console.log(`\nspeed of the machine: ${speed.toFixed(2)}`);
    for (const [project, files] of costs) {
      console.log(`\n${costText(project, files)}`);
      const fault = faultOf(project, secondsOf(files) * Math.min(1, speed), marks.get(project));
      if (fault === null) continue;
      console.error(fault);
      process.exitCode = 1;
    }
    // Counts everything that has ended by now, with threads of tests of `unit`, which their files do not count.
    process.once('exit', () => {
      const ms = processorMs();
      if (ms !== null)
        console.log(`the whole run: ${(ms / 1000).toFixed(0)} s of processor time, vitest's own too`);
    });
  }
}

/** The files of each project with a known processor time, dearest first. */
function costsByProject(modules: readonly TestModule[]): ReadonlyMap<string, FileCost[]> {
  const costs = new Map<string, FileCost[]>();
  for (const module of modules) {
    const files = costs.get(module.project.name) ?? [];
    costs.set(module.project.name, files);
    files.push({ path: module.relativeModuleId, ms: module.meta().processorMs ?? 0 });
  }
  for (const files of costs.values()) files.sort((a, b) => b.ms - a.ms);
  return costs;
}

/** Reads a file of marks, in seconds by project. */
export function readMarks(text: string): ReadonlyMap<string, number> {
  return new Map(
    [...text.matchAll(/^(\S+) (\d+)$/gm)].map(([, project, mark]) => [project as string, Number(mark)]),
  );
}

/** Milliseconds that {@link sampleWork} takes on a machine of speed 1. */
const SAMPLE_MS = 40;

/** The speed of a core now: 0.5 if the same work takes twice the processor time. */
function machineSpeed(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    sampleWork();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return SAMPLE_MS / (times.toSorted((a, b) => a - b)[1] as number);
}

/** Work like that of tests: numbers, objects, strings, and memory that is collected. */
function sampleWork(): void {
  const words = new Map<string, number>();
  let state = 1;
  for (let i = 0; i < 50_000; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const word = (state % 50_000).toString(36);
    words.set(word, (words.get(word) ?? 0) + JSON.stringify({ word, i }).length);
  }
}

/** The fault of a project by its seconds at speed 1; null if it keeps its mark. */
export function faultOf(project: string, seconds: number, mark: number | undefined): string | null {
  if (mark === undefined) return `${project} has no mark in .ci/marks`;
  if (seconds < mark * MOST_OF_MARK) return null;
  return `${project} takes ${seconds.toFixed(0)} s of processor time, and its mark in .ci/marks is ${mark} s`;
}

/** A project's processor time, and its dearest files with theirs. */
export function costText(project: string, files: readonly FileCost[]): string {
  const lines = files
    .slice(0, LISTED)
    .map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`);
  return [
    `${project}: ${secondsOf(files).toFixed(0)} s of processor time in ${files.length} files`,
    ...lines,
  ].join('\n');
}

function secondsOf(files: readonly FileCost[]): number {
  return files.reduce((sum, { ms }) => sum + ms, 0) / 1000;
}
