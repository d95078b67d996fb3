import { expect, it } from 'vitest';
import { readSamples } from '../../src/demo/samples.ts';
import { render, substitute } from '../../src/library.ts';
import { useDatabase, useService } from '../support/service.ts';

const api = useService({}, useDatabase());

/** Samples without the time of day in them. */
const SAMPLES = readSamples().filter(({ label }) => !/\{(?:DATE|TIME|DATETIME)\b/.test(label.zpl ?? ''));

it.each(SAMPLES)('the library makes the same bytes as the service: $slug', async ({ label, variables }) => {
  const account = await api.account();
  const { id } = await account.label(label);
  const { zpl, size, fieldTransforms } = label;
  const source = { zpl: zpl ?? '', ...size, fieldTransforms: fieldTransforms as object[] };
  for (const format of ['zpl', 'png', 'pdf'] as const) {
    const { status, body } = await account.post(`/labels/${id}/render`, { format, variables });
    const made =
      format === 'zpl' ? substitute(source, { variables }).zpl : render(source, { format, variables }).data;
    expect(status).toBe(200);
    expect(Buffer.from(made).equals(body)).toBe(true);
  }
});
