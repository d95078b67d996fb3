import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { isInstalled, isOnPath } from '../support/installed.ts';
import { KEY, LABEL_ID, printed, useScriptedServer } from './scripted-server.ts';

const CLIENT = new URL('../../dist/src/api-client/platen-client.js', import.meta.url).href;

/**
 * Names of what a print job and a list reject with, by what there is at an address; then a job to one who is not there
 * yet.
 */
const PROGRAM = `
import { PlatenClient } from ${JSON.stringify(CLIENT)};
const { later, ...urls } = JSON.parse((globalThis.Deno?.args ?? process.argv.slice(2))[0]);
const client = (url, options) => new PlatenClient({ url, key: '${KEY}', ...options });
const outcome = (call) => call.then(() => 'answered', ({ name }) => name);
const found = {};
for (const [what, url] of Object.entries(urls)) {
  const once = client(url, { maxAttempts: 1 });
  found[what] = [await outcome(once.print('${LABEL_ID}')), await outcome(once.listLabels())];
}
found.before = [await outcome(client(later, { maxAttempts: 1 }).print('${LABEL_ID}'))];
console.log('nobody listens');
found.later = [await outcome(client(later).print('${LABEL_ID}'))];
console.log(JSON.stringify(found));
`;

const folder = mkdtempSync(join(tmpdir(), 'platen-runtimes-'));
const program = join(folder, 'program.mjs');
writeFileSync(program, PROGRAM);
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether a runtime is there; with REQUIRE_RUNTIMES=1 it has to be. */
function canRun(runtime: string): boolean {
  if (isOnPath(runtime)) return true;
  if (process.env['REQUIRE_RUNTIMES'] === '1') throw new Error(`no ${runtime}`);
  console.log(
    `skipped: no ${runtime}: install it to try the client with it; .ci/nightly.d/client-runtimes does`,
  );
  return false;
}

describe.each([
  ['Node', process.execPath, []],
  ['Deno', 'deno', ['run', '--allow-net', '--no-prompt']],
  ['Bun', 'bun', []],
])('the client under %s', (_, runtime, args) => {
  const dying = useScriptedServer();
  const late = useScriptedServer();

  it.skipIf(!canRun(runtime) || !isInstalled('openssl'))(
    'tells what was never sent from what may have been carried out',
    async () => {
      const untrusted = await untrustedServer();
      await late.stop();
      late.plays(printed);
      const urls = {
        nobody: `http://127.0.0.1:${await freePort()}/label-api`,
        noHost: 'http://nowhere.invalid/label-api',
        untrusted: `https://127.0.0.1:${untrusted.port}/label-api`,
        dying: dying.url,
        later: late.url,
      };
      const run = spawn(runtime, [...args, program, JSON.stringify(urls)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void run.kill());
      const [output, ended] = [text(run.stdout), once(run, 'close')];
      await once(run.stdout, 'data');
      await late.start();
      expect(await ended).toEqual([0, null]);
      const neverSent = ['UnreachableError', 'UnreachableError'];
      expect(JSON.parse((await output).split('\n')[1] ?? '')).toEqual({
        nobody: neverSent,
        noHost: neverSent,
        untrusted: neverSent,
        dying: ['AnswerLostError', 'ConnectionError'],
        before: ['UnreachableError'],
        later: ['answered'],
      });
      expect(untrusted.heard).toBe(0);
      expect(dying.received).toHaveLength(2);
      expect(late.received).toHaveLength(1);
    },
  );
});

/** A server whose certificate nobody trusts, and the bytes that it was sent all the same. */
async function untrustedServer(): Promise<{ readonly port: number; readonly heard: number }> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  spawnSync('openssl', [...made, '-subj', '/CN=localhost', '-keyout', key, '-out', cert]);
  let heard = 0;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.length;
      socket.destroy();
    });
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    port: (server.address() as AddressInfo).port,
    get heard() {
      return heard;
    },
  };
}
