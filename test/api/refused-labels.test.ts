import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SERVICE_DRIVERS } from '../support/drivers.ts';
import { type TestAccount, useDatabase, useService } from '../support/service.ts';
import { expectAnswer, expectCleanLog, expectProblem, expectStillServing } from './expectations.ts';

const ZPL_UNITS = 2_097_152;

const database = useDatabase();

describe.each(SERVICE_DRIVERS)('refused labels over %s', (driver) => {
  const api = useService({ HTTP_DRIVER: driver }, database);

  describe('labels that the account does not have', () => {
    const everywhere = async (shop: TestAccount, id: string) => [
      await shop.get(`/labels/${id}`),
      await shop.get(`/labels/${id}/zpl`),
      await shop.get(`/?label_id=${id}`),
      await shop.post(`/labels/${id}`, {}),
      await shop.post(`/labels/${id}/render`, { format: 'png' }),
      await shop.post(`/labels/${id}/print`, {}),
      await shop.post('/', { label_id: id }),
      await shop.post('/', { label_id: id, action: 'print' }),
    ];

    it('404 for an unknown one, another account’s, and one of the own team', async () => {
      const [shop, other] = [await api.account(), await api.account()];
      await api.service.store.joinTeam(shop.id, `team-${driver}`);
      const ofTeam = await shop.label({ teamId: `team-${driver}`, zpl: null });
      const ofOther = await other.label({ zpl: null });
      await other.get(`/labels/${ofOther.id}`);
      const texts = new Set<string>();
      for (const id of [randomUUID(), ofOther.id, ofTeam.id]) {
        for (const reply of await everywhere(shop, id)) {
          expectProblem(reply, 404);
          texts.add(reply.text);
        }
      }
      expect(texts.size).toBe(1);
    });

    it('looks at the body first', async () => {
      const shop = await api.account();
      expectProblem(await shop.post(`/labels/${randomUUID()}/render`, { format: 'gif' }), 400);
      expectProblem(await shop.post(`/labels/${randomUUID()}/print`, { copies: 0 }), 400);
    });
  });

  describe('409', () => {
    it('for a label without ZPL, where ZPL is needed', async () => {
      const shop = await api.account();
      for (const zpl of [null, '']) {
        const { id } = await shop.label({ zpl, size: { widthMm: 1 } });
        expectProblem(await shop.get(`/labels/${id}/zpl`), 409);
        for (const format of ['zpl', 'png', 'pdf']) {
          expectProblem(await shop.post(`/labels/${id}/render`, { format }), 409);
        }
        expectProblem(await shop.post(`/labels/${id}/print`, {}), 409);
        expectProblem(await shop.post('/', { label_id: id, action: 'print' }), 409);
      }
    });

    it.each([
      { widthMm: 9.99 },
      { heightMm: 9.99 },
      { widthMm: 1000.01 },
      { heightMm: 1000.01 },
      { widthMm: 0 },
      { widthMm: -50 },
      { heightMm: 1e300 },
      { dpi: 0 },
      { dpi: -203 },
    ])('for PNG and PDF of a label saved with %o, not for ZPL', async (size) => {
      const shop = await api.account();
      const { id } = await shop.label({ size });
      expectProblem(await shop.post(`/labels/${id}/render`, { format: 'png' }), 409);
      expectProblem(await shop.post(`/labels/${id}/render`, { format: 'pdf' }), 409);
      expectAnswer(await shop.post(`/labels/${id}/render`, {}), 'text/plain');
      expect((await shop.post(`/labels/${id}/print`, {})).status).toBe(200);
    });

    it('not for the smallest and the longest size', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ size: { widthMm: 10, heightMm: 1000, dpi: 203 } });
      const reply = await shop.post(`/labels/${id}/render`, { format: 'png' });
      expectAnswer(reply, 'image/png');
      expect([reply.body.readUInt32BE(16), reply.body.readUInt32BE(20)]).toEqual([80, 7992]);
    });

    it.each([
      ['a placeholder', '^XA^FO9,9^A0N,30^FD{name}^FS^XZ', []],
      ['an automatic token', '^XA^FO9,9^A0N,30^FD{date}^FS^XZ', []],
      ['a saved token', '^XA^FO9,9^A0N,30^FDplain^FS^XZ', ['name']],
    ])('for a bitmap label with %s, whatever is made of it', async (_name, zpl, dynamicTokens) => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl, dynamicTokens, outputFormat: 'bitmap', size: { widthMm: 1 } });
      const extra = { code: 'bitmap_dynamic_output_incompatible', output_format: 'bitmap' };
      for (const format of ['zpl', 'png', 'pdf']) {
        expectProblem(await shop.post(`/labels/${id}/render`, { format }), 409, extra);
      }
      expectProblem(await shop.post(`/labels/${id}/print`, {}), 409, extra);
      expect((await shop.get(`/labels/${id}/zpl`)).status).toBe(200);
    });

    it('not for a bitmap label without dynamic content', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: '^XA^FX{note}^FS^FO9,9^GB9,9,9^FS^XZ', outputFormat: 'bitmap' });
      const reply = await shop.post(`/labels/${id}/render`, { variables: { name: 'x' } });
      expectAnswer(reply, 'text/plain');
      expect(reply.headers['x-svc-output-format']).toBe('bitmap');
    });
  });

  describe('413', () => {
    const comment = (units: number) => `^XA^FX${'x'.repeat(units - 12)}^FS^XZ`;

    it('for output beyond the limit, the whole print job counted', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: comment(ZPL_UNITS / 2) });
      expect((await shop.post(`/labels/${id}/print`, { copies: 2 })).body).toHaveLength(ZPL_UNITS);
      expectProblem(await shop.post(`/labels/${id}/print`, { copies: 3 }), 413);
      expectProblem(await shop.post(`/labels/${id}/print`, { records: [{}, {}, {}] }), 413);
    });

    it('for a value that makes the output too long', async () => {
      const shop = await api.account();
      const field = '^XA^FO9,9^A0N,30^FD{name}^FS^XZ';
      const { id } = await shop.label({ zpl: field + comment(ZPL_UNITS - field.length) });
      expect((await shop.post(`/labels/${id}/render`, {})).body).toHaveLength(ZPL_UNITS);
      const variables = { name: 'x'.repeat(100) };
      expectProblem(await shop.post(`/labels/${id}/render`, { variables }), 413);
    });

    it('for stored ZPL that is too long or too complex', async () => {
      const shop = await api.account();
      const long = await shop.label({ zpl: comment(ZPL_UNITS + 1) });
      const complex = await shop.label({ zpl: `^XA${'^FS'.repeat(9999)}^XZ` });
      for (const { id } of [long, complex]) {
        for (const format of ['zpl', 'png', 'pdf']) {
          expectProblem(await shop.post(`/labels/${id}/render`, { format }), 413);
        }
        expectProblem(await shop.post(`/labels/${id}/print`, {}), 413);
      }
      const { id } = await shop.label({ zpl: `^XA${'^FS'.repeat(9998)}^XZ` });
      expectAnswer(await shop.post(`/labels/${id}/render`, {}), 'text/plain');
    });

    it.each([
      ['more than 16000000 pixels', { size: { widthMm: 510, heightMm: 500, dpi: 203 } }],
      ['more than 12000 dots wide', { size: { widthMm: 1000, heightMm: 10, dpi: 305 } }],
      ['more than 12000 dots high', { size: { widthMm: 10, heightMm: 1000, dpi: 305 } }],
      ['an absurd resolution', { size: { widthMm: 10, heightMm: 10, dpi: 1e300 } }],
      ['more than 20000 characters', { zpl: `^XA^FO9,9^A0N,30^FD${'x'.repeat(20_001)}^FS^XZ` }],
    ])('for PNG and PDF with %s, not for ZPL', async (_name, input) => {
      const shop = await api.account();
      const { id } = await shop.label(input);
      expectProblem(await shop.post(`/labels/${id}/render`, { format: 'png' }), 413);
      expectProblem(await shop.post(`/labels/${id}/render`, { format: 'pdf' }), 413);
      expectAnswer(await shop.post(`/labels/${id}/render`, {}), 'text/plain');
    });

    it('for a re-encoded barcode that is too large, or too many of them', async () => {
      const shop = await api.account();
      const marked = (module: number) =>
        `^FXsvc-barcode:1;symbology=qrcode;template=%7Bsku%7D;module=${module}^FS^FO9,9^GFA,1,1,1,80^FS`;
      const large = await shop.label({ zpl: `^XA${marked(200)}^XZ` });
      const many = await shop.label({ zpl: `^XA${marked(1).repeat(129)}^XZ` });
      for (const { id } of [large, many]) {
        expectProblem(await shop.post(`/labels/${id}/render`, { variables: { sku: 'A1' } }), 413);
      }
    });

    it('for re-encoded barcodes that take too much work, not for ten of them', async () => {
      const shop = await api.account();
      const marked = (count: number) => {
        const field =
          '^FXsvc-barcode:1;symbology=hanxin;template=%7Bsku%7D;module=2^FS^FO9,9^GFA,1,1,1,80^FS';
        return shop.label({ zpl: `^XA${field.repeat(count)}^XZ` });
      };
      const [many, ten] = [await marked(128), await marked(10)];
      const render = (id: string, sku: string) => shop.post(`/labels/${id}/render`, { variables: { sku } });
      expectProblem(await render(many.id, 'A'.repeat(1000)), 413);
      expectAnswer(await render(ten.id, 'A'.repeat(60)), 'text/plain');
    });
  });

  describe('422', () => {
    const EAN = '^XA^FO9,9^BY2^BEN,50^FD{ean}^FS^XZ';

    it.each([
      ['a missing variable', {}, '{ean}'],
      ['a wrong check digit', { ean: '4006381333932' }, '4006381333932'],
      ['too few digits', { ean: '12345' }, '12345'],
      ['letters', { ean: '40063813339A' }, '40063813339A'],
    ])('with the fields for a barcode with %s', async (_name, variables, value) => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: EAN });
      const fields = [{ symbology: 'ean13', template: '{ean}', value, reason: expect.stringMatching(/./) }];
      for (const format of ['zpl', 'png', 'pdf']) {
        expectProblem(await shop.post(`/labels/${id}/render`, { variables, format }), 422, { fields });
      }
      expectProblem(await shop.post(`/labels/${id}/print`, { variables }), 422, { fields, records: [0] });
      expectProblem(await shop.post('/', { label_id: id, variables }), 422, { fields });
    });

    it('with the fields for a barcode that a stored format shows', async () => {
      const shop = await api.account();
      const { id } = await shop.label({
        zpl: '^XA^DFR:F.ZPL^FS^FO9,9^BY2^BEN,50^FN2^FS^XZ^XA^XFR:F.ZPL^FS^FN2^FD{ean}^FS^XZ',
      });
      const reason = expect.stringMatching(/./);
      for (const [variables, value] of [
        [{}, '{ean}'],
        [{ ean: '40063813X3931' }, '40063813X3931'],
      ] as const) {
        const fields = [{ symbology: 'ean13', template: '{ean}', value, reason }];
        expectProblem(await shop.post(`/labels/${id}/render`, { variables }), 422, { fields });
        expectProblem(await shop.post(`/labels/${id}/render`, { variables, format: 'png' }), 422, { fields });
        expectProblem(await shop.post(`/labels/${id}/print`, { variables }), 422, { fields, records: [0] });
      }
      const variables = { ean: '4006381333931' };
      expectAnswer(await shop.post(`/labels/${id}/render`, { variables, format: 'png' }), 'image/png');
    });

    it.each([
      ['a reference under ^FE', '^XA^CI28^FO9,9^FE^FD{name} #1#^FS^FN1^FDx^FS^XZ', '#1#', '{name} #1#', '#'],
      ['a clock field under ^FC', '^XA^CI28^FO9,9^FC^FD%d {name}^FS^XZ', '100%Y', '%d {name}', '1'],
    ])('for a value that would be %s', async (_name, zpl, name, template, character) => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl });
      expectProblem(await shop.post(`/labels/${id}/render`, { variables: { name } }), 422);
      const encoding = [{ record: 0, template, character }];
      expectProblem(await shop.post(`/labels/${id}/print`, { variables: { name } }), 422, { encoding });
      expectAnswer(await shop.post(`/labels/${id}/render`, { variables: { name: '100' } }), 'text/plain');
    });

    it('with a field for each barcode of each record that fails', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: `${EAN.slice(0, -3)}^FO9,90^BCN,50^FDA-{sku}^FS^XZ` });
      const good = { ean: '400638133393', sku: 'ok' };
      const records = [good, { ...good, ean: '1' }, { ean: '1' }, { ...good, ean: '2' }];
      const reply = await shop.post(`/labels/${id}/print`, { records });
      const reason = expect.stringMatching(/./);
      expectProblem(reply, 422, {
        fields: [
          { symbology: 'ean13', template: '{ean}', value: '1', reason },
          { symbology: 'ean13', template: '{ean}', value: '1', reason },
          { symbology: 'code128', template: 'A-{sku}', value: 'A-{sku}', reason },
          { symbology: 'ean13', template: '{ean}', value: '2', reason },
        ],
        records: [1, 2, 2, 3],
      });
      expect(reply.text).toContain('3 of 4 records failed, records 1, 2 and 3 ');
      const legacy = await shop.post('/', { label_id: id, action: 'print', records });
      expect([legacy.status, legacy.text]).toEqual([422, reply.text]);
      expect((await shop.post(`/labels/${id}/print?validate=true`, { records })).text).toBe(reply.text);
    });

    it('with transforms and fields of all records of a print job', async () => {
      const shop = await api.account();
      const date = { op: 'date', from: 'YYYY-MM-DD', to: 'DD.MM.' };
      const { id } = await shop.label({
        zpl: `${EAN.slice(0, -3)}^FO9,90^BCN,50^FD{due}^FS^XZ`,
        fieldTransforms: [{ variable: 'due', steps: [{ op: 'trim' }, date] }],
      });
      const records = [
        { due: '2026-01-02', ean: '1' },
        { due: ' soon', ean: '2' },
        { due: '2026-01-02', ean: '400638133393' },
      ];
      const reason = expect.stringMatching(/./);
      expectProblem(await shop.post(`/labels/${id}/print`, { records }), 422, {
        code: 'field_transform_invalid',
        fields: ['1', '2'].map((value) => ({ symbology: 'ean13', template: '{ean}', value, reason })),
        records: [0, 1],
        transforms: [{ record: 1, variable: 'due', step: 1, value: 'soon', reason }],
      });
      expectProblem(await shop.post(`/labels/${id}/render`, { variables: records[1] ?? {} }), 422, {
        code: 'field_transform_invalid',
      });
    });

    it('for a marked raster barcode whose variable is missing', async () => {
      const shop = await api.account();
      const zpl =
        '^XA^FXsvc-barcode:1;symbology=datamatrix;template=%7Bsku%7D;module=4^FS^FO9,9^GFA,1,1,1,80^FS^XZ';
      const { id } = await shop.label({ zpl });
      expectProblem(await shop.post(`/labels/${id}/render`, {}), 422, {
        fields: [
          { symbology: 'datamatrix', template: '{sku}', value: '{sku}', reason: expect.stringMatching(/./) },
        ],
      });
      expectAnswer(await shop.post(`/labels/${id}/render`, { variables: { SKU: 'A1' } }), 'text/plain');
    });

    it('for a symbology of colours, and for data that a symbology would cut short, with the reason', async () => {
      const shop = await api.account();
      const reasonOf = async (symbology: string, sku: string) => {
        const zpl = `^XA^FXsvc-barcode:1;symbology=${symbology};template=%7Bsku%7D;module=2^FS^FO9,9^GFA,1,1,1,80^FS^XZ`;
        const { id } = await shop.label({ zpl });
        const reply = await shop.post(`/labels/${id}/render`, { variables: { sku } });
        const reason = expect.stringMatching(/./);
        expectProblem(reply, 422, { fields: [{ symbology, template: '{sku}', value: sku, reason }] });
        return reply.text;
      };
      expect(await reasonOf('ultracode', 'A')).toContain('printed in colours');
      expect(await reasonOf('gs1-128', '(01)09521234543213(')).toContain('element strings');
    });

    it.each([
      ['an unknown step', true, [{ variable: 'name', steps: [{ op: 'explode' }] }], 'x'],
      ['no list', true, { variable: 'name' }, 'x'],
      [
        'a value that is no number',
        false,
        [{ variable: 'name', steps: [{ op: 'number', decimals: 2 }] }],
        'x',
      ],
      [
        'a value that is too long',
        false,
        [{ variable: 'NAME', steps: [{ op: 'max_length', length: 3 }] }],
        'four',
      ],
      [
        'an unmapped value',
        false,
        [{ variable: 'name', steps: [{ op: 'map', values: { a: 'b' } }] }],
        'toString',
      ],
    ])('with its code for a transform with %s', async (_name, isMalformed, fieldTransforms, name) => {
      const shop = await api.account();
      const { id } = await shop.label({ fieldTransforms });
      const extra = { code: 'field_transform_invalid' };
      expectProblem(await shop.post(`/labels/${id}/render`, { variables: { name } }), 422, extra);
      const job = await shop.post(`/labels/${id}/print`, { records: [{}, { name }] });
      // A malformed transform is so for all records.
      const transforms = [expect.objectContaining({ record: 1, step: 0, value: name })];
      expectProblem(job, 422, { ...extra, ...(isMalformed ? {} : { transforms }) });
    });

    it.each([
      ['a character that the encoding lacks', '^XA^FO9,9^A0N,30^FD{name}^FS^XZ', '漢', '漢'],
      ['half of a surrogate pair', '^XA^CI28^FO9,9^A0N,30^FD{name}^FS^XZ', 'a\ud800b', '\ud800'],
      ['an encoding that is not supported', '^XA^CI99^FO9,9^A0N,30^FD{name}^FS^XZ', 'plain', 'p'],
    ])('for %s', async (_name, zpl, name, character) => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl });
      expectProblem(await shop.post(`/labels/${id}/render`, { variables: { name } }), 422);
      const encoding = [{ record: 0, template: '{name}', character }];
      expectProblem(await shop.post(`/labels/${id}/print`, { variables: { name } }), 422, { encoding });
    });
  });

  it('still serves after all of that, and its log holds no key, value or ZPL', async () => {
    await expectStillServing(api);
    expectCleanLog(api);
  });
});
