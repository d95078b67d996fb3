import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { openTransport } from '../../../src/http/transport/driver.ts';
import { loadUws, UWS_PACKAGE, uwsBinary } from '../../../src/http/transport/uws-binary.ts';
import { skipOrFail } from '../../support/skip-or-fail.ts';

const OPTIONS = {
  handler: () => {},
  onError: () => {},
  onMalformed: () => {},
  maxBodyBytes: 10,
  requestDeadlineMs: 1000,
};

function refuses(): never {
  throw new Error("Cannot find module '@uwsjs/none'\nRequire stack: ...");
}

describe('the choice of a driver', () => {
  it('falls back to node:http with exactly one line of warning', () => {
    const warnings: string[] = [];
    const transport = openTransport('auto', OPTIONS, (message) => warnings.push(message), refuses);
    expect(transport.driver).toBe('node');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("Cannot find module '@uwsjs/none'");
    expect(warnings[0]).not.toContain('\n');
  });

  it('does not try the binary, nor warn, when node is asked for', () => {
    const warnings: string[] = [];
    expect(openTransport('node', OPTIONS, (message) => warnings.push(message), refuses).driver).toBe('node');
    expect(warnings).toEqual([]);
  });

  it('refuses to start when uws is asked for and does not load, and says what to set', () => {
    expect(() => openTransport('uws', OPTIONS, () => {}, refuses)).toThrow(/HTTP_DRIVER=auto or node/);
  });
});

const binary = installed();
const runs = binary !== null && !libraryIsTooOld();

test.skipIf(binary === null || runs)(
  'says which C library it needs where that of the system is older',
  () => {
    const warnings: string[] = [];
    expect(openTransport('auto', OPTIONS, (message) => warnings.push(message)).driver).toBe('node');
    expect(warnings).toEqual([
      expect.stringMatching(
        /^uWebSockets\.js does not load \(@uwsjs\/linux-.+GLIBC_2\.38' not found .+which is slower$/,
      ),
    ]);
  },
);

describe.skipIf(!runs)(`the binary of ${UWS_PACKAGE}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-uws-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('loads, and is taken without a warning', async () => {
    expect(loadUws().App).toBeTypeOf('function');
    const warnings: string[] = [];
    const transport = openTransport('auto', OPTIONS, (message) => warnings.push(message));
    expect(transport.driver).toBe('uws');
    expect(warnings).toEqual([]);
    await transport.close(0);
  });

  it('is not loaded when a byte of it is another one', () => {
    const copy = join(folder, 'uws.node');
    copyFileSync(binary as string, copy);
    expect(loadUws(copy).App).toBeTypeOf('function');
    // The system's loader would not mind.
    appendFileSync(copy, '\0');
    const load = () => loadUws(copy);
    const warnings: string[] = [];
    expect(openTransport('auto', OPTIONS, (message) => warnings.push(message), load).driver).toBe('node');
    expect(warnings).toEqual([
      expect.stringMatching(/uws\.node is not the reviewed one .* SHA-256 [0-9a-f]{64}/),
    ]);
    expect(() => openTransport('uws', OPTIONS, () => {}, load)).toThrow(
      /uws\.node is not the reviewed one.*HTTP_DRIVER=auto or node/,
    );
  });
});

function installed(): string | null {
  try {
    return uwsBinary();
  } catch (error) {
    skipOrFail(`the native driver is not installed: ${String(error)}`);
    return null;
  }
}

/** Binaries for Node.js 24 and later need glibc 2.38; Debian 12 has 2.36. */
function libraryIsTooOld(): boolean {
  const report = process.report?.getReport() as { header: { glibcVersionRuntime?: string } } | undefined;
  const minor = Number(report?.header.glibcVersionRuntime?.split('.')[1]);
  return Number(process.versions.node.split('.')[0]) >= 24 && minor < 38;
}
