import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { skipOrFail } from './skip-or-fail.ts';

const SOURCE = fileURLToPath(new URL('shifted-clock.c', import.meta.url));

/** The wall clock of a process, set by a test. Its monotonic clock is unchanged. */
export interface SetClock {
  /** The environment that the process starts with. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock this many seconds ahead of the machine's. */
  ahead(seconds: number): void;
  remove(): void;
}

/** Whether clocks can be set here; if not, a line says so, and with REQUIRE_SERVICES=1 it is an error. */
export function canSetClocks(): boolean {
  if (process.platform === 'linux' && spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0) {
    return true;
  }
  skipOrFail('no cc on Linux, which sets the clock of a server');
  return false;
}

/** Makes a clock that begins this many seconds ahead. */
export function setClock(seconds = 0): SetClock {
  const directory = mkdtempSync(join(tmpdir(), 'platen-clock-'));
  const [library, file] = [join(directory, 'shifted.so'), join(directory, 'ahead')];
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, SOURCE]);
  const ahead = (by: number): void => writeFileSync(file, String(by));
  ahead(seconds);
  return {
    env: { LD_PRELOAD: library, CLOCK_AHEAD_FILE: file },
    ahead,
    remove: () => rmSync(directory, { recursive: true }),
  };
}
