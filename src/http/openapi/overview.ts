import { FAILURES } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';

const ROWS = Object.entries(FAILURES).map(
  ([code, { status, words, hint }]) => `| ${status} | \`${code}\` | ${words}. ${hint} |`,
);

/** The introduction before the operations, in Markdown. */
export const OVERVIEW = `Saved ZPL labels over HTTP: list and read them, put values into them, and get ZPL, a PNG, a PDF, or the ZPL of a whole
print job. The service returns bytes and prints nothing itself.

## Keys

Send an API key as \`x-api-key\`, or as \`Authorization: Bearer\`; if both are sent, \`x-api-key\` is used. A key is
\`svc_\` and 48 lower-case hexadecimal digits. A full key has the scopes \`labels:list\`, \`labels:read\`, \`render\` and \`print\`, a
render key only \`render\`. Keep keys on a server, never in a browser or an app.

## Budgets

Account and key have a budget of units in any 60 seconds, by default 60, and a request must fit into both. An attempt with a
known key costs 1 unit, a print job 5 and 1 for each of its records. \`RateLimit\` gives the units left. After 429 and 503
wait for the seconds in \`Retry-After\`. Repeating a request prints nothing and only costs units, for print jobs too; only
sending bytes to the printer must not be repeated.

## Placeholders

\`{name}\` in the data of a field is replaced by the value of the variable of this name, ignoring case. Without
a value the placeholder stays in text (\`X-Svc-Unresolved-Count\` counts it), and a barcode is rejected. \`{DATE}\`,
\`{TIME}\` and \`{DATETIME}\` are filled in (by the service's clock, UTC unless set; also as \`{DATE:DD.MM.YYYY}\`), and so is \`{COUNTER}\`, which does not
count. A value is never a command.

## Limits

| limit | at most |
|---|---|
| request body | ${LIMITS.bodyBytes} bytes |
| variables of a record | ${LIMITS.variables}; names of ${LIMITS.variableNameUnits} and values of ${LIMITS.variableValueUnits} characters |
| print job | ${LIMITS.printRecords} records, ${LIMITS.printCopies} copies, ${LIMITS.printLabels} labels |
| page of a list | ${LIMITS.pageSize} labels, from offset ${LIMITS.pageOffset} |
| saved ZPL, and ZPL of an answer | ${LIMITS.zplUnits} UTF-16 code units |
| commands of a label | ${LIMITS.zplPrefixes} |
| PNG and PDF | ${LIMITS.renderPixels} pixels, ${LIMITS.renderDots} dots and ${LIMITS.renderMillimetresMin} to ${LIMITS.renderMillimetresMax} mm each way, ${LIMITS.textCharacters} characters of text |
| a picture in a value | ${LIMITS.pictureBytes} bytes, ${LIMITS.picturePixels} pixels |
| marked barcodes | ${LIMITS.markedFields} fields, ${LIMITS.rasterDots} dots each way, ${LIMITS.rasterPixels} pixels in a request |
| answer | ${LIMITS.responseBytes} bytes |

## Failures

A failed request returns a JSON body whose \`error\` describes the fault, and the header \`X-Svc-Error-Code\`:

| status | code | meaning |
|---|---|---|
${ROWS.join('\n')}
`;
