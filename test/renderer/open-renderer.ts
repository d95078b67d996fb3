import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type RendererConfig, startRenderer } from '../../src/renderer/renderer.ts';
import type { RunningServer } from '../../src/server-frame.ts';
import { startOpsServer } from '../../src/telemetry/ops-server.ts';
import { PATIENCE_MS } from '../support/eventually.ts';

/** A renderer of a suite, and the lines of its log. */
export interface TestRenderer {
  readonly url: string;
  readonly opsUrl: string;
  readonly lines: readonly Record<string, unknown>[];
  /** Sends a call below `/v1/printers/`: a POST of ZPL unless `init` says otherwise. */
  call(path: string, init?: RequestInit): Promise<Response>;
}

/** One renderer for all tests of a suite, on the ports that are free. */
export function useRenderer(
  given: Partial<RendererConfig> = {},
  env: Readonly<Record<string, string>> = {},
): () => TestRenderer {
  let server: RunningServer;
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text)) });
  beforeAll(async () => {
    const config = readConfig({ PORT: '0', OPS_PORT: '0', POOL_THREADS: '2', ...env });
    const open = { keys: null, callsPerSecond: null, hasPlayground: false };
    // A busy machine takes longer than the renderer allows.
    const settings = { ...config, ...open, bodyTimeoutMs: PATIENCE_MS, ...given };
    const times = { pageMs: PATIENCE_MS, callMs: PATIENCE_MS };
    server = await startRenderer(settings, { log, flush() {} }, startOpsServer, undefined, times);
  });
  afterAll(() => server.close(0));
  return () => ({
    url: server.origin,
    opsUrl: server.opsUrl,
    lines,
    call: (path, init) => fetch(`${server.origin}/v1/printers/${path}`, { method: 'POST', ...init }),
  });
}
