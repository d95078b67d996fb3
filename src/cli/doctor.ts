import { type Check, type CheckResult, runCheck } from './doctor/check.ts';
import { database } from './doctor/database.ts';
import { fonts, profile } from './doctor/fonts-and-profile.ts';
import { disk, fileLimit, memory } from './doctor/machine.ts';
import { ports } from './doctor/ports.ts';
import { configuration, nativeDriver, renderer, versions } from './doctor/program.ts';
import { redis } from './doctor/redis.ts';
import { CommandFailure } from './failure.ts';
import { answer, type Io } from './io.ts';

/** For one check, the longest of which opens a database. */
const LIMIT_MS = 15_000;

const REINSTALL = 'install again with npm ci, on a system with glibc';

const CHECKS: readonly Check[] = [
  { name: 'configuration', remedy: 'see docs/configuration.md', look: configuration },
  { name: 'versions', remedy: REINSTALL, look: versions },
  { name: 'http driver', remedy: REINSTALL, look: nativeDriver },
  { name: 'renderer', remedy: REINSTALL, look: renderer },
  { name: 'fonts', remedy: 'correct FONTS_DIR: see docs/fonts.md', look: fonts },
  {
    name: 'profile',
    remedy: 'correct PRINTER_PROFILE: see docs/printer-profiles.md',
    look: profile,
  },
  {
    name: 'database',
    remedy: 'read the log of the process that has the database, or of the database server',
    look: database,
  },
  { name: 'redis', remedy: 'start Redis, or correct REDIS_URL', look: redis },
  { name: 'port', remedy: 'correct HOST and PORT', look: ports },
  { name: 'file limit', remedy: 'raise the limit of open files', look: fileLimit },
  { name: 'memory', remedy: 'set POOL_THREADS and MEMORY_MAX_MB', look: memory },
  { name: 'disk', remedy: 'correct DATA_DIR', look: disk },
];

/**
 * Checks what a service with these settings would need. One that runs beside it is not disturbed.
 *
 * @param limitMs for one check; tests give more, for machines that do much else
 */
export async function doctor(
  { json }: { readonly json: boolean },
  io: Io,
  limitMs: number = LIMIT_MS,
): Promise<void> {
  const findings = (await Promise.all(CHECKS.map((check) => runCheck(check, io.env, limitMs)))).flat();
  const broken = findings.filter(({ status }) => status === 'failed').map(({ name }) => name);
  answer(io, json, { ok: broken.length === 0, checks: findings }, () => findings.map(line).join('\n'));
  if (broken.length > 0) throw new CommandFailure(`failed: ${broken.join(', ')}; follow the remedy of each`);
}

function line({ status, name, detail, remedy }: CheckResult): string {
  const text = `${status.padEnd(8)} ${name.padEnd(18)} ${detail}${remedy === null ? '' : `; ${remedy}`}`;
  // Text of a server must not steer the terminal.
  return text.replace(/\p{Cc}+/gu, ' ');
}
