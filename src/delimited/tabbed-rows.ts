const QUOTE = '"';

/**
 * Rows of cells with tabs between them, as spreadsheets put them on the clipboard: a cell with a tab or a line end is
 * in quotes, with its own quotes doubled; quotes in any other cell are text (`5" pipe`). Blank lines are no rows.
 *
 * @param text lines that end in LF or CRLF
 */
export function tabbedRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const close = text[at] === QUOTE ? closingQuote(text, at + 1) : -1;
    const end = close < 0 ? cellEnd(text, at) : close + 1;
    row.push(close < 0 ? text.slice(at, end) : text.slice(at + 1, close).replaceAll('""', QUOTE));
    if (text[end] === '\t') {
      at = end + 1;
      continue;
    }
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    at = end + (text[end] === '\r' ? 2 : 1);
  }
  return rows;
}

/** The index of the quote that closes a cell; -1 if none does: the opening quote is then text. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf(QUOTE, from); at >= 0; at = text.indexOf(QUOTE, at + 2)) {
    if (text[at + 1] !== QUOTE) return isCellEnd(text, at + 1) ? at : -1;
  }
  return -1;
}

function cellEnd(text: string, from: number): number {
  let at = from;
  while (!isCellEnd(text, at)) at++;
  return at;
}

function isCellEnd(text: string, at: number): boolean {
  const unit = text[at];
  return unit === undefined || unit === '\t' || unit === '\n' || (unit === '\r' && text[at + 1] === '\n');
}
