import { compressed } from '../../encode/compressed-dots.ts';
import type { PdfPage } from '../../encode/pdf.ts';
import { PdfFile, points } from '../../encode/pdf-file.ts';
import type { PaperSheet } from './labelary-request.ts';
import { type PlacedLabel, sheetLayout } from './page-layout.ts';

/** A PDF of sheets with labels on them, all of one size, in rows from the upper left. */
export function sheetPdf(labels: readonly PdfPage[], sheet: PaperSheet): Buffer {
  const [{ widthMm, heightMm }] = labels as [PdfPage, ...PdfPage[]];
  const places = sheetLayout(widthMm, heightMm, sheet);
  const pages = Array.from({ length: Math.ceil(labels.length / places.length) }, (_, page) =>
    labels.slice(page * places.length, (page + 1) * places.length),
  );
  const file = new PdfFile();
  // Objects 1 and 2 are the catalogue and the page tree; a page takes two more, and its images.
  const numbers = pages.map((_, page) => 3 + page * (2 + places.length));
  file.add('<</Type/Catalog/Pages 2 0 R>>');
  const box = `/MediaBox[0 0 ${points(sheet.widthMm)} ${points(sheet.heightMm)}]`;
  file.add(`<</Type/Pages/Count ${pages.length}${box}/Kids[${numbers.map((n) => `${n} 0 R`).join(' ')}]>>`);
  for (const [page, shown] of pages.entries()) {
    const first = (numbers[page] as number) + 2;
    const names = shown.map((_, image) => `/I${image} ${first + image} 0 R`).join('');
    file.add(`<</Type/Page/Parent 2 0 R/Contents ${first - 1} 0 R/Resources<</XObject<<${names}>>>>>>`);
    file.addStream('', Buffer.from(contentOf(places.slice(0, shown.length), sheet), 'latin1'));
    for (const { bitmap } of shown) file.addImage('stream' in bitmap ? bitmap : compressed(bitmap));
  }
  return file.finish();
}

function contentOf(places: readonly PlacedLabel[], { heightMm, border }: PaperSheet): string {
  const at = ({ x, y, width, height }: PlacedLabel): string[] =>
    [x, heightMm - y - height, width, height].map(points);
  const images = places.map((place, i) => {
    const [left, bottom, width, height] = at(place);
    return `q ${width} 0 0 ${height} ${left} ${bottom} cm/I${i} Do Q`;
  });
  if (border === 'None') return images.join('\n');
  const frames = places.map((place) => `${at(place).join(' ')} re S`);
  return [...images, `.6 G .5 w ${border === 'Dashed' ? '[3 3] 0 d' : ''}`, ...frames].join('\n');
}
