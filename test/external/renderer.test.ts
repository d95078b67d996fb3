import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSamples } from '../../src/demo/samples.ts';
import { readPages } from '../../src/pdf/read-pages.ts';
import { useRenderer } from '../renderer/open-renderer.ts';
import type { LabelChanges } from '../store/label-input.ts';
import { BASE, useDatabase, useService } from '../support/service.ts';

describe('a service whose images are drawn by a renderer of its own', () => {
  const renderer = useRenderer();
  const database = useDatabase();
  const local = useService({}, database);
  const tiered = useService(
    {
      RENDERER: 'external',
      // Read when the service starts: the renderer has its port by then.
      get EXTERNAL_RENDERER_URL() {
        return renderer().url;
      },
    },
    database,
  );
  /** The answers of both services to one request. */
  async function both(input: LabelChanges, body: object) {
    const account = await local.account();
    const { id } = await account.label({ ...input, id: randomUUID() });
    const path = `/labels/${id}/render`;
    return Promise.all([
      account.post(path, body),
      tiered.request('POST', BASE + path, {
        body,
        headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
      }),
    ]);
  }

  it.each(readSamples())('draws $slug with the same dots', async ({ label, variables }) => {
    const [here, there] = await both(label, { format: 'png', variables });
    expect([here.status, there.status]).toEqual([200, 200]);
    expect(there.body.equals(here.body)).toBe(true);
    const [pages, same] = (await both(label, { format: 'pdf', variables })).map(({ body }) =>
      readPages(body),
    );
    expect(pages?.length).toBeGreaterThan(0);
    expect(same).toEqual(pages);
  });

  it.each([
    // 799.5 dots wide: in thousandths of an inch the nearest is 799 dots.
    ['a width between two dots', 100.0369, '^XA^FO9,9^GB700,9,9^FS^XZ'],
    ['a label that prints nothing', 50, '^FX nothing'],
  ])('draws %s alike', async (_, widthMm, zpl) => {
    const [here, there] = await both({ zpl, size: { widthMm, heightMm: 25, dpi: 203 } }, { format: 'png' });
    expect([here.status, there.status]).toEqual([200, 200]);
    expect(there.body.equals(here.body)).toBe(true);
  });
});
