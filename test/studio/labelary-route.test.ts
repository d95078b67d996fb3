import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CALLS_MAX } from '../../src/studio/labelary-route.ts';
import { HALF_BLACK } from '../labelary/hostile-pdfs.ts';
import { answerTo, RECORDED, sizeOf } from '../labelary/recorded-calls.ts';
import { DRAFT } from './entered.ts';
import { authorizationOf, useStudio } from './open-studio.ts';

const studio = useStudio();

const ONE = '^XA^FO20,20^A0N,40^FDHello^FS^XZ';
const TWO = `${ONE}^XA^FO10,10^GB50,50,50^FS^XZ`;

describe('requests that clients of Labelary sent', () => {
  it.each([
    ['labelary 1.3.0 (npm), a PNG', [812, 1218]],
    ['zpl 0.1.13 (PyPI)', [709, 1181]],
    ['simple_zpl2 0.3.0 (PyPI)', [406, 203]],
    ['labelary 0.6.0 (Ruby), no number', [812, 1218]],
    ['printu/labelary 3.0.0 (PHP), turned', [300, 600]],
    ['smart-dato/labelary 0.0.5 (PHP)', [812, 1218]],
    ['go-zpl 0.1.0 (Go), in chunks', [812, 1218]],
    ['curl --get --data-urlencode', [812, 1218]],
  ])('%s: a PNG of %j dots', async (name, size) => {
    const { url } = studio();
    const { head, body } = await answerTo(url, RECORDED[name] as (typeof RECORDED)[string]);
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).toContain('Content-Type: image/png');
    expect(head).toContain('X-Total-Count: 1');
    expect(sizeOf(body)).toEqual(size);
  });

  it('labelary 1.3.0 (npm): a PDF', async () => {
    const { url } = studio();
    const request = RECORDED['labelary 1.3.0 (npm), a PDF of all labels'] as (typeof RECORDED)[string];
    const { head, body } = await answerTo(url, request);
    expect(head).toContain('Content-Type: application/pdf');
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('what Labelary documents', () => {
  const asked = async (path: string, headers: Readonly<Record<string, string>> = {}, body: string = ONE) => {
    const { url } = studio();
    return fetch(`${url}/v1/printers/${path}`, { method: 'POST', headers, body });
  };

  it('tells what is wrong as the linter places it, five values a warning', async () => {
    const zpl = '^XA^FOabc,10^GB5,3,1^FS^FO20,20^A0N,30^FDx^FS^XZ';
    const linted = await asked('8dpmm/labels/2x1/0/', { 'X-Linter': 'On' }, zpl);
    const values = linted.headers.get('x-warnings')?.split('|') ?? [];
    expect(values.length % 5).toBe(0);
    const [offset, length, command] = values;
    expect(zpl.slice(Number(offset), Number(offset) + Number(length))).not.toBe('');
    expect(command).toBe('^FO');
    expect((await asked('8dpmm/labels/2x1/0/', {}, zpl)).headers.has('x-warnings')).toBe(false);
  });

  it.each([
    ['0', [406, 203]],
    ['90', [203, 406]],
    ['180', [406, 203]],
    ['270', [203, 406]],
  ])('turns a picture by %s degrees', async (rotation, size) => {
    const answer = await asked('8dpmm/labels/2x1/0/', { 'X-Rotation': rotation });
    expect(sizeOf(new Uint8Array(await answer.arrayBuffer()))).toEqual(size);
  });

  it('puts several labels on sheets of paper', async () => {
    const headers = {
      Accept: 'application/pdf',
      'X-Page-Size': 'A4',
      'X-Page-Layout': '1x2',
      'X-Label-Border': 'Solid',
    };
    const answer = await asked('8dpmm/labels/4x3/', headers, TWO + ONE);
    expect(answer.headers.get('x-total-count')).toBe('3');
    const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(pdf).toContain('/Count 2/MediaBox[0 0 595.2756 841.8898]');
    expect(pdf.match(/\/Subtype\/Image/g)).toHaveLength(3);
    expect(pdf.match(/ re S/g)).toHaveLength(3);
  });

  it('gives a page to each label without a paper, or to the one that is asked for', async () => {
    const pages = async (path: string) =>
      Buffer.from(await (await asked(path, { Accept: 'application/pdf' }, TWO)).arrayBuffer()).toString(
        'latin1',
      );
    expect(await pages('8dpmm/labels/2x1/')).toContain('/Count 2');
    expect(await pages('8dpmm/labels/2x1/1/')).toContain('/Count 1');
  });

  it('makes a graphic of a picture and of the first page of a PDF', async () => {
    const sent = async (file: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.set('file', new Blob([file]));
      return fetch(new URL('/v1/graphics', studio().url), { method: 'POST', body: form });
    };
    expect(await (await sent(new Uint8Array(HALF_BLACK))).text()).toMatch(/^\^GFA,10353,10353,51,/);
    const cut = await sent(new Uint8Array(HALF_BLACK.subarray(0, -40)));
    expect([cut.status, await cut.text()]).toEqual([400, 'ERROR: file cannot be read: the PDF ends early']);
  });

  it('tells the texts of labels', async () => {
    const answer = await asked('8dpmm/labels/2x1/', { Accept: 'application/json' }, TWO);
    expect(await answer.json()).toEqual({
      labels: [{ fields: [{ x: 20, y: 20, data: 'Hello' }] }, { fields: [] }],
    });
  });

  it.each([
    ['8dpmm/labels/2x1/7/', 404, 'ERROR: Requested 8th label but ZPL generated only 2 labels'],
    ['9dpmm/labels/2x1/0/', 404, 'ERROR: 9dpmm is not one of 6dpmm, 8dpmm, 12dpmm, 24dpmm'],
    ['8dpmm/labels/2,5x1/0/', 404, 'ERROR: 2,5x1 is not a size: WIDTHxHEIGHT in inches, such as 4x6'],
    ['8dpmm/labels/16x1/0/', 400, 'ERROR: a side of 16 inches; at most 15 are allowed'],
  ])('refuses %s with %i', async (path, status, text) => {
    const answer = await asked(path, {}, TWO);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe(text);
  });

  it('refuses more than a megabyte, once all of it was sent, and headers that say nothing', async () => {
    for (const mebibytes of [1, 24]) {
      const answer = await asked('8dpmm/labels/2x1/0/', {}, 'x'.repeat(mebibytes * 1024 * 1024 + 1));
      expect(answer.status).toBe(413);
    }
    expect((await asked('8dpmm/labels/2x1/0/', { 'X-Rotation': '45' })).status).toBe(400);
    expect((await asked('8dpmm/labels/2x1/0/', { 'X-Quality': 'Best' })).status).toBe(400);
    expect((await asked('8dpmm/labels/2x1/0/', { 'X-Quality': 'bitonal' })).status).toBe(200);
    expect((await asked('8dpmm/labels/2x1/0/', { Accept: 'text/html' })).status).toBe(406);
    for (const size of ['A9', 'constructor', '__proto__', 'toString']) {
      const sheet = { Accept: 'application/pdf', 'X-Page-Size': size };
      expect((await asked('8dpmm/labels/2x1/0/', sheet)).status, size).toBe(400);
    }
  });

  it('answers so many calls at once, and what the page asks besides', async () => {
    const { url, newAddress } = studio();
    const { host, hostname, port } = new URL(url);
    const open = await Promise.all(
      Array.from({ length: CALLS_MAX }, async () => {
        const socket = connect(Number(port), hostname);
        const head = [
          'POST /v1/printers/8dpmm/labels/2x1/0/ HTTP/1.1',
          `Host: ${host}`,
          'Expect: 100-continue',
        ];
        socket.write(
          `${[...head, `Content-Length: ${ONE.length}`, 'Connection: close'].join('\r\n')}\r\n\r\n`,
        );
        // The call is taken, and waits for its body.
        const [first] = (await once(socket, 'data')) as [Buffer];
        expect(first.toString()).toContain('100 Continue');
        return socket;
      }),
    );
    const refused = await asked('8dpmm/labels/2x1/0/');
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(/^ERROR: more than 16 calls at once/);
    const authorization = await authorizationOf(newAddress());
    const draft = { ...DRAFT, zpl: ONE };
    const body = JSON.stringify({ draft, format: 'png' });
    const file = await fetch(`${url}/api/file`, { method: 'POST', headers: { authorization }, body });
    expect(file.status).toBe(200);
    const answers = open.map(async (socket) => {
      socket.write(ONE);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return answer.toString('latin1', 0, 15);
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
    expect((await asked('8dpmm/labels/2x1/0/')).status).toBe(200);
  });

  it('needs no token, and is not for pages of other origins', async () => {
    const headers = { Origin: 'https://evil.example' };
    expect((await asked('8dpmm/labels/2x1/0/', headers)).status).toBe(403);
    expect((await asked('8dpmm/labels/2x1/0/')).status).toBe(200);
  });
});
