import { compressed } from '../../encode/compressed-dots.ts';
import type { PdfPage } from '../../encode/pdf.ts';
import { encodeSheets } from '../../encode/pdf-sheets.ts';
import type { PaperSheet } from './labelary-request.ts';
import { type PlacedLabel, sheetLayout } from './page-layout.ts';

/** A PDF of sheets with labels on them, all of one size, in rows from the upper left. */
export function sheetPdf(labels: readonly PdfPage[], sheet: PaperSheet): Buffer {
  const [{ widthMm, heightMm }] = labels as [PdfPage, ...PdfPage[]];
  const places = sheetLayout(widthMm, heightMm, sheet);
  const sheets = Array.from({ length: Math.ceil(labels.length / places.length) }, (_, page) => {
    const shown = labels.slice(page * places.length, (page + 1) * places.length);
    return shown.map(({ bitmap }, i) => ({
      ...(places[i] as PlacedLabel),
      dots: 'stream' in bitmap ? bitmap : compressed(bitmap),
      framed: true,
    }));
  });
  return encodeSheets(sheets, sheet, strokeOf(sheet));
}

function strokeOf({ border }: PaperSheet): string | null {
  return border === 'None' ? null : `.6 G .5 w ${border === 'Dashed' ? '[3 3] 0 d' : ''}`;
}
