import { describe, expect, it } from 'vitest';
import { SERVICE_DRIVERS } from '../support/drivers.ts';
import { useDatabase, useService } from '../support/service.ts';
import {
  commandsOf,
  expectAnswer,
  expectCleanLog,
  expectProblem,
  expectStillServing,
  fieldData,
} from './expectations.ts';

const database = useDatabase();

describe.each(SERVICE_DRIVERS)('hostile data over %s', (driver) => {
  const api = useService({ HTTP_DRIVER: driver }, database);

  describe('a value stays data', () => {
    it.each([
      ['commands', '^XZ^XA^FO0,0^FDevil^FS'],
      ['a control command', '~JA ~DGR:X.GRF,8,1,FF'],
      ['line ends', 'one\r\ntwo\nthree\rfour'],
      ['control bytes that printers obey', '\x02\x03\x0f\x10'],
      ['NUL', 'a\0b'],
      ['escapes', '_5EXZ _7EJA \\5E \\& __ _'],
      ['placeholders', '{name} {DATE} {COUNTER} {{name}}'],
      ['other scripts', 'Größe 漢字 🏷 \u202e'],
      ['markup', '<script>&amp;"\'`$()'],
      ['the delimiter', ',,,'],
      ['replacement patterns', '$& $1 $$ $`'],
    ])('%s', async (_name, value) => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: '^XA^CI28^FO9,9^A0N,30^FD<{name}>^FS^XZ' });
      const harmless = await shop.post(`/labels/${id}/render`, { variables: { name: 'é' } });
      const hostile = await shop.post(`/labels/${id}/render`, { variables: { name: value } });
      expectAnswer(hostile, 'text/plain');
      expect(fieldData(hostile.text)).toEqual([`<${value}>`]);
      expect(commandsOf(hostile.text)).toEqual(commandsOf(harmless.text));
      expect(hostile.text).not.toMatch(/[\0-\x1f~]/);
      expectAnswer(
        await shop.post(`/labels/${id}/render`, { variables: { name: value }, format: 'png' }),
        'image/png',
      );
    });

    it('under prefixes that the label changed', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: '^XA^CI28^CC!!CT$!FO9,9!A0N,30!FD{name}!FS!XZ' });
      const render = async (name: string) =>
        (await shop.post(`/labels/${id}/render`, { variables: { name } })).text;
      const count = (text: string, prefix: string) => text.split(prefix).length;
      const [harmless, hostile] = [await render('é'), await render('!XZ!XA$JA')];
      expect(count(hostile, '!')).toBe(count(harmless, '!'));
      expect(count(hostile, '$')).toBe(count(harmless, '$'));
    });

    it('in a barcode, where it is encoded or refused', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: '^XA^FO9,9^BCN,50^FD{sku}^FS^XZ' });
      const reply = await shop.post(`/labels/${id}/render`, { variables: { sku: '^XZ~JA' } });
      expectAnswer(reply, 'text/plain');
      expect(commandsOf(reply.text).filter((name) => name === '^XZ' || name === '~JA')).toEqual(['^XZ']);
      expect(fieldData(reply.text)).toEqual(['><XZ>=JA']); // Code 128's own escapes of ^ and ~;
    });
  });

  describe('names of variables', () => {
    it('that are patterns, paths or long are only names', async () => {
      const shop = await api.account();
      const name = 'n'.repeat(80);
      const { id } = await shop.label({
        zpl: `^XA^CI28^FO9,9^A0N,30^FH^FD{${name}} {.*} {a_b} {a_5Fb}^FS^XZ`,
      });
      const variables = { [` ${name.toUpperCase()} `]: 'long', '.*': 'dot', a_b: 'underscore' };
      const reply = await shop.post(`/labels/${id}/render`, { variables });
      expect(fieldData(reply.text)).toEqual(['long dot underscore underscore']);
    });

    it('50 values of 1000 characters are accepted together', async () => {
      const shop = await api.account();
      const names = Array.from({ length: 50 }, (_, index) => `v${index}`);
      const { id } = await shop.label({
        zpl: `^XA^FO9,9^A0N,30^FD${names.map((name) => `{${name}}`).join('')}^FS^XZ`,
      });
      const variables = Object.fromEntries(
        names.map((name, index) => [name, String(index % 10).repeat(1000)]),
      );
      const reply = await shop.post(`/labels/${id}/render`, { variables });
      expect(fieldData(reply.text)).toEqual([Object.values(variables).join('')]);
    });
  });

  describe('Content-Disposition', () => {
    it.each([
      [
        'Étikett 漢字',
        `attachment; filename="Etikett __.zpl"; filename*=UTF-8''%C3%89tikett%20%E6%BC%A2%E5%AD%97.zpl`,
      ],
      [
        'a"; filename="evil.exe',
        `attachment; filename="a__ filename__evil.exe.zpl"; filename*=UTF-8''a%22%3B%20filename%3D%22evil.exe.zpl`,
      ],
      ['x\r\nX-Evil: 1', `attachment; filename="x__X-Evil_ 1.zpl"; filename*=UTF-8''x__X-Evil%3A%201.zpl`],
    ])('carries the label’s name %j harmlessly', async (name, expected) => {
      const shop = await api.account();
      const { id } = await shop.label({ name });
      const reply = await shop.post(`/labels/${id}/print`, {});
      expect(reply.status).toBe(200);
      expect(reply.headers['content-disposition']).toBe(expected);
      expect(reply.headers).not.toHaveProperty('x-evil');
    });

    it.each([
      '',
      ' ',
      '../../etc/passwd',
      '..\\..\\boot.ini',
      'n'.repeat(5000),
      '🏷'.repeat(200),
      "it's 100%*",
    ])('has one plain file name for %j', async (name) => {
      const shop = await api.account();
      const { id } = await shop.label({ name });
      const { headers } = await shop.post(`/labels/${id}/print`, {});
      const disposition = String(headers['content-disposition']);
      expect(disposition).toMatch(
        /^attachment; filename="[\w .()-]+\.zpl"(; filename\*=UTF-8''[\w.~%!-]+\.zpl)?$/,
      );
      expect(disposition).not.toMatch(/[/\\]|%2F|%5C/i);
      expect(disposition.length).toBeLessThan(2000);
    });
  });

  describe('saved ZPL of any kind', () => {
    it.each([
      ['a field that never closes', '^XA^FO9,9^A0N,30^FD{name}'],
      ['no label', 'just text'],
      ['a prefix at the end', '^XA^FO9,9^FDx^FS^'],
      ['nothing but prefixes', '^~^~^^^^~~~~'],
      ['a graphic that is too short', '^XA^FO9,9^GFA,99999,99999,99,FF^FS^XZ'],
      ['a binary graphic cut off', '^XA^FO9,9^GFB,4000,4000,10,\u0001\u0002'],
      [
        'absurd numbers',
        '^XA^FO99999999999,-5^GB999999999,999999999,999999999^FS^A0N,999999,999999^FDx^FS^XZ',
      ],
      ['an absurd quantity', '^XA^FO9,9^GB9,9,9^FS^PQ99999999^XZ'],
      ['a format that recalls itself', '^XA^DFR:A.ZPL^FS^XFR:A.ZPL^FS^XZ^XA^XFR:A.ZPL^FS^XZ'],
      ['nested placeholders', `^XA^FO9,9^A0N,30^FD${'{'.repeat(5000)}name${'}'.repeat(5000)}^FS^XZ`],
      ['halves of escapes', '^XA^FO9,9^A0N,30^FH^FD_ _5 _G0 {na_6De} _^FS^XZ'],
      ['a damaged marker', '^XA^FXsvc-barcode:1;symbology=%;template^FS^FO9,9^GFA,1,1,1,80^FS^XZ'],
      ['a changed prefix', '^XA^CCx xFO9,9xFD{name}xFSxXZ'],
    ])('%s is answered in every way, and ends nothing', async (_name, zpl) => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl });
      const variables = { name: 'x' };
      for (const format of ['zpl', 'png', 'pdf']) {
        const { status } = await shop.post(`/labels/${id}/render`, { format, variables });
        expect([200, 413, 422]).toContain(status);
      }
      expect([200, 413, 422]).toContain((await shop.post(`/labels/${id}/print`, { variables })).status);
      const detail = await shop.get(`/labels/${id}`);
      expectAnswer(detail, 'application/json');
      expect(JSON.parse(detail.text).data.zpl).toBe(zpl);
      expect((await shop.get(`/labels/${id}/zpl`)).text).toBe(zpl);
    });

    it('values inserted into a field that never closes do not reach the next label', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: '^XA^CI28^FO9,9^A0N,30^FD{name}' });
      const reply = await shop.post(`/labels/${id}/print`, { records: [{ name: 'é^XA' }, { name: 'two' }] });
      expect(fieldData(reply.text)).toEqual(['é^XA', 'two']);
    });
  });

  it('refuses a body that nests too deep, and ignores what is unknown up to there', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    for (const member of ['"variables":{"name":', '"unknown":{"name":']) {
      const reply = await shop.post(`/labels/${id}/render`, `{${member}${nested(30_000)}}}`);
      expectProblem(reply, 400);
      expect(reply.text).toContain('deeper than 512 levels');
      expectAnswer(await shop.post(`/labels/${id}/render`, `{${member}${nested(500)}}}`), 'text/plain');
    }
  });

  it('a client that hangs up in the middle does no harm', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ size: { widthMm: 400, heightMm: 400, dpi: 203 } });
    const gone = new AbortController();
    const leaving = fetch(`${api.service.url}/labels/${id}/render`, {
      method: 'POST',
      headers: { 'x-api-key': shop.key, 'content-type': 'application/json' },
      body: '{"format":"png"}',
      signal: gone.signal,
    });
    setTimeout(() => gone.abort(), 5);
    await leaving.catch(() => {});
    expectAnswer(await shop.post(`/labels/${id}/render`, {}), 'text/plain');
  });

  it('still serves after all of that, and its log holds no key, value or ZPL', async () => {
    await expectStillServing(api);
    expectCleanLog(api);
  });
});
