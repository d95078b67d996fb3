import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { knownPrinters, type TargetPrinter } from '../../src/lint/printer-models.ts';
import { PICTURES } from '../../src/studio/engine/engine-thread.ts';
import { startStudio } from '../../src/studio/studio.ts';
import { ServiceLabels } from '../../src/studio/workspace/service-labels.ts';
import type { Workspace } from '../../src/studio/workspace/workspace.ts';
import { PATIENCE_MS } from '../support/eventually.ts';

/** The labels of a studio: files of a folder of its own, and a service. */
interface Opened {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly service?: { readonly url: string; readonly key: string } | Workspace;
  readonly canSave?: boolean;
  /** Printers that labels can be compared with; by default the known models. */
  readonly targets?: readonly TargetPrinter[];
  /** The time of a picture; by default more than a busy machine takes. */
  readonly pictureMs?: number;
}

/** A studio, gone when the test ends. */
export async function openStudio(opened: Opened = {}) {
  const { close, ...studio } = await started(opened);
  onTestFinished(close);
  return studio;
}

/** One studio for all tests of a suite, opened when those before it are ready. */
export function useStudio(opened: () => Opened = () => ({})) {
  let studio: Awaited<ReturnType<typeof started>>;
  beforeAll(async () => {
    studio = await started(opened());
  });
  afterAll(() => studio.close());
  return () => studio;
}

async function started({
  files = {},
  service,
  canSave = true,
  targets = knownPrinters(),
  pictureMs = PATIENCE_MS,
}: Opened) {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const labels = service !== undefined && 'key' in service ? new ServiceLabels(service) : (service ?? null);
  const options = { paths: [folder], service: labels, canSave, targets, port: 0 };
  const studio = await startStudio(options, { ...PICTURES, taskMs: pictureMs });
  const close = async (): Promise<void> => {
    await studio.close();
    await rm(folder, { recursive: true });
  };
  return { folder, url: `http://127.0.0.1:${studio.port}`, newAddress: studio.newAddress, close };
}

/** The header of requests from a page that has the token of its address. */
export async function authorizationOf(address: string): Promise<string> {
  const { origin, searchParams } = new URL(address);
  const body = searchParams.get('token') ?? '';
  const answer = await fetch(`${origin}/api/session`, { method: 'POST', body });
  const { session = '' } = (await answer.json()) as { readonly session?: string };
  return `Bearer ${session}`;
}
