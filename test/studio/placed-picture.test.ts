import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { convertPicture } from '../../src/convert/convert-picture.ts';
import { encodePdf } from '../../src/pdf/encode-pdf.ts';
import { type PictureHeader, pictureHeader } from '../../src/raster/images/picture-header.ts';
import { PICTURES } from '../../src/studio/engine/engine-thread.ts';
import type { PictureChoices, PlacedPicture, View } from '../../src/studio/engine/messages.ts';
import { PICTURE_BYTES_MAX } from '../../src/studio/engine/messages.ts';
import { unpackDots } from '../../src/studio/packed-words.ts';
import { REFUSED_PDFS, slowPdf } from '../labelary/hostile-pdfs.ts';
import { useRenderer } from '../renderer/open-renderer.ts';
import { eventually } from '../support/eventually.ts';
import { animatedGif, claimedPng, pictureFile, type Rows, signature } from '../support/pictures.ts';
import { PLAIN_PICTURE } from '../support/plain-picture.ts';
import { DRAFT, enteredInto } from './entered.ts';
import { openStudio, useStudio } from './open-studio.ts';

const PLAIN: PictureChoices = {
  dpi: 203,
  widthMm: null,
  within: { width: 400, height: 200 },
  cropsToInk: false,
  turn: 0,
  dither: 'none',
  threshold: 128,
  page: 1,
  isFinal: false,
};

const pathOf = (choices: Partial<PictureChoices>): string =>
  `/api/picture?choices=${encodeURIComponent(JSON.stringify({ ...PLAIN, ...choices }))}`;

function rowsOf({ dots, width, height }: Pick<PlacedPicture, 'dots' | 'width' | 'height'>): Rows {
  const stride = Math.ceil(width / 32);
  const packed = new Int32Array(new Uint8Array(Buffer.from(dots, 'base64')).buffer);
  const words = unpackDots(packed, stride, stride * height);
  return Array.from({ length: height }, (_, y) =>
    Array.from(words.subarray(y * stride, (y + 1) * stride), (word) =>
      (word >>> 0).toString(2).padStart(32, '0'),
    )
      .join('')
      .slice(0, width)
      .replaceAll('0', '.')
      .replaceAll('1', '#'),
  );
}

/** A PDF with a page for each square, of 50 by 25 mm at 203 dpi. */
function squares(...sides: readonly number[]): Buffer {
  return Buffer.from(
    encodePdf(
      sides.map((side) => {
        const bitmap = Bitmap.create(400, 200);
        bitmap.fillRect(40, 16, side, side, 'black');
        return { bitmap, widthMm: 50, heightMm: 25 };
      }),
    ),
  );
}

/** The fields of a picture at the label's corner. */
const fieldsOf = ({ fields }: PlacedPicture): string =>
  fields.map(({ y, parameters }) => `^FO0,${y}^GF${parameters.join()}^FS`).join('');

describe('a picture that is to become a field', () => {
  const studio = useStudio(() => ({ canSave: false }));

  async function asked(file: Uint8Array, choices: Partial<PictureChoices> = {}): Promise<Response> {
    return (await enteredInto(studio())).send(pathOf(choices), new Uint8Array(file));
  }

  async function placed(file: Uint8Array, choices: Partial<PictureChoices> = {}): Promise<PlacedPicture> {
    const answer = await asked(file, choices);
    expect(answer.status).toBe(200);
    return (await answer.json()) as PlacedPicture;
  }

  const refusal = async (file: Uint8Array, choices: Partial<PictureChoices> = {}) => {
    const answer = await asked(file, choices);
    return { status: answer.status, ...((await answer.json()) as { error: string }) };
  };

  it('has a dot for each pixel, or as many as its width asks for, and is turned, cropped and darkened', async () => {
    const file = pictureFile(['....', '.#+.', '....']);
    const rows = async (choices: Partial<PictureChoices>) => rowsOf(await placed(file, choices));
    expect(await rows({})).toEqual(['....', '.#..', '....']);
    expect(await rows({ threshold: 200 })).toEqual(['....', '.##.', '....']);
    expect(await rows({ threshold: 200, turn: 90 })).toEqual(['...', '.#.', '.#.', '...']);
    expect(await rows({ threshold: 200, turn: 90, cropsToInk: true })).toEqual(['#', '#']);
    expect(await rows({ cropsToInk: true })).toEqual(['#']);
    expect(await rows({ cropsToInk: true, widthMm: 0.4 })).toEqual(['###', '###', '###']);
  });

  it('fits the label unless it has a width', async () => {
    const file = signature(1);
    expect(await placed(file, { within: { width: 200, height: 200 } })).toMatchObject({
      width: 200,
      height: 60,
    });
    expect(await placed(file, { within: { width: 900, height: 30 } })).toMatchObject({
      width: 100,
      height: 30,
    });
    expect(await placed(file, { within: { width: 200, height: 30 }, widthMm: 25.4 })).toMatchObject({
      width: 203,
      height: 61,
    });
    expect(await placed(file)).toMatchObject({ type: 'PNG', width: 400, height: 120 });
  });

  it.each(['none', 'floyd-steinberg', 'atkinson'] as const)(
    'is drawn by the label dot for dot as it was shown, dithered by %s',
    async (dither) => {
      const { post } = await enteredInto(studio());
      const shown = await placed(signature(2), { dither, threshold: 100, widthMm: 41 });
      const draft = { ...DRAFT, zpl: `^XA${fieldsOf(shown)}^XZ` };
      const view = (await (await post('/api/view', { draft })).json()) as View;
      const [label] = view.labels;
      const drawn = rowsOf({ dots: label?.dots ?? '', width: view.width, height: view.height });
      const rows = rowsOf(shown);
      expect(rows.join('')).toContain('#');
      expect(drawn.slice(0, shown.height).map((row) => row.slice(0, shown.width))).toEqual(rows);
    },
  );

  it('has the field that platen convert writes once it is placed, and no smaller one while sliders move', async () => {
    const file = signature(5);
    const choices = { dither: 'floyd-steinberg', threshold: 100, widthMm: 41 } as const;
    const payloadOf = async (isFinal: boolean): Promise<string> =>
      `^GF${(await placed(file, { ...choices, isFinal })).fields.map(({ parameters }) => parameters.join()).join()}^FS\n`;
    const converted = convertPicture(file, pictureHeader(file) as PictureHeader, {
      ...PLAIN_PICTURE,
      ...choices,
    });
    expect(await payloadOf(true)).toBe(converted);
    expect((await payloadOf(false)).length).toBeGreaterThan(converted.length);
  });

  it('becomes fields one below the other where one of them would have more bytes than printers take', async () => {
    const { post } = await enteredInto(studio());
    const shown = await placed(signature(3), { dither: 'atkinson', widthMm: 220 });
    const counts = shown.fields.map(({ parameters: [, sent, total] }) => [sent, total]);
    expect(counts).toEqual([
      [99_880, 99_880],
      [16_060, 16_060],
    ]);
    const size = { widthMm: 230, heightMm: 80, dpi: 203 };
    const draft = { ...DRAFT, size, zpl: `^XA${fieldsOf(shown)}^XZ` };
    const view = (await (await post('/api/view', { draft })).json()) as View;
    const drawn = rowsOf({ dots: view.labels[0]?.dots ?? '', width: view.width, height: view.height });
    expect(drawn.slice(0, shown.height).map((row) => row.slice(0, shown.width))).toEqual(rowsOf(shown));
  });

  it('is a page of a PDF', async () => {
    const file = squares(24, 48);
    expect(await placed(file)).toMatchObject({ type: 'PDF', width: 400, height: 200, pageCount: 2 });
    for (const [page, side] of [
      [1, 24],
      [2, 48],
    ] as const) {
      const cropped = await placed(file, { page, cropsToInk: true });
      expect(rowsOf(cropped)).toEqual(Array.from({ length: side }, () => '#'.repeat(side)));
    }
    expect(await refusal(file, { page: 3 })).toEqual({
      status: 422,
      error: 'the PDF has 2 pages, and no page 3',
    });
  });

  it('is the first one of a file that moves', async () => {
    const gif = await placed(animatedGif('black', 'white'));
    expect(gif).toMatchObject({ type: 'GIF', isAnimated: true });
    expect(rowsOf(gif)).toEqual(Array.from({ length: 8 }, () => '########'));
    expect(await placed(animatedGif('black'))).toMatchObject({ isAnimated: false });
  });

  it('is refused with a reason, and the next one is drawn', async () => {
    const tooMuch = Buffer.alloc(PICTURE_BYTES_MAX + 1);
    const pdf = (name: string): Buffer => REFUSED_PDFS[name]?.pdf() ?? Buffer.alloc(0);
    for (const [file, status, error] of [
      [claimedPng(30_000, 30_000), 422, 'the picture has 30000 x 30000 pixels; 35'],
      [pictureFile(['##'], 'image/png', 8).subarray(0, 50), 422, 'the PNG picture is damaged'],
      [Buffer.from('^XA^XZ'), 422, 'neither a PDF, nor a PNG'],
      [pdf('with a password'), 422, 'the PDF has a password'],
      [pdf('that end early'), 422, 'the PDF ends early'],
      [tooMuch, 413, `${PICTURE_BYTES_MAX} are allowed`],
    ] as const) {
      expect(await refusal(file)).toEqual({ status, error: expect.stringContaining(error) });
    }
    expect(await refusal(signature(3), { widthMm: 1000, dpi: 2400 })).toEqual({
      status: 422,
      error: expect.stringContaining('choose a smaller width'),
    });
    expect(await refusal(signature(3), { threshold: 300 })).toMatchObject({
      status: 400,
      error: expect.stringContaining('threshold'),
    });
    expect(await placed(signature(3))).toMatchObject({ width: 400 });
  });

  it('has a time, which keeps no label from being drawn', async () => {
    expect(PICTURES.taskMs).toBe(5000);
    const { post, send } = await enteredInto(await openStudio({ pictureMs: 500 }));
    const slow = send(pathOf({}), new Uint8Array(slowPdf()));
    expect((await post('/api/view', { draft: DRAFT })).status).toBe(200);
    const refused = await slow;
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: 'the picture takes longer than 0.5 s' },
    ]);
    // On a busy machine the first picture of a thread may take longer than half a second.
    await eventually(async () =>
      expect((await send(pathOf({}), new Uint8Array(signature(4)))).status).toBe(200),
    );
  });

  it('is asked for with a session alone', async () => {
    const answer = await fetch(studio().url + pathOf({}), { method: 'POST', body: 'x' });
    expect(answer.status).toBe(401);
  });
});

describe('the playground', () => {
  const renderer = useRenderer({ hasPlayground: true });

  it('draws pictures for everybody, within its own limits', async () => {
    const ask = (body: Uint8Array) =>
      fetch(`${renderer().url}/playground${pathOf({})}`, { method: 'POST', body: new Uint8Array(body) });
    // On a busy machine the first picture may take longer than its five seconds.
    await eventually(async () =>
      expect(await (await ask(signature(5))).json()).toMatchObject({ width: 400 }),
    );
    expect((await ask(Buffer.alloc(3_000_000))).status).toBe(413);
  });
});
