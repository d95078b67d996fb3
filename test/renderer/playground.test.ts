import { describe, expect, it } from 'vitest';
import { knownPrinters } from '../../src/lint/printer-models.ts';
import { useRenderer } from './open-renderer.ts';

const DRAFT = {
  zpl: '^XA^FO20,20^A0N,40^FD{name}^FS^XZ',
  encoding: 'utf-8',
  size: { widthMm: 50, heightMm: 25, dpi: 203 },
  fieldTransforms: [],
  dynamicTokens: [],
  variables: { name: 'A1' },
  now: 0,
};

describe('a renderer with a playground', () => {
  const renderer = useRenderer({ hasPlayground: true });
  const get = (path: string) => fetch(`${renderer().url}${path}`, { redirect: 'manual' });
  const post = (path: string, body: unknown) =>
    fetch(`${renderer().url}/playground/${path}`, { method: 'POST', body: JSON.stringify(body) });

  it('serves the page under a policy that admits its own files alone, and its front page leads there', async () => {
    const page = await get('/playground/');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}';/);
    expect(policy).toContain("connect-src 'self';");
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(await page.text()).toContain(`content="${nonce}"`);
    for (const name of ['page.js', 'page.css'])
      expect((await get(`/playground/page/${name}`)).status).toBe(200);
    expect(await (await get('/')).text()).toContain('href="playground/"');
    const folder = await get('/playground');
    expect([folder.status, folder.headers.get('location')]).toEqual([308, 'playground/']);
  });

  it('draws what the page sends, knows no label and keeps none', async () => {
    const view = await post('api/view', { draft: DRAFT });
    const drawn = (await view.json()) as { labels: unknown[]; variables: unknown };
    expect([view.status, drawn.labels.length, drawn.variables]).toEqual([
      200,
      1,
      [{ name: 'name', kind: 'variable', isPicture: false }],
    ]);
    const file = await post('api/file', { draft: DRAFT, format: 'zpl' });
    expect(await file.text()).toBe('^XA^FO20,20^A0N,40^FH^FDA1^FS^XZ');
    expect(await (await get('/playground/api/labels')).json()).toEqual({
      labels: [],
      hasService: false,
      canSave: false,
      checksRows: false,
      targets: knownPrinters().map(({ name, widthsMm }) => ({ name, widthsMm })),
    });
    const { zpl, encoding, size, fieldTransforms, dynamicTokens } = DRAFT;
    const content = { zpl, encoding, size, fieldTransforms };
    const saved = await post('api/add', { name: 'x', dynamicTokens, ...content });
    expect([saved.status, await saved.text()]).toEqual([
      403,
      expect.stringMatching(/^ERROR: .*does not save labels/),
    ]);
    expect((await post('api/save', { id: 'package.json', revision: '', ...content })).status).toBe(403);
    expect((await get('/playground/api/label?id=package.json')).status).toBe(404);
    for (const path of ['api/rows/check', 'api/rows/file', 'api/rows/jobs', 'api/print'])
      expect((await post(path, {})).status).toBe(404);
  });

  it('says what is wrong with a request', async () => {
    const cases: readonly (readonly [unknown, number])[] = [
      [{ draft: { ...DRAFT, zpl: 5 } }, 400],
      [{ draft: DRAFT, count: 51 }, 400],
      ['x'.repeat(3_000_000), 413],
    ];
    for (const [body, status] of cases) {
      const answer = await post('api/view', body);
      expect([answer.status, await answer.text()]).toEqual([
        status,
        expect.stringMatching(/^ERROR: [^\n]+$/),
      ]);
    }
    for (const path of ['/playground/api/session', '/playground/page/page.ts', '/playground/package.json'])
      expect((await get(path)).status).toBe(404);
    expect((await fetch(`${renderer().url}/playground/`, { method: 'POST' })).status).toBe(404);
  });

  it('is counted and logged under its own name, without what was sent', () => {
    const routes = new Set(renderer().lines.map(({ route }) => route));
    expect(routes).toContain('playground');
    expect(JSON.stringify(renderer().lines)).not.toContain('FDA1');
  });
});

describe('a renderer with a playground and a rate', () => {
  const renderer = useRenderer({ hasPlayground: true, callsPerSecond: 1 });

  it('counts drawings, and no file of the page', async () => {
    const statuses = async (path: string, init?: RequestInit) => {
      const answers = Array.from({ length: 4 }, () => fetch(`${renderer().url}${path}`, init));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses('/playground/')).toEqual([200, 200, 200, 200]);
    const view = await statuses('/playground/api/view', {
      method: 'POST',
      body: JSON.stringify({ draft: DRAFT }),
    });
    expect(view.filter((status) => status === 429)).toHaveLength(3);
    expect(view).toContain(200);
  });
});

describe('a renderer without a playground', () => {
  const renderer = useRenderer();

  it('has no such page', async () => {
    for (const path of ['/playground', '/playground/', '/playground/api/labels'])
      expect((await fetch(`${renderer().url}${path}`)).status).toBe(404);
    expect(await (await fetch(renderer().url)).text()).not.toContain('playground');
  });
});
