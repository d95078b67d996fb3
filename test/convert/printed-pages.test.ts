import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carrierStreams } from '../../bench/labels/carriers.ts';
import type { Bitmap } from '../../src/bitmap/bitmap.ts';
import { doPdfTask } from '../../src/convert/pdf-task.ts';
import { scaledZpl } from '../../src/convert/scaled-zpl.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { encodePdf } from '../../src/pdf/encode-pdf.ts';
import type { LabelSize } from '../../src/units.ts';
import { type ByteString, byteStringOf } from '../../src/zpl/byte-string.ts';
import { scan } from '../golden/barcodes.ts';
import { PLAIN_PICTURE } from '../support/plain-picture.ts';

// `.ci/nightly.d/printed-pdfs` sets it: 248 pages take minutes, and two programs of others.
const IS_ASKED = process.env['PRINTED_PDFS'] === '1';

const LABEL = { widthMm: 101.6, heightMm: 203.2 };
/** Room for the label and a white edge of 30 dots. */
const ROOM = { widthMm: 115, heightMm: 220 };

function drawn(zpl: ByteString, size: LabelSize): Bitmap {
  return renderImages(zpl, size, 'first', { now: new Date(0) }).bitmaps[0] as Bitmap;
}

/** Ways in which programs put a page on paper without a change of its size. */
const PRINTERS: Readonly<Record<string, (paper: 'a4' | 'letter', from: string, to: string) => void>> = {
  Ghostscript: (paper, from, to) => {
    const size = [`-sPAPERSIZE=${paper}`, '-dFIXEDMEDIA'];
    execFileSync('gs', [
      '-q',
      '-dBATCH',
      '-dNOPAUSE',
      '-sDEVICE=pdfwrite',
      ...size,
      `-sOutputFile=${to}`,
      from,
    ]);
  },
  cairo: (paper, from, to) => {
    const size = ['-paper', paper === 'a4' ? 'A4' : 'letter', '-noshrink'];
    execFileSync('pdftocairo', ['-pdf', ...size, from, to]);
  },
};

describe.skipIf(!IS_ASKED).each([203, 300, 600])(
  'labels of carriers at %i dpi that are printed on paper',
  (dpi) => {
    let folder = '';
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'platen-printed-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it.each(carrierStreams())('have codes that decode alike: $name', async ({ zpl }) => {
      const bitmap = drawn(scaledZpl(byteStringOf(zpl), 203, dpi).zpl, { ...LABEL, dpi });
      const codes = await scan(bitmap);
      const [from, to] = [join(folder, 'label.pdf'), join(folder, 'page.pdf')];
      writeFileSync(from, encodePdf([{ ...LABEL, bitmap }]));
      for (const [printer, print] of Object.entries(PRINTERS)) {
        for (const paper of ['a4', 'letter'] as const) {
          print(paper, from, to);
          const options = { ...PLAIN_PICTURE, dpi, crop: 'ink', isLabel: true } as const;
          const reply = doPdfTask({ file: readFileSync(to), page: 1, options });
          if (!reply.ok) throw new Error(reply.message);
          const again = reply.zpl.replace(/\^PW\d+/, '^LH30,30') as ByteString;
          const found = codes.length === 0 ? [] : await scan(drawn(again, { ...ROOM, dpi }));
          expect(found, `${printer}, ${paper}`).toEqual(codes);
        }
      }
    });
  },
);
