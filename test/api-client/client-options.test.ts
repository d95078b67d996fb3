import { describe, expect, it } from 'vitest';
import { PlatenClient, type PlatenClientOptions, UsageError } from '../../src/api-client/platen-client.ts';
import { KEY, LABEL_ID } from './scripted-server.ts';

const good: PlatenClientOptions = { url: 'https://labels.example/label-api', key: KEY };
const unsent = (): Promise<Response> => Promise.reject(new Error('nothing was to be sent'));
const circle: Record<string, string> = {};
Object.assign(circle, { circle });

describe('a client', () => {
  it.each([
    [{ key: '' }, 'key must be svc_ and 48 lower-case hexadecimal digits'],
    [{ key: `${KEY}\n` }, 'key must be svc_'],
    [{ key: KEY.toUpperCase() }, 'key must be svc_'],
    [{ url: 'labels.example' }, 'url must be absolute'],
    [{ url: 'ftp://labels.example' }, 'url must be http or https'],
    [{ url: 'https://user:pass@labels.example' }, 'url must have no user'],
    [{ url: 'https://labels.example/?key=1' }, 'url must have no user, no query'],
    [{ timeoutMs: 0 }, 'timeoutMs must be an integer from 1 to 2147483647'],
    [{ timeoutMs: Infinity }, 'timeoutMs must be an integer'],
    [{ maxWaitMs: -1 }, 'maxWaitMs must be an integer from 0'],
    [{ maxAttempts: 0 }, 'maxAttempts must be an integer from 1 to 100'],
  ])('is not made with %j', (wrong, message) => {
    const make = (): PlatenClient => new PlatenClient({ ...good, ...wrong });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(message);
  });

  it('repeats no key or password in what it says', () => {
    const secret = `${KEY}0`;
    for (const wrong of [{ key: secret }, { url: `https://u:${secret}@labels.example` }]) {
      expect(() => new PlatenClient({ ...good, ...wrong })).not.toThrow(secret);
    }
  });

  it.each([
    ['..', {}],
    ['', {}],
    [`${LABEL_ID}/zpl`, {}],
    [LABEL_ID, { timeoutMs: 0.5 }],
  ])('sends nothing for the label %j with %j', async (labelId, options) => {
    const client = new PlatenClient({ ...good, fetch: unsent });
    await expect(client.getLabel(labelId, options)).rejects.toThrow(UsageError);
    await expect(client.print(labelId, {}, options)).rejects.toThrow(UsageError);
  });

  it.each([
    [{ a: 1n as unknown as number }, 'BigInt'],
    [circle, 'circular'],
    [{ a: Number.NaN }, 'a is NaN'],
    [{ a: -Infinity }, 'a is -Infinity'],
  ])('sends no values that JSON does not have: %o', async (variables, message) => {
    const client = new PlatenClient({ ...good, fetch: unsent });
    for (const call of [client.render(LABEL_ID, { variables }), client.print(LABEL_ID, { variables })]) {
      await expect(call).rejects.toThrow(UsageError);
      await expect(call).rejects.toThrow(message);
    }
  });
});
