import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { UwsModule } from './uws-api.ts';

/** The package that has the binary for this platform and Node. */
export const UWS_PACKAGE = `@uwsjs/${process.platform}-${process.arch}-${process.versions.node.split('.')[0]}`;

/**
 * SHA-256 of each `uws.node` that was reviewed, by package. The packages are repacked by a third party without
 * provenance, so that the lockfile alone says little. The packages for Node.js 20 and 22 have uWebSockets.js 20.51,
 * which needs glibc 2.27; the packages for 24 and 26 have 20.69, which needs 2.38.
 */
const REVIEWED: Readonly<Record<string, string>> = {
  '@uwsjs/linux-x64-20': '4d482084b665c225892917ee0e9b9572d89eaa6f3dc200ff5e536293d3456c89',
  '@uwsjs/linux-x64-22': 'f687e7c3666b5cca9d355184bbf07bb0550f5ba0d3ffd453248ccfec552dde6c',
  '@uwsjs/linux-x64-24': '177efdc682425d754474bd30f9586c487fa6694f790f3406a23885d0e61c07a0',
  '@uwsjs/linux-x64-26': '604375741bf77780b34e7e299af9274cb1f56d73732201d19e3d8d8448176795',
};

const require = createRequire(import.meta.url);

/** The path of the binary; throws if its package is not installed. */
export function uwsBinary(): string {
  return require.resolve(`${UWS_PACKAGE}/uws.node`);
}

/**
 * Loads uWebSockets.js, if the binary is the one that was reviewed: nothing of another one is run. Throws where there
 * is none for this platform, Node or C library. Reading and hashing its 7 MB takes 9 ms of the start.
 */
export function loadUws(path = uwsBinary()): UwsModule {
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (sha256 !== REVIEWED[UWS_PACKAGE]) {
    throw new Error(`its uws.node is not the reviewed one but has SHA-256 ${sha256}: install it again`);
  }
  // The core reads it once, when it is loaded: its own 4096 bytes are less than node:http and proxies allow.
  process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= '8192';
  return require(path) as UwsModule;
}
