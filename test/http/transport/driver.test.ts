import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { openTransport } from '../../../src/http/transport/driver.ts';
import { UWS_BINARIES } from '../../../src/http/transport/uws-api.ts';
import { loadUws, UWS_PACKAGE } from '../../../src/http/transport/uws-driver.ts';

const OPTIONS = { handler: () => {}, onError: () => {}, maxBodyBytes: 10, requestDeadlineMs: 1000 };

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

const binary = binaryPath();

describe.skipIf(binary === null)(`the binary of ${UWS_PACKAGE}`, () => {
  it('is the one that was reviewed', () => {
    const bytes = readFileSync(binary as string);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(UWS_BINARIES[UWS_PACKAGE]);
  });

  it('loads, and is taken without a warning', async () => {
    expect(loadUws().App).toBeTypeOf('function');
    const warnings: string[] = [];
    const transport = openTransport('auto', OPTIONS, (message) => warnings.push(message));
    expect(transport.driver).toBe('uws');
    expect(warnings).toEqual([]);
    await transport.close(0);
  });
});

function binaryPath(): string | null {
  try {
    return createRequire(import.meta.url).resolve(`${UWS_PACKAGE}/uws.node`);
  } catch {
    return null;
  }
}
