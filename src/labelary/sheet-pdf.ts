import { compressed } from '../encode/compressed-dots.ts';
import type { PdfPage } from '../pdf/encode-pdf.ts';
import { encodeSheets } from '../pdf/pdf-sheets.ts';
import type { PaperSheet } from './labelary-request.ts';

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

/** The place of a label on a sheet, from its upper left corner. Millimetres. */
export interface PlacedLabel {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Places of labels of this size on a sheet, row by row. One that is larger than its part of the sheet is made smaller.
 */
export function sheetLayout(width: number, height: number, sheet: PaperSheet): readonly PlacedLabel[] {
  const fits = (side: number, room: number): number => Math.max(1, Math.floor((room + 0.01) / side));
  const columns = sheet.layout?.columns ?? fits(width, sheet.widthMm);
  const rows = sheet.layout?.rows ?? fits(height, sheet.heightMm);
  const scale = Math.min(1, sheet.widthMm / columns / width, sheet.heightMm / rows / height);
  const size = { width: width * scale, height: height * scale };
  const across = starts(columns, size.width, sheet.widthMm, sheet.align);
  const down = starts(rows, size.height, sheet.heightMm, sheet.verticalAlign);
  return down.flatMap((y) => across.map((x) => ({ x, y, ...size })));
}

/** The beginnings of labels side by side in a space. */
function starts(
  count: number,
  side: number,
  room: number,
  align: PaperSheet['align'] | PaperSheet['verticalAlign'],
): readonly number[] {
  const left = room - count * side;
  const gap = align === 'Justify' ? left / (count + 1) : 0;
  const first = align === 'Right' || align === 'Bottom' ? left : align === 'Center' ? left / 2 : gap;
  return Array.from({ length: count }, (_, index) => first + index * (side + gap));
}
