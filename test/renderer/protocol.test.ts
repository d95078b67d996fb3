import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { encodePng } from '../../src/encode/png.ts';
import { HALF_BLACK, REFUSED_PDFS } from '../labelary/hostile-pdfs.ts';
import { answerTo, RECORDED, type RecordedCall, sizeOf } from '../labelary/recorded-calls.ts';
import { DRIVERS } from '../support/drivers.ts';
import { type TestRenderer, useRenderer } from './open-renderer.ts';

const ONE = '^XA^FO20,20^A0N,40^FDHello^FS^XZ';
const TWO = `${ONE}^XA^FO10,10^GB50,50,50^FS^XZ`;
const SIZE = '8dpmm/labels/2x1';

describe.each(DRIVERS)('the renderer on %s', (httpDriver) => {
  const renderer = useRenderer({ httpDriver });
  const call = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body: NonNullable<RequestInit['body']> = ONE,
  ) => renderer().call(path, { headers, body });

  it.each(Object.keys(RECORDED))('answers %s', async (name) => {
    const { head, body } = await answerTo(renderer().url, RECORDED[name] as RecordedCall);
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).toContain('X-Total-Count: 1');
    expect(body.subarray(0, 4).toString('latin1')).toMatch(/PNG|%PDF/);
  });

  it.each([
    '',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-8',
    'text/plain;charset=UTF-8',
    'application/zpl',
    'application/octet-stream',
  ])('takes a body of type "%s" verbatim', async (type) => {
    const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type };
    const body = Buffer.from('^XA^FO1,1^FDa+b%20c=d&e^FS^XZ');
    const answer = await call(`${SIZE}/`, { ...headers, Accept: 'application/json' }, body);
    const { labels } = (await answer.json()) as { labels: readonly { fields: unknown }[] };
    expect(labels[0]?.fields).toEqual([{ x: 1, y: 1, data: 'a+b%20c=d&e' }]);
  });

  it('takes the ZPL of a form, and of the address of a GET', async () => {
    const form = new FormData();
    form.set('file', new Blob([TWO]), 'a.zpl');
    const answer = await call(`${SIZE}/1/`, {}, form);
    expect([answer.status, answer.headers.get('x-total-count')]).toEqual([200, '2']);
    for (const number of ['/0', '', '/']) {
      const path = `${SIZE}${number}/${encodeURIComponent('^XA^FO1,1^FDWhat?#1/2^FS^XZ')}`;
      const got = await renderer().call(path, { method: 'GET', headers: { Accept: 'application/json' } });
      expect(await got.json()).toEqual({ labels: [{ fields: [{ x: 1, y: 1, data: 'What?#1/2' }] }] });
    }
  });

  it.each([
    ['*/*', 'image/png'],
    ['image/*', 'image/png'],
    ['application/pdf', 'application/pdf'],
    ['application/json;q=0.5, application/zpl;q=0.9, text/html', 'application/zpl'],
    ['application/*;q=0.4, image/png;q=0.1', 'application/pdf'],
    ['image/png;q=0, */*', 'application/pdf'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    const answer = await call(`${SIZE}/0/`, { Accept: accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  });

  it.each([
    ['9dpmm/labels/2x1/0/', {}, 404, '9dpmm is not one of 6dpmm, 8dpmm, 12dpmm, 24dpmm'],
    ['8dpmm/labels/2,5x1/0/', {}, 404, '2,5x1 is not a size: WIDTHxHEIGHT in inches, such as 4x6'],
    ['8dpmm/labels/16x1/0/', {}, 400, 'a side of 16 inches; at most 15 are allowed'],
    [`${SIZE}/2/`, {}, 404, 'Requested 3rd label but ZPL generated only 2 labels'],
    [`${SIZE}/0/`, { Accept: 'text/html' }, 406, undefined],
    [`${SIZE}/0/`, { 'Content-Type': 'image/png' }, 415, undefined],
    [`${SIZE}/0/`, { 'X-Rotation': '45' }, 400, 'X-Rotation may be 0, 90, 180, 270, not 45'],
    [`${SIZE}/0/`, { 'X-Quality': 'Best' }, 400, 'X-Quality may be Bitonal, Grayscale, not Best'],
    [`${SIZE}/0/`, { 'X-Linter': 'Yes' }, 400, 'X-Linter may be Off, On, not Yes'],
    [`${SIZE}/`, { Accept: 'application/zpl', 'X-Formatter': 'x' }, 400, undefined],
    [`${SIZE}/`, { Accept: 'application/zpl', 'X-Target-Dpmm': '9' }, 400, undefined],
    [`${SIZE}/`, { Accept: 'application/pdf', 'X-Page-Size': 'A9' }, 400, undefined],
    [`${SIZE}/`, { Accept: 'application/pdf', 'X-Page-Layout': '0x3' }, 400, undefined],
    [`${SIZE}/`, { Accept: 'application/pdf', 'X-Page-Orientation': 'x' }, 400, undefined],
    [`${SIZE}/`, { Accept: 'application/pdf', 'X-Page-Align': 'Top' }, 400, undefined],
    [`${SIZE}/`, { Accept: 'application/pdf', 'X-Page-Vertical-Align': 'Left' }, 400, undefined],
    [`${SIZE}/`, { Accept: 'application/pdf', 'X-Label-Border': 'Dotted' }, 400, undefined],
    [`${SIZE}/-1/`, {}, 404, 'the path must be /v1/printers/8dpmm/labels/4x6/0/'],
    [`${SIZE}/0/1/`, {}, 404, undefined],
    ['24dpmm/labels/15x15/0/', {}, 413, undefined],
  ] as const)('refuses %s with %j by %i', async (path, headers, status, reason) => {
    const answer = await call(path, headers, Buffer.from(TWO));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(/^ERROR: [^\n]+$/);
    if (reason !== undefined) expect(text).toBe(`ERROR: ${reason}`);
  });

  it.each([
    [`${SIZE}/2/`, 404, TWO, '2'],
    [`${SIZE}/`, 413, ONE.repeat(51), '51'],
  ])('counts the labels of %s also where it refuses them by %i', async (path, status, zpl, count) => {
    const answer = await call(path, { Accept: 'application/pdf' }, Buffer.from(zpl));
    expect([answer.status, answer.headers.get('x-total-count')]).toEqual([status, count]);
  });

  it('passes over a header that says nothing of the format', async () => {
    const headers = { 'X-Page-Size': 'A9', 'X-Formatter': 'x', 'X-Quality': 'Grayscale' };
    expect((await call(`${SIZE}/0/`, headers)).status).toBe(200);
    expect((await call(`${SIZE}/0/`, { ...headers, Accept: 'application/json' })).status).toBe(200);
    const unset = { 'X-Page-Size': '', 'X-Page-Layout': '', Accept: 'application/pdf' };
    expect((await call(`${SIZE}/0/`, unset)).status).toBe(200);
  });

  it('refuses other methods and paths', async () => {
    const put = await renderer().call(`${SIZE}/0/`, { method: 'PUT', body: ONE });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
    for (const path of ['/v1/printers/8dpmm', '/v2', '/v1/barcodes', '/constructor']) {
      const answer = await fetch(renderer().url + path);
      expect([path, answer.status, (await answer.text()).slice(0, 7)]).toEqual([path, 404, 'ERROR: ']);
    }
    expect((await fetch(`${renderer().url}/v1/fonts`)).status).toBe(405);
  });

  it('draws dots black and white, or grey with the same dots', async () => {
    const pngOf = async (quality: string) =>
      Buffer.from(await (await call(`${SIZE}/0/`, { 'X-Quality': quality })).arrayBuffer());
    const [bits, grey] = [await pngOf('Bitonal'), await pngOf('Grayscale')];
    expect([bits[24], grey[24]]).toEqual([1, 8]);
    expect(sizeOf(grey)).toEqual([406, 203]);
    const asField = async (png: Buffer) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(png)]), 'a.png');
      return (await fetch(`${renderer().url}/v1/graphics`, { method: 'POST', body: form })).text();
    };
    expect(await asField(grey)).toBe(await asField(bits));
  });

  it('formats ZPL a command a line, and leaves data as it is', async () => {
    const zpl = '^XA^FX a note^FO20,20\n^A0N,40^FDtwo\nlines ^FS^CI28\r\n\r\n^XZ~DGR:A.GRF,1,1,80\n';
    const headers = { Accept: 'application/zpl', 'X-Formatter': 'On' };
    const answer = await call(`${SIZE}/`, headers, Buffer.from(zpl));
    expect(await answer.text()).toBe(
      '^XA\n^FX a note\n^FO20,20\n^A0N,40\n^FDtwo\nlines ^FS\n^CI28\n^XZ\n~DGR:A.GRF,1,1,80\n',
    );
    const plain = await call(`${SIZE}/`, { Accept: 'application/zpl' }, Buffer.from(zpl));
    expect(await plain.text()).toBe(zpl);
  });

  it('scales ZPL for another print head', async () => {
    const zpl = '^XA^FO20,100^BY2^BCN,50^FD1^FS^XZ';
    const scaled = async (target: string) => {
      const headers = { Accept: 'application/zpl', 'X-Target-Dpmm': target };
      return (await call(`${SIZE}/`, headers, Buffer.from(zpl))).text();
    };
    expect(await scaled('8')).toBe(zpl);
    expect(await scaled('12')).toBe('^XA^BY3,,15^FO30,148^BY3^BCN,74^FD1^FS^XZ');
    expect(await scaled('24')).toBe('^XA^BY6,,30^FO59,296^BY6^BCN,148^FD1^FS^XZ');
  });

  it('says what the linter finds, five values a warning', async () => {
    const zpl = '^XA^FOabc,10^GB5,3,1^FS^FO20,20^A0N,30^FDx^FS^XZ';
    const linted = await call(`${SIZE}/0/`, { 'X-Linter': 'on' }, Buffer.from(zpl));
    const values = linted.headers.get('x-warnings')?.split('|') ?? [];
    expect(values.length % 5).toBe(0);
    expect(values.slice(0, 4)).toEqual(['6', '3', '^FO', '1']);
    expect((await call(`${SIZE}/0/`, {}, Buffer.from(zpl))).headers.has('x-warnings')).toBe(false);
    expect(linted.headers.get('server-timing')).toMatch(/render;dur=/);
  });

  it('fills a sheet of its own where only a layout is asked for', async () => {
    const headers = { Accept: 'application/pdf', 'X-Page-Layout': '2x1' };
    const pdf = Buffer.from(await (await call(`${SIZE}/`, headers, TWO)).arrayBuffer()).toString('latin1');
    expect(pdf).toContain('/Count 1/MediaBox[0 0 288 72]');
  });

  it('takes a megabyte of ZPL and fifty labels, and not one more', async () => {
    const padded = (bytes: number) => Buffer.from(ONE.padEnd(bytes, ' '));
    expect((await call(`${SIZE}/0/`, {}, padded(2 ** 20))).status).toBe(200);
    expect((await call(`${SIZE}/0/`, {}, padded(2 ** 20 + 1))).status).toBe(413);
    const form = new FormData();
    form.set('file', new Blob([padded(2 ** 20 + 1)]), 'a.zpl');
    expect((await call(`${SIZE}/0/`, {}, form)).status).toBe(413);
    const pdf = { Accept: 'application/pdf' };
    const small = '8dpmm/labels/0.5x0.5/';
    expect((await call(small, pdf, '^XA^FDx^FS^XZ'.repeat(50))).status).toBe(200);
    expect((await call(small, pdf, '^XA^FDx^FS^XZ'.repeat(51))).status).toBe(413);
  });

  it('reads forms that are damaged, nested or full of parts as what they are', async () => {
    const type = { 'Content-Type': 'multipart/form-data; boundary=X' };
    const part = (name: string, text: string) =>
      `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const bodies: readonly (readonly [string, string])[] = [
      [`${part('other', ONE)}--X--\r\n`, 'the form has no part named file'],
      [part('file', ONE), 'the form cannot be read: it is damaged, or ends before its last boundary'],
      [`${part('file', ONE).repeat(21)}--X--\r\n`, 'the form has more than 20 parts'],
      ['--X--\r\n', 'the form has no part named file'],
    ];
    for (const [body, reason] of bodies) {
      const answer = await call(`${SIZE}/0/`, type, Buffer.from(body));
      expect([answer.status, await answer.text()]).toEqual([400, `ERROR: ${reason}`]);
    }
    const nested = part('file', `--Y\r\n${part('file', ONE)}--Y--`);
    expect((await call(`${SIZE}/0/`, type, Buffer.from(`${nested}--X--\r\n`))).status).toBeLessThan(500);
    const bare = await call(`${SIZE}/0/`, { 'Content-Type': 'multipart/form-data' }, Buffer.from('x'));
    expect(await bare.text()).toBe('ERROR: the Content-Type of the form has no boundary');
  });

  it('shows a page, its health, and what operators ask', async () => {
    const { url, opsUrl } = renderer();
    const page = await fetch(`${url}/`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain(`-o label.png ${url}/v1/printers/8dpmm/labels/4x6/0/`);
    const [, picture = ''] = /base64,([^"]*)"/.exec(html) ?? [];
    expect(sizeOf(Buffer.from(picture, 'base64'))).toEqual([812, 406]);
    expect(html).not.toContain('<script');
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${opsUrl}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/platen_http_requests_total\{route="labels",status="200"\} \d/);
    expect(metrics).toMatch(/platen_render_seconds_count\{format="png"\} [1-9]/);
    expect(metrics).toMatch(/platen_pool_wait_seconds_count/);
  });

  it('lets pages of other origins call', async () => {
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' };
    const answer = await renderer().call(`${SIZE}/0/`, { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect((await renderer().call(`${SIZE}/0/`, { method: 'OPTIONS' })).status).toBe(405);
  });

  it('logs each call and nothing of a label', async () => {
    await call(`${SIZE}/0/`, {}, '^XA^FO1,1^FDconfidential^FS^XZ');
    await call('8dpmm/labels/confidential/0/');
    const lines = renderer().lines.filter(({ route }) => route === 'labels');
    expect(lines.at(-1)).toMatchObject({
      method: 'POST',
      status: 404,
      code: 'status_404',
      client: '127.0.0.1',
    });
    expect(JSON.stringify(renderer().lines)).not.toContain('confidential');
  });
});

/** Sends parts as a form. */
function upload(
  renderer: TestRenderer,
  path: string,
  parts: Readonly<Record<string, string | Blob>>,
  accept = '*/*',
): Promise<Response> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.set(name, part);
  return fetch(`${renderer.url}/v1/${path}`, { method: 'POST', body: form, headers: { Accept: accept } });
}

/** A picture with one black dot at 9,1. */
const DOT = Bitmap.create(12, 3);
DOT.fillRect(9, 1, 1, 1, 'black');
const PNG = encodePng(DOT, 203);
const PNG_FILE = new Blob([new Uint8Array(PNG)]);

describe.each(DRIVERS)('uploads on %s', (httpDriver) => {
  const renderer = useRenderer({ httpDriver });

  it('become a graphic field, or its facts', async () => {
    const zpl = await (await upload(renderer(), 'graphics', { file: PNG_FILE })).text();
    expect(zpl).toBe('^GFA,6,6,2,,004,,^FS\n');
    const facts = await upload(renderer(), 'graphics', { file: PNG_FILE }, 'application/json');
    expect(await facts.json()).toEqual({ totalBytes: 6, rowBytes: 2, data: '000000400000' });
  });

  it('are refused with a reason', async () => {
    const answer = await upload(renderer(), 'graphics', { file: new Blob(['hello']) });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/^ERROR: file is not/)]);
  });

  it('must be forms', async () => {
    const answer = await fetch(`${renderer().url}/v1/graphics`, { method: 'POST', body: 'x' });
    expect(answer.status).toBe(415);
  });
});

describe('files that are uploaded', () => {
  const renderer = useRenderer();
  const sent = (path: string, parts: Readonly<Record<string, string | Blob>>, accept?: string) =>
    upload(renderer(), path, parts, accept);

  it('become several fields where one would have more bytes than printers take, and stay whole as facts', async () => {
    const large = Bitmap.create(1600, 501);
    large.fillRect(0, 0, 1600, 501, 'black');
    const file = new Blob([new Uint8Array(encodePng(large, 203))]);
    const zpl = await (await sent('graphics', { file })).text();
    expect(zpl).toMatch(/^\^FO0,0\^GFA,99800,99800,200,[^^]+\^FS\^FO0,499\^GFA,400,400,200,[^^]+\^FS\n$/);
    const facts = await sent('graphics', { file }, 'application/json');
    expect(await facts.json()).toEqual({ totalBytes: 100_200, rowBytes: 200, data: 'F'.repeat(200_400) });
  });

  it.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="2"><rect width="4" height="2"/></svg>',
    ],
    [
      'an SVG with a view box',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 2"><path d="M0 0h4v2h-4z"/></svg>',
    ],
  ])('may be %s', async (_, svg) => {
    const facts = await sent('graphics', { file: new Blob([svg]) }, 'application/json');
    expect(await facts.json()).toEqual({ totalBytes: 2, rowBytes: 1, data: 'F0F0' });
  });

  it.each([
    ['no picture', 'hello', 'file is not a PDF, nor a PNG, JPEG, GIF, BMP, WebP or plain SVG picture'],
    ['an SVG with references', '<svg width="8" height="2"><use href="#a"/></svg>', undefined],
    ['an SVG with entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg width="8" height="2"/>', undefined],
    ['an SVG that is large', '<svg width="2001" height="2"></svg>', undefined],
    ['a GIF that ends early', 'GIF89a\x08\0\x08\0', 'file is a damaged GIF picture'],
    ['a PNG that ends early', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0', undefined],
  ])('are refused where they are %s', async (_, text, reason) => {
    const answer = await sent('graphics', {
      file: new Blob([new Uint8Array(Buffer.from(text, 'latin1'))]),
    });
    expect(answer.status).toBe(400);
    const words = await answer.text();
    expect(words).toMatch(/^ERROR: file is /);
    if (reason !== undefined) expect(words).toBe(`ERROR: ${reason}`);
  });

  it('may be PDFs, of which the first page is drawn at 203 dots per inch', async () => {
    const file = new Blob([new Uint8Array(HALF_BLACK)]);
    const facts = await sent('graphics', { file }, 'application/json');
    const { totalBytes, rowBytes, data } = (await facts.json()) as Record<string, string>;
    expect([totalBytes, rowBytes]).toEqual([203 * 51, 51]);
    const rows = Array.from({ length: 203 }, (_, y) => (data as string).slice(y * 102, y * 102 + 101));
    expect(rows.map((row) => (row === 'F'.repeat(101) ? 1 : row === '0'.repeat(101) ? 0 : null))).toEqual(
      Array.from({ length: 203 }, (_, y) => (y < 101 ? 0 : 1)),
    );
    expect(await (await sent('graphics', { file })).text()).toMatch(/^\^GFA,10353,10353,51,.*\^FS\n$/);
  });

  it.each(Object.entries(REFUSED_PDFS))(
    'may not be PDFs %s, and the next one is drawn',
    async (_, { pdf, status, reason }) => {
      const refused = await sent('graphics', { file: new Blob([new Uint8Array(pdf())]) });
      const words = await refused.text();
      expect([refused.status, words]).toEqual([status, expect.stringMatching(reason)]);
      expect(words).toMatch(/^ERROR: (file cannot be read: |the first page of file )/);
      expect((await sent('graphics', { file: new Blob([new Uint8Array(HALF_BLACK)]) })).status).toBe(200);
    },
  );

  it('are pictures also where a PDF lies in them', async () => {
    const polyglot = Buffer.concat([PNG, HALF_BLACK]);
    const zpl = await sent('graphics', { file: new Blob([new Uint8Array(polyglot)]) });
    expect(await zpl.text()).toBe('^GFA,6,6,2,,004,,^FS\n');
  });

  it('become a font with the characters that are wanted, under a name', async () => {
    const { readFile } = await import('node:fs/promises');
    const file = new Blob([new Uint8Array(await readFile('test/fonts/NotoSansHebrew.ttf'))]);
    const whole = await (await sent('fonts', { file, path: 'e:heb.ttf', name: 'x' })).text();
    const some = await (await sent('fonts', { file, path: 'E:HEB.TTF', name: 'X', chars: 'א' })).text();
    for (const zpl of [whole, some])
      expect(zpl).toMatch(/^~DUE:HEB\.TTF,\d+,[0-9A-F]+\n\^XA\^CWX,E:HEB\.TTF\^XZ\n$/);
    expect(some.length).toBeLessThan(whole.length);
    // The letter is drawn by that font: a label with it differs from one that lacks it.
    const drawn = async (zpl: string, text: string) => {
      const answer = await renderer().call(`${SIZE}/0/`, {
        body: `${zpl}^XA^CI28^FO9,9^AXN,50^FD${text}^FS^XZ`,
      });
      return Buffer.from(await answer.arrayBuffer()).toString('base64');
    };
    expect(await drawn(some, 'א')).toBe(await drawn(whole, 'א'));
    expect(await drawn(some, 'ב')).not.toBe(await drawn(whole, 'ב'));
  });

  it.each([
    [{ file: new Blob(['no font']) }, 'file is not a TrueType or OpenType font that can be drawn'],
    [
      { file: PNG_FILE, path: '../x' },
      'path must be a drive and a name of up to 8 letters or digits, such as E:FONT.TTF',
    ],
    [{ file: PNG_FILE, name: 'AB' }, 'name must be one letter or digit'],
    [{ path: 'E:A.TTF' }, 'the form has no part named file'],
  ])('are refused by %j', async (parts, reason) => {
    const answer = await sent('fonts', parts);
    expect([answer.status, await answer.text()]).toEqual([400, `ERROR: ${reason}`]);
  });
});

describe('whoever may call', () => {
  const guarded = useRenderer({ keys: ['s3cret', 'other'] });
  const slowed = useRenderer({ callsPerSecond: 2 });

  it('brings a key in a header or the address', async () => {
    const status = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
      (await guarded().call(path, { body: ONE, headers })).status;
    expect(await status(`${SIZE}/0/`)).toBe(401);
    expect(await status(`${SIZE}/0/`, { 'X-API-Key': 'wrong' })).toBe(401);
    expect(await status(`${SIZE}/0/`, { 'X-API-Key': 's3cret' })).toBe(200);
    expect(await status(`${SIZE}/0/?key=other`)).toBe(200);
    expect(await status(`${SIZE}/0/?key=%`)).toBe(401);
    const path = `${SIZE}/0/${encodeURIComponent('^XA^FO1,1^FDx^FS^XZ')}?key=s3cret`;
    const got = await guarded().call(path, { method: 'GET', headers: { Accept: 'application/json' } });
    expect(await got.json()).toEqual({ labels: [{ fields: [{ x: 1, y: 1, data: 'x' }] }] });
    expect((await fetch(`${guarded().url}/`)).status).toBe(200);
    expect(JSON.stringify(guarded().lines)).not.toContain('s3cret');
  });

  it('keeps to the rate', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => slowed().call(`${SIZE}/0/`, { body: ONE })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
  });
});
