import { describe, expect, it } from 'vitest';
import { canvas } from '../../src/on-first-use.ts';
import { claimedPng, inBase64, signature } from '../support/pictures.ts';
import { useDatabase, useService } from '../support/service.ts';

const api = useService({}, useDatabase());

// A box of 240 x 80 dots.
const ZPL = `^XA^FXsvc-barcode:1;symbology=image;template=%7Bsigned%7D;threshold=160^FS^FO40,30^GFA,2400,2400,30,,::^FS
^FO40,130^A0N,30,30^FD{name}^FS^XZ`;

async function labelOf(zpl = ZPL) {
  const account = await api.account();
  const label = await account.label({
    zpl,
    size: { widthMm: 40, heightMm: 25, dpi: 203 },
    dynamicTokens: [],
  });
  const post = (action: string, body: object) => account.post(`/labels/${label.id}/${action}`, body);
  return { post };
}

/** Black dots of a PNG in a rectangle. */
async function ink(png: Buffer, x: number, y: number, width: number, height: number): Promise<number> {
  const { createCanvas, loadImage } = canvas();
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(x, y, width, height);
  let black = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] as number) < 128) black++;
  return black;
}

describe('a picture in a variable', () => {
  it('is drawn into its box in every format, and not kept for another value', async () => {
    const { post } = await labelOf();
    const values = [1, 2, 3].map((seed) => inBase64(signature(seed)));
    expect(values.every(({ length }) => length > 1000)).toBe(true);
    const draw = async (signed: string, format: string) => {
      const { status, body, text } = await post('render', { format, variables: { signed, name: 'Ann' } });
      expect(status, format === 'zpl' ? text : '').toBe(200);
      return body;
    };
    const first = await Promise.all(values.map((value) => draw(value, 'png')));
    expect(new Set(first.map(String)).size).toBe(3);
    for (const png of first) {
      expect(await ink(png, 40, 30, 240, 80)).toBeGreaterThan(500);
      // All of it is inside of its box.
      expect(await ink(png, 0, 0, 320, 30)).toBe(0);
    }
    // From prepared labels too, in any order.
    for (const at of [2, 0, 0, 1, 2]) {
      expect((await draw(values[at] as string, 'png')).equals(first[at] as Buffer)).toBe(true);
    }
    expect((await draw(values[0] as string, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    const zpl = (await draw(values[0] as string, 'zpl')).toString();
    expect(zpl).toMatch(/\^FO40,30\^GFA,2400,2400,30,[^^]{200,}\^FS/);
    expect(zpl).toContain('template=%7Bsigned%7D');
    const jpeg = await draw(`data:image/jpeg;base64,${inBase64(signature(1, 'image/jpeg'))}`, 'png');
    expect(await ink(jpeg, 40, 30, 240, 80)).toBeGreaterThan(500);
    expect(await ink(await draw('', 'png'), 40, 30, 240, 80)).toBe(0);
  });

  it('is printed, each record with its own', async () => {
    const { post } = await labelOf();
    const records = [1, 2, 1].map((seed) => ({ signed: inBase64(signature(seed)), name: 'x' }));
    const { status, text } = await post('print', { records, copies: 2 });
    expect(status, text).toBe(200);
    const pictures = [...text.matchAll(/\^GFA,2400[^^]*/g)].map(([picture]) => picture);
    expect(pictures).toHaveLength(6);
    expect([0, 1, 4].map((at) => pictures.indexOf(pictures[at] ?? ''))).toEqual([0, 0, 0]);
    expect(pictures[2]).not.toBe(pictures[0]);
  });

  it('is refused with a reason, rendered, printed or checked', async () => {
    const { post } = await labelOf();
    const gif = inBase64(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(1200)]));
    for (const [signed, why] of [
      ['no picture', 'it is not base64'],
      [gif, 'it is a GIF'],
      [inBase64(claimedPng(30_000, 30_000)), 'it has 30000 x 30000 pixels'],
      [inBase64(signature(1).subarray(0, 900)), 'this PNG is damaged'],
    ] as const) {
      const reason = `the value of {signed} must be a PNG or JPEG in base64, of at most 49152 bytes and 2000000 pixels; ${why}`;
      for (const action of ['render', 'render?validate=true', 'print', 'print?validate=true']) {
        const { status, text } = await post(action, { variables: { signed, name: 'x' } });
        expect(status, text).toBe(422);
        expect(JSON.parse(text)).toMatchObject({
          fields: [{ symbology: 'image', template: '{signed}', reason }],
        });
      }
    }
    expect((await post('render', { variables: { name: 'x' } })).status).toBe(422);
    const checked = await post('render?validate=true', { variables: { signed: inBase64(signature(1)) } });
    expect(checked.status, checked.text).toBe(200);
  });

  it('is too long a value for a label, or a variable, without one', async () => {
    const signed = inBase64(signature(1));
    for (const [zpl, variables] of [
      ['^XA^FD{signed}^FS^XZ', { signed }],
      [ZPL, { signed: '', name: signed }],
      [ZPL, { signed: '', other: signed }],
    ] as const) {
      const { post } = await labelOf(zpl);
      const { status, text } = await post('render', { variables });
      expect(status).toBe(400);
      expect(JSON.parse(text).error).toContain('variables has a value longer than 1000 characters: "');
    }
    const { post } = await labelOf();
    const { status, text } = await post('render', { variables: { signed: 'x'.repeat(1001) } });
    expect([status, JSON.parse(text).error]).toEqual([400, expect.stringContaining('longer than 1000')]);
    expect((await post('render', { variables: { signed: signed.repeat(30) } })).status).toBe(413);
  });
});
