import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startStudio } from '../../src/studio/studio.ts';

/** A studio on a folder of these files, gone when the test ends. */
export async function openStudio(
  files: Readonly<Record<string, string | Uint8Array>>,
  service: { readonly url: string; readonly key: string } | null = null,
) {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const studio = await startStudio({ paths: [folder], service, port: 0 });
  onTestFinished(async () => {
    await studio.close();
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${studio.port}`;
  return { folder, url, newAddress: studio.newAddress };
}

/** The cookie of a browser that has brought a token. */
export async function cookieOf(address: string): Promise<string> {
  const { headers } = await fetch(address);
  return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}
