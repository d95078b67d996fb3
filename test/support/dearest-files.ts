import { existsSync, readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Lines such as `unit 50`: a project, and the seconds of processor that its files take on a quiet machine. */
const MARKS = new URL('../../.ci/marks', import.meta.url);
/** The part of its mark at which a project fails: more than noise adds. */
const MOST_OF_MARK = 1.5;
/** The number of test files that are listed. */
const LISTED = 20;

interface FileCost {
  readonly path: string;
  readonly ms: number;
}

/**
 * Prints the processor time of each project of a run and of its dearest test files. The run fails if a project takes
 * half as much again as its mark, or has no mark.
 */
export default class DearestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = costsByProject(modules);
    const marks = readMarks(existsSync(MARKS) ? readFileSync(MARKS, 'utf8') : '');
    for (const [project, files] of costs) {
      console.log(`\n${costText(project, files)}`);
      const fault = faultOf(project, secondsOf(files), marks.get(project));
      if (fault === null) continue;
      console.error(fault);
      process.exitCode = 1;
    }
  }
}

/** The files of each project that say what they took, dearest first. */
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

/** The marks of a file of them, in seconds by project. */
export function readMarks(text: string): ReadonlyMap<string, number> {
  return new Map(
    [...text.matchAll(/^(\S+) (\d+)$/gm)].map(([, project, mark]) => [project as string, Number(mark)]),
  );
}

/** The fault of a project that took so many seconds; null if it keeps its mark. */
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
