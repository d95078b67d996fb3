import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DroppedStream } from '../../src/studio/engine/dropped-stream.ts';
import type { View } from '../../src/studio/engine/messages.ts';
import type { ReadBarcode } from '../../src/studio/engine/read-barcodes.ts';
import { linkedLabel, permalink } from '../../src/studio/page/permalink.ts';
import { startStudio } from '../../src/studio/studio.ts';
import type { LabelList, OpenedLabel } from '../../src/studio/workspace/workspace.ts';
import { authorizationOf, openStudio, useStudio } from './open-studio.ts';

const ZPL = '^XA^FO20,30^A0N,40^FD{name}^FS^FO10,80^GB100,50,5^FS^XZ';
const DRAFT = {
  zpl: ZPL,
  encoding: 'utf-8',
  size: { widthMm: 50, heightMm: 25, dpi: 203 },
  fieldTransforms: [],
  dynamicTokens: [],
  variables: { name: 'Zoë' },
  now: 0,
};

const run = promisify(execFile);

/** Prints what is at an address. */
const FETCH = 'fetch(process.argv[1]).then((answer) => answer.text()).then(console.log)';

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

/** Requests of someone who has been let in. */
async function enteredInto<S extends { readonly url: string; newAddress(): string }>(studio: S) {
  const authorization = await authorizationOf(studio.newAddress());
  const get = (path: string) => fetch(studio.url + path, { headers: { authorization } });
  const post = (path: string, body: unknown) =>
    fetch(studio.url + path, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) });
  return { ...studio, authorization, get, post };
}

/** A studio of the test's own, and someone in it. */
async function entered(files: Readonly<Record<string, string | Uint8Array>>) {
  return enteredInto(await openStudio({ files }));
}

describe('who gets in', () => {
  it('lets a token in once, and asks for its session from then on', async () => {
    const { url, newAddress } = await openStudio({ files: { 'a.zpl': ZPL } });
    const address = newAddress();
    const first = await fetch(address);
    expect(first.status).toBe(200);
    const page = await first.text();
    expect(page).toContain('<script type="module"');
    expect(page).toMatch(/<meta name="session" content="[\w-]{43}">/);
    expect(await authorizationOf(address)).toBe('Bearer ');
    expect((await fetch(`${url}/api/labels`)).status).toBe(401);
  });

  it('gives browsers no cookie, which they would send to every port of the machine', async () => {
    const { url, newAddress } = await openStudio({ files: { 'a.zpl': ZPL } });
    const entry = await fetch(newAddress());
    expect(entry.headers.getSetCookie()).toEqual([]);
    const authorization = await authorizationOf(newAddress());
    const labels = await fetch(`${url}/api/labels`, { headers: { authorization } });
    expect(labels.status).toBe(200);
    expect(labels.headers.getSetCookie()).toEqual([]);
    // What a browser sends by itself, whoever's page makes it, lets nobody in.
    const cookie = `session=${authorization.slice('Bearer '.length)}`;
    expect(await statusOf(`${url}/api/labels`, { cookie })).toBe(401);
  });

  it('spends a token on who gets the page alone', async () => {
    const address = (await openStudio()).newAddress();
    for (const method of ['HEAD', 'POST', 'PUT']) await fetch(address, { method });
    expect(await authorizationOf(address)).toMatch(/^Bearer [\w-]{43}$/);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'lets no other user in by the address that a browser is opened with',
    async () => {
      const { newAddress } = await openStudio();
      const address = newAddress('own');
      const asOther = async (url: string) => {
        const { stdout } = await run(process.execPath, ['-e', FETCH, url], { uid: 65_534, cwd: '/' });
        return /<meta name="session" content="([\w-]*)">/.exec(stdout)?.[1];
      };
      expect(await asOther(address)).toBe('');
      expect(await authorizationOf(address)).toMatch(/^Bearer [\w-]{43}$/);
      expect(await asOther(newAddress())).toMatch(/^[\w-]{43}$/);
    },
  );

  it('answers paths that are none', async () => {
    const { url } = await openStudio();
    for (const path of ['//', '//evil.example/', '///a'])
      expect((await fetch(url + path)).status, path).toBe(404);
  });

  it('refuses guessed tokens and sessions', async () => {
    const { url, newAddress } = await openStudio();
    const token = new URL(newAddress()).searchParams.get('token') ?? '';
    for (const guess of ['', 'x', token.slice(1), `${token}x`, token.toLowerCase()]) {
      expect(await authorizationOf(`${url}/?token=${encodeURIComponent(guess)}`), guess).toBe('Bearer ');
    }
    for (const authorization of ['Bearer', 'Bearer ', `Bearer ${token}`])
      expect(await statusOf(`${url}/api/labels`, { authorization }), authorization).toBe(401);
  });

  it('refuses other names for itself, and pages of other origins, whoever sends their requests', async () => {
    const { url, authorization } = await entered({ 'a.zpl': ZPL });
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
    const { url, newAddress } = await openStudio();
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

  it('gives the page a policy under which it asks nobody else', async () => {
    const { newAddress } = await openStudio();
    const { headers } = await fetch(newAddress());
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('labels of a folder', () => {
  it('are listed, opened, and saved with what they had besides', async () => {
    const bundle = { name: 'Shelf', width: 50, height: 25, dpi: 203, revision: 3, zpl: ZPL, note: 'kept' };
    const { folder, get, post } = await entered({ 'a.zpl': ZPL, 'b.json': JSON.stringify(bundle, null, 2) });
    const { labels } = (await (await get('/api/labels')).json()) as LabelList;
    expect(labels.map(({ id, name, kind }) => ({ id, name, kind }))).toEqual([
      { id: 'a.zpl', name: 'a', kind: 'zpl' },
      { id: 'b.json', name: 'Shelf', kind: 'bundle' },
    ]);
    const opened = (await (await get('/api/label?id=b.json')).json()) as OpenedLabel;
    expect(opened).toMatchObject({
      zpl: ZPL,
      size: { widthMm: 50, heightMm: 25, dpi: 203 },
      encoding: 'utf-8',
    });
    const changed = {
      id: 'b.json',
      revision: opened.revision,
      zpl: '^XA^XZ',
      size: opened.size,
      fieldTransforms: [],
    };
    expect((await post('/api/save', changed)).status).toBe(200);
    const expected = JSON.stringify({ ...bundle, revision: 4, zpl: '^XA^XZ' }, null, 2);
    expect(await readFile(join(folder, 'b.json'), 'utf8')).toBe(expected);
  });

  it('are not written over when their file was changed meanwhile', async () => {
    const { folder, get, post } = await entered({ 'a.zpl': ZPL });
    const { revision } = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    await writeFile(join(folder, 'a.zpl'), 'by somebody else');
    const answer = await post('/api/save', {
      id: 'a.zpl',
      revision,
      zpl: ZPL,
      size: null,
      fieldTransforms: [],
    });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('a.zpl was changed on the disk'),
    });
    expect(await readFile(join(folder, 'a.zpl'), 'utf8')).toBe('by somebody else');
  });

  it('keep bytes that are not UTF-8', async () => {
    const bytes = Buffer.from('^XA^CI27^FDZo\xeb^FS^XZ\r\n', 'latin1');
    const { folder, get, post } = await entered({ 'a.zpl': bytes });
    const { revision, zpl, encoding } = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    expect(encoding).toBe('bytes');
    await post('/api/save', { id: 'a.zpl', revision, zpl: `${zpl}^XA^XZ`, size: null, fieldTransforms: [] });
    expect(await readFile(join(folder, 'a.zpl'))).toEqual(Buffer.concat([bytes, Buffer.from('^XA^XZ')]));
  });

  it('keep them under another name, and as a link', async () => {
    const bytes = Buffer.from('^XA^CI13^FDM\x81ller^FS^XZ\r\n', 'latin1');
    const { folder, get, post } = await entered({ 'a.zpl': bytes });
    const opened = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    const { size } = DRAFT;
    const add = (name: string, label: OpenedLabel) => post('/api/add', { ...label, name, size });
    const added = (await (await add('b', opened)).json()) as OpenedLabel;
    expect(added).toMatchObject({ id: 'b.zpl', kind: 'zpl', encoding: 'bytes', zpl: opened.zpl });
    expect(await readFile(join(folder, 'b.zpl'))).toEqual(bytes);
    const linked = await linkedLabel(
      await permalink({ label: opened, text: opened.zpl, size, variables: {} }),
    );
    await add('c', linked?.label as OpenedLabel);
    expect(await readFile(join(folder, 'c.zpl'))).toEqual(bytes);
  });

  it('are not written with a character that is no byte, nor drawn', async () => {
    const bytes = Buffer.from('^XA\n^FDM\x81ller^FS^XZ', 'latin1');
    const { folder, get, post } = await entered({ 'a.zpl': bytes });
    const opened = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    const zpl = opened.zpl.replace('ller', '€');
    for (const [path, body] of [
      ['/api/save', { ...opened, zpl }],
      ['/api/add', { ...opened, zpl, size: DRAFT.size }],
      ['/api/view', { draft: { ...DRAFT, zpl, encoding: 'bytes' } }],
    ] as const) {
      const answer = await post(path, body);
      expect(answer.status, path).toBe(422);
      expect(await answer.text(), path).toMatch(/line 2, column 6: .*€/);
    }
    expect(await readdir(folder)).toEqual(['a.zpl']);
    expect(await readFile(join(folder, 'a.zpl'))).toEqual(bytes);
  });

  it('are ZPL in a file that is named, whatever it is called', async () => {
    const { folder } = await entered({ 'label.txt': ZPL });
    const studio = await startStudio({ paths: [join(folder, 'label.txt')], service: null, port: 0 });
    onTestFinished(() => studio.close());
    const { get } = await enteredInto({ ...studio, url: `http://127.0.0.1:${studio.port}` });
    expect(await (await get('/api/labels')).json()).toMatchObject({
      labels: [{ name: 'label', kind: 'zpl' }],
    });
  });

  it('are added under a name that no file has', async () => {
    const { folder, post } = await entered({});
    const content = { size: DRAFT.size, zpl: ZPL, fieldTransforms: [], dynamicTokens: ['name'] };
    const label = { name: '../Box: Größe 1', encoding: 'utf-8', ...content };
    expect((await post('/api/add', label)).status).toBe(201);
    expect((await post('/api/add', label)).status).toBe(409);
    const saved = JSON.parse(await readFile(join(folder, 'Box-Gro-e-1.json'), 'utf8')) as object;
    expect(saved).toMatchObject({
      name: '../Box: Größe 1',
      width: 50,
      height: 25,
      dpi: 203,
      zpl: ZPL,
      dynamic_tokens: ['name'],
    });
  });

  it('are found by what was listed, never by a path', async () => {
    const { get } = await entered({ 'a.zpl': ZPL });
    for (const id of ['../a.zpl', '/etc/passwd', 'b.zpl', '']) {
      expect((await get(`/api/label?id=${encodeURIComponent(id)}`)).status, id).toBe(404);
    }
  });
});

describe('a picture of a draft', () => {
  const studio = useStudio();

  it('comes with what prints, where it stands in the source and on the label', async () => {
    const { post } = await enteredInto(studio());
    const view = (await (await post('/api/view', { draft: DRAFT })).json()) as View;
    expect(view).toMatchObject({ width: 400, height: 200, labelCount: 1, failure: null });
    expect(view.variables).toEqual([{ name: 'name', kind: 'variable' }]);
    const [label] = view.labels;
    expect(
      Buffer.from(label?.png ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(label?.elements.map(({ kind, start, end }) => [kind, ZPL.slice(start, end)])).toEqual([
      ['text', '^FD{name}'],
      ['box', '^GB100,50,5'],
    ]);
    expect(label?.elements[1]?.box).toEqual({ x: 10, y: 80, width: 100, height: 50 });
  });

  it('is that of the label as saved where values cannot be put in, with the reason', async () => {
    const { post } = await enteredInto(studio());
    const draft = { ...DRAFT, zpl: '^XA^FO10,10^BEN,50^FD{ean}^FS^XZ', variables: { ean: 'x' } };
    const view = (await (await post('/api/view', { draft })).json()) as View;
    expect(view.failure).toContain('ean13 "{ean}"');
    expect(view.labels).toHaveLength(1);
  });

  it('is refused with a reason for a size that cannot be drawn, and the next one is drawn', async () => {
    const { post } = await enteredInto(studio());
    const draft = { ...DRAFT, size: { widthMm: 100_000, heightMm: 25, dpi: 203 } };
    const view = (await (await post('/api/view', { draft })).json()) as View;
    expect(view.failure).toContain('12000');
    expect((await post('/api/view', { draft: DRAFT })).status).toBe(200);
  });

  it('names the member that is wrong', async () => {
    const { post } = await enteredInto(studio());
    const answer = await post('/api/view', { draft: { ...DRAFT, size: { widthMm: 'a' } } });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('draft.size.widthMm');
  });

  it('shows transforms step by step, up to the one that fails', async () => {
    const { post } = await enteredInto(studio());
    const fieldTransforms = [
      {
        variable: 'NAME',
        steps: [{ op: 'trim' }, { op: 'upper' }, { op: 'max_length', length: 2 }, { op: 'lower' }],
      },
    ];
    const draft = { ...DRAFT, fieldTransforms, variables: { name: ' Zoë ' } };
    const view = (await (await post('/api/view', { draft })).json()) as View;
    expect(view.transforms).toEqual([
      {
        variable: 'NAME',
        before: ' Zoë ',
        steps: [
          { op: 'trim', value: 'Zoë', failure: null },
          { op: 'upper', value: 'ZOË', failure: null },
          { op: 'max_length', value: 'ZOË', failure: 'the value has 3 characters; at most 2 are allowed' },
        ],
      },
    ]);
    expect(view.failure).toContain('step 3');
  });
});

describe('files and rows', () => {
  const studio = useStudio();

  it('makes ZPL, PNG and PDF of a draft', async () => {
    const { post } = await enteredInto(studio());
    const file = async (format: string) =>
      Buffer.from(await (await post('/api/file', { draft: DRAFT, format })).arrayBuffer());
    expect((await file('zpl')).toString()).toContain('Zo');
    expect((await file('png')).subarray(1, 4).toString()).toBe('PNG');
    expect((await file('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('reads bar codes as a reader does', async () => {
    const { post } = await enteredInto(studio());
    const draft = { ...DRAFT, zpl: '^XA^FO30,20^BY2^BCN,80,N^FD{name}^FS^XZ', variables: { name: 'AB-12' } };
    const found = (await (await post('/api/barcodes', { draft })).json()) as ReadBarcode[];
    expect(found).toEqual([{ symbology: 'Code128', text: 'AB-12' }]);
  });

  it('makes a label of what was sent to a printer', async () => {
    const { url, authorization } = await enteredInto(studio());
    const sent = '^XA^PW400^LL200^FO20,20^A0N,40^FN1"Name"^FDZoe^FS^XZ';
    const drop = (body: string) =>
      fetch(`${url}/api/import?name=job.prn`, { method: 'POST', headers: { authorization }, body });
    const { labels } = (await (await drop(sent)).json()) as DroppedStream;
    expect(labels).toHaveLength(1);
    expect(labels[0]?.zpl).toMatch(/\^FD\{name\}\^FS/i);
    expect(labels[0]?.size?.dpi).toBe(203);
    const refused = await drop('%PDF-1.4');
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('job.prn is');
  });

  it('reads rows with whatever separates their cells', async () => {
    const { url, authorization } = await enteredInto(studio());
    const rows = async (body: string) =>
      (await fetch(`${url}/api/rows`, { method: 'POST', headers: { authorization }, body })).json();
    const expected = { columns: ['name', 'sku'], rows: [{ name: 'A, B', sku: '1' }] };
    expect(await rows('name,sku\n"A, B",1\n')).toEqual(expected);
    expect(await rows('\uFEFFname;sku\r\nA, B;1\r\n')).toEqual(expected);
    expect(await rows('name\tsku\nA, B\t1')).toEqual(expected);
  });
});
