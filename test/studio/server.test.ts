import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { enteredInto, ZPL } from './entered.ts';
import { authorizationOf, openStudio, useStudio } from './open-studio.ts';

const run = promisify(execFile);

/** Brings a token to an address, and prints the session. */
const ENTER = `
  const [, host, port, token] = process.argv;
  const headers = { host: '127.0.0.1:' + port };
  require('node:http').request({ host, port, path: '/api/session', method: 'POST', headers }, async (answer) => {
    const { session = '' } = JSON.parse(Buffer.concat(await answer.toArray()).toString());
    console.log(session);
  }).end(token);
`;

/** The status of a request with headers that `fetch` does not let a caller choose. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('who gets in', () => {
  const studio = useStudio(() => ({ files: { 'a.zpl': ZPL } }));

  it('lets a token in once, and asks for its session from then on', async () => {
    const { url, newAddress } = studio();
    const address = newAddress();
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script type="module"');
    expect(await authorizationOf(address)).toMatch(/^Bearer [\w-]{43}$/);
    expect(await authorizationOf(address)).toBe('Bearer ');
    expect((await fetch(`${url}/api/labels`)).status).toBe(401);
  });

  it('gives browsers no cookie, which they would send to every port of the machine', async () => {
    const { url, newAddress } = studio();
    const entry = await fetch(newAddress());
    expect(entry.headers.getSetCookie()).toEqual([]);
    const authorization = await authorizationOf(newAddress());
    const labels = await fetch(`${url}/api/labels`, { headers: { authorization } });
    expect(labels.status).toBe(200);
    expect(labels.headers.getSetCookie()).toEqual([]);
    // Headers that a browser sends by itself, whoever's page makes it, let nobody in.
    const cookie = `session=${authorization.slice('Bearer '.length)}`;
    expect(await statusOf(`${url}/api/labels`, { cookie })).toBe(401);
  });

  it('spends no token on who only loads the page, as previews of links and browsers that look ahead do', async () => {
    const address = studio().newAddress();
    for (const method of ['GET', 'HEAD', 'POST', 'PUT']) await fetch(address, { method });
    expect(await authorizationOf(address)).toMatch(/^Bearer [\w-]{43}$/);
  });

  it.skipIf(process.getuid?.() !== 0).each(['127.0.0.1', '::ffff:127.0.0.1'])(
    'lets no other user in by the address that a browser is opened with, over %s',
    async (host) => {
      const { newAddress } = studio();
      const address = newAddress('own');
      const asOther = async (url: string) => {
        const { port, searchParams } = new URL(url);
        const words = ['-e', ENTER, host, port, searchParams.get('token') ?? ''];
        const { stdout } = await run(process.execPath, words, { uid: 65_534, cwd: '/' });
        return stdout.trim();
      };
      expect(await asOther(address)).toBe('');
      expect(await authorizationOf(address)).toMatch(/^Bearer [\w-]{43}$/);
      expect(await asOther(newAddress())).toMatch(/^[\w-]{43}$/);
    },
  );

  it('answers paths that are none', async () => {
    const { url } = studio();
    for (const path of ['//', '//evil.example/', '///a'])
      expect((await fetch(url + path)).status, path).toBe(404);
  });

  it('refuses guessed tokens and sessions', async () => {
    const { url, newAddress } = studio();
    const token = new URL(newAddress()).searchParams.get('token') ?? '';
    for (const guess of ['', 'x', token.slice(1), `${token}x`, token.toLowerCase()]) {
      expect(await authorizationOf(`${url}/?token=${encodeURIComponent(guess)}`), guess).toBe('Bearer ');
    }
    for (const authorization of ['Bearer', 'Bearer ', `Bearer ${token}`])
      expect(await statusOf(`${url}/api/labels`, { authorization }), authorization).toBe(401);
  });

  it('refuses other names for itself, and pages of other origins, whoever sends their requests', async () => {
    const { url, authorization } = await enteredInto(studio());
    const { port } = new URL(url);
    expect(await statusOf(`${url}/api/labels`, { authorization })).toBe(200);
    expect(await statusOf(`${url}/api/labels`, { authorization, host: `localhost:${port}` })).toBe(200);
    for (const host of [
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1.evil.example:${port}`,
      `[::1]:${port}`,
    ]) {
      expect(await statusOf(`${url}/api/labels`, { authorization, host }), host).toBe(403);
    }
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1', `https://127.0.0.1:${port}`]) {
      expect(await statusOf(`${url}/api/labels`, { authorization, origin }), origin).toBe(403);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect(await statusOf(`${url}/api/labels`, { authorization, 'sec-fetch-site': site }), site).toBe(403);
    }
  });

  it('lets links to the page be followed from anywhere, and to nothing else', async () => {
    const { url, newAddress } = studio();
    const followed = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect(await statusOf(`${url}/v1/printers/8dpmm/labels/1x1/0/^XA^FDa^XZ`, followed)).toBe(403);
    expect(await statusOf(`${url}/api/labels`, followed)).toBe(403);
    expect(await statusOf(url, followed)).toBe(200);
    expect(await statusOf(newAddress(), followed)).toBe(200);
  });

  it('gives the page a policy under which it asks nobody else, but Browser Print where it prints', async () => {
    const { newAddress } = studio();
    const { headers } = await fetch(newAddress());
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:9100 https://127.0.0.1:9101;");
    const silent = await openStudio({ canSave: false });
    const other = await fetch(silent.newAddress());
    expect(other.headers.get('content-security-policy')).toContain("connect-src 'self';");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
