import { expect, test } from 'vitest';
import { useDatabase, useService } from '../support/service.ts';

const api = useService({ RATE_UNITS_PER_MINUTE: '1000' }, useDatabase());
const UNKNOWN = '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f';

test.each(['{', '{"variables":[]}', '{"format":"gif","records":3}', '{"variables":{"a":"b","a":"c"}}'])(
  'that the body %s is invalid counts before all that comes after it, and costs one unit',
  async (body) => {
    const shop = await api.account();
    const { id } = await shop.label();
    const paths = [`/${id}`, `/${UNKNOWN}`].flatMap((label) => [`${label}/render`, `${label}/print`]);
    for (const [at, path] of [...paths, `/${id}/render?validate=maybe`].entries()) {
      const { status, headers } = await shop.post(`/labels${path}`, body);
      expect(status).toBe(400);
      expect(headers['x-svc-error-code']).toBe('invalid_request');
      expect(headers['ratelimit']).toContain(`;r=${1000 - at - 1};`);
    }
  },
);

test('a print job is charged for the records that it has, whatever braces are in their values', async () => {
  const shop = await api.account();
  const { id } = await shop.label();
  const jobs: [object, units: number][] = [
    [{ records: [{ a: '{' }, { a: '}}{{' }] }, 7],
    [{ variables: { a: { b: {} } } }, 6],
    [{ records: [{}, {}] }, 7],
  ];
  let left = 1000;
  for (const [body, units] of jobs) {
    const { status, headers } = await shop.post(`/labels/${id}/print`, body);
    expect(status).toBe(200);
    left -= units;
    expect(headers['ratelimit']).toContain(`;r=${left};`);
  }
});

test('a variable may be called as the member that chooses the format', async () => {
  const shop = await api.account();
  const { id } = await shop.label();
  const { status, headers } = await shop.post(`/labels/${id}/render`, { variables: { format: 'png' } });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain');
});
