import { FAILURES } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';

const ROWS = Object.entries(FAILURES).map(
  ([code, { status, words, hint }]) => `| ${status} | \`${code}\` | ${words}. ${hint} |`,
);

/** What a reader needs to know before the operations, in Markdown. */
export const OVERVIEW = `Saved ZPL labels over HTTP: list and read them, put values into them, and get ZPL, a PNG, a PDF, or the ZPL of a whole
print job. The service answers bytes and prints nothing itself.

## Keys

Send an API key as \`x-api-key\`, or as \`Authorization: Bearer\`; where both are sent, \`x-api-key\` decides. A key is \`svc_\`
and 48 lower-case hexadecimal digits. A full key has the scopes \`labels:list\`, \`labels:read\`, \`render\` and \`print\`, a
render key only \`render\`. Keep keys on a server, never in a browser or an app.

## Budgets

Account and key have a budget of units in any 60 seconds, 60 as a rule, and a request must fit into both. An attempt with a known
key costs 1 unit, a print job 5 and 1 for each of its records. \`RateLimit\` says what is left. After 429 and 503 wait for
the seconds in \`Retry-After\`. Asking again prints nothing and only costs units, for print jobs too; what must not be
repeated is sending bytes to the printer.

## Placeholders

\`{name}\` in the data of a field takes the value of the variable of this name; upper and lower case are the same. Without
a value text stays as it is (\`X-Svc-Unresolved-Count\` counts it), and a barcode is refused. \`{DATE}\`, \`{TIME}\` and
\`{DATETIME}\` are filled in (UTC, also as \`{DATE:DD.MM.YYYY}\`), and so is \`{COUNTER}\`, which does not count on. A value is
never a command.

## Limits

| what | at most |
|---|---|
| request body | ${LIMITS.bodyBytes} bytes |
| variables of a record | ${LIMITS.variables}; names of ${LIMITS.variableNameUnits} and values of ${LIMITS.variableValueUnits} characters |
| print job | ${LIMITS.printRecords} records, ${LIMITS.printCopies} copies, ${LIMITS.printLabels} labels |
| page of a list | ${LIMITS.pageSize} labels, from offset ${LIMITS.pageOffset} |
| saved ZPL, and ZPL of an answer | ${LIMITS.zplUnits} UTF-16 code units |
| commands of a label | ${LIMITS.zplPrefixes} |
| PNG and PDF | ${LIMITS.renderPixels} pixels, ${LIMITS.renderDots} dots and ${LIMITS.renderMillimetresMin} to ${LIMITS.renderMillimetresMax} mm each way, ${LIMITS.textCharacters} characters of text |
| marked barcodes | ${LIMITS.markedFields} fields, ${LIMITS.rasterDots} dots each way, ${LIMITS.rasterPixels} pixels in a request |
| answer | ${LIMITS.responseBytes} bytes |

## Failures

An answer that is no success has a JSON body whose \`error\` says what is wrong, and the header \`X-Svc-Error-Code\`:

| status | code | meaning |
|---|---|---|
${ROWS.join('\n')}
`;
