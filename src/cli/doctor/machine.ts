import { existsSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { readConfig } from '../../config.ts';
import { type CheckResult, type Environment, failed, ok, warning } from './check.ts';

/** Descriptors that a service without clients has open, some; and those that leave room for a thousand clients. */
const FILES = { least: 256, enough: 4096 };

/** How many files, connections among them, may be open at once. Node.js raises the soft limit to the hard one. */
export async function fileLimit(): Promise<readonly CheckResult[]> {
  const name = 'file limit';
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, text] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
  if (text === undefined) return [ok(name, `not known on ${process.platform}`)];
  const limit = text === 'unlimited' ? Infinity : Number(text);
  const detail = `${limit} open files, one for each connection`;
  const remedy =
    'raise it: ulimit -n 65536, LimitNOFILE=65536 in systemd, --ulimit nofile=65536 in a container';
  if (limit < FILES.least) return [failed(name, detail, remedy)];
  return [limit < FILES.enough ? warning(name, detail, remedy) : ok(name, detail)];
}

/** Memory of a process, as in docs/operations.md. MiB. */
const MEMORY = { listener: 300, thread: 500 };

/** Memory and cores for the threads that the settings ask for. */
export async function memory(env: Environment): Promise<readonly CheckResult[]> {
  const { poolThreads, listeners, memoryMaxMb } = readConfig(env, [
    'poolThreads',
    'listeners',
    'memoryMaxMb',
  ]);
  const constrained = process.constrainedMemory();
  const isContainer = constrained > 0 && constrained < totalmem();
  const haveMb = Math.floor((isContainer ? constrained : totalmem()) / 2 ** 20);
  const mayTakeMb = MEMORY.listener * listeners + MEMORY.thread * poolThreads;
  const name = 'memory';
  const cores = availableParallelism();
  const detail = `${haveMb} MiB ${isContainer ? "of the container's" : 'of the machine'}, ${cores} cores, ${poolThreads} threads`;
  if (memoryMaxMb > haveMb) {
    return [
      failed(
        name,
        `${detail}, MEMORY_MAX_MB ${memoryMaxMb}`,
        'set MEMORY_MAX_MB below the memory that there is',
      ),
    ];
  }
  if (poolThreads > cores) {
    return [warning(name, detail, 'set POOL_THREADS to the number of cores: more threads only take memory')];
  }
  if (mayTakeMb > haveMb && memoryMaxMb === 0) {
    const remedy = `the service may take up to ${mayTakeMb} MiB: give it more, lower POOL_THREADS, or set MEMORY_MAX_MB`;
    return [warning(name, detail, remedy)];
  }
  return [ok(name, detail)];
}

/** Free space below which the embedded database is in danger, or soon will be. MiB. */
const DISK = { least: 64, enough: 1024 };

/** Checks the file system of the embedded database. */
export async function disk(env: Environment): Promise<readonly CheckResult[]> {
  const { databaseUrl, dataDir } = readConfig(env, ['databaseUrl', 'dataDir']);
  if (databaseUrl !== null) return [ok('disk', 'PostgreSQL has the data')];
  let place = resolve(dataDir);
  while (!existsSync(place)) place = dirname(place);
  const { bavail, bsize } = await statfs(place);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  const detail = `${freeMb} MiB free for DATA_DIR`;
  if (freeMb < DISK.least)
    return [failed('disk', detail, 'make room: the embedded database stops when it is full')];
  return [freeMb < DISK.enough ? warning('disk', detail, 'make room before it is full') : ok('disk', detail)];
}
