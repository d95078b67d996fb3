import { expect, it, test } from 'vitest';
import { FAILURES, type Failure, type FailureCode, failure } from '../../src/errors.ts';
import { STATUS_TEXTS } from '../../src/http/transport/answer-rules.ts';
import { failureAnswer } from '../../src/http/transport/failure-answer.ts';
import { failureOf, NOW, print, run, templateOf } from '../template/run.ts';

const CODES = Object.keys(FAILURES) as FailureCode[];

const HEAD = `# Errors

A response of 400 or above has the header \`X-Svc-Error-Code\` with one of the names on this page. Programs should read this
name: its meaning never changes. The JSON body, which only a response to \`HEAD\` lacks, has \`error\`, a sentence for
people whose words may change, and for some names the members of its example. The members of 422 are explained
[at the end](#the-body-of-a-422).

Responses 429 and 503 have \`Retry-After\` in whole seconds, at least 1; 401 has \`WWW-Authenticate\` and 405 \`Allow\`.
Responses have \`X-Request-Id\`, by which an operator finds the request in the log.

The names are the \`code\` of requests in the log, and the \`reason\` of \`platen_http_refused_total\`. Both have three more names,
for requests that the transport ended: \`malformed\`, \`deadline\` and \`client_gone\`.

The parser of the native HTTP driver answers some requests itself, in HTML, without \`X-Svc-Error-Code\` and
\`X-Request-Id\`, and ends the connection:

| status | requests |
|---|---|
| 400 | no \`Host\`, or two; a header that is not well-formed; a \`Content-Length\` that is not a number, or one beside \`Transfer-Encoding\`; an unreadable chunk size |
| 431 | headers longer than 8 KB, or more than 98 |
| 505 | HTTP/1.0, and any other first line that is not a method, a path and \`HTTP/1.1\`; trailers after chunks |

The log has no line for these requests, except for chunked ones with well-formed headers: \`client_gone\`, or the name of the
response that the client would have got. [Other malformed chunks](operations.md#requests-that-the-native-http-driver-misreads)
are served.

<!-- Made from src/errors.ts: npx vitest run test/http/errors-page.test.ts -u -->

Names: ${CODES.map((code) => `[${code}](#${code})`).join(',\n')}.
`;

/** The failure of substituting a label. */
const substituting = (...label: Parameters<typeof run>): Failure => failureOf(() => run(...label));

const EXAMPLES: Readonly<Record<FailureCode, Failure>> = {
  malformed_request: failure('malformed_request', 'Content-Length must not be repeated'),
  invalid_request: failure('invalid_request', 'copies must be an integer from 1 to 100'),
  key_missing: failure('key_missing'),
  key_unknown: failure('key_unknown'),
  entitlement_inactive: failure('entitlement_inactive'),
  scope_missing: failure('scope_missing', 'print', { requiredScope: 'print' }),
  route_not_found: failure('route_not_found'),
  label_not_found: failure('label_not_found'),
  method_not_allowed: failure('method_not_allowed', 'use GET or POST', { allow: ['GET', 'POST'] }),
  body_timeout: failure('body_timeout'),
  arrival_timeout: failure('arrival_timeout'),
  zpl_not_saved: failure('zpl_not_saved'),
  dimensions_invalid: failure('dimensions_invalid', 'its width (5 mm) must be from 10 to 1000 mm'),
  bitmap_dynamic_output_incompatible: failure('bitmap_dynamic_output_incompatible', null, {
    outputFormat: 'bitmap',
  }),
  too_large: failure('too_large', 'the request body exceeds 65536 bytes'),
  barcode_invalid: substituting('^XA^BE^FD{ean}^FS^XZ', { ean: '40063813339x1' }),
  encoding_unsupported: substituting('^XA^CI27^FD{name}^FS^XZ', { name: 'ł' }),
  field_transform_invalid: substituting('^XA^FD{due}^FS^XZ', { due: 'soon' }, [
    { variable: 'due', steps: [{ op: 'date', from: 'YYYY-MM-DD', to: 'DD.MM.YYYY' }] },
  ]),
  budget_exceeded: failure('budget_exceeded', 'it costs 1 unit, and 0 of 60 units a minute are left now'),
  guard_exceeded: failure('guard_exceeded'),
  headers_too_large: failure('headers_too_large'),
  internal: failure('internal', 'the label could not be rendered'),
  renderer_failed: failure('renderer_failed', 'it sent a damaged PNG'),
  guard_unavailable: failure('guard_unavailable'),
  schema_unfit: failure('schema_unfit'),
  busy: failure('busy'),
  renderer_timeout: failure('renderer_timeout'),
};

/** The failure of a print job. */
const printing = (zpl: string, records: readonly Record<string, string>[], transforms: unknown): Failure =>
  failureOf(() => print(templateOf(zpl, transforms), records, 1, { now: NOW }));

const JOB = printing(
  '^XA^FO30,30^A0N,30^FD{due}^FS^FO30,90^BEN,80^FD{ean}^FS^XZ',
  [
    { due: '2026-03-01', ean: '400638133393' },
    { due: 'soon', ean: '40063813339x1' },
    { due: '2026-03-02', ean: '123' },
  ],
  [{ variable: 'due', steps: [{ op: 'trim' }, { op: 'date', from: 'YYYY-MM-DD', to: 'DD.MM.YYYY' }] }],
);

const CONTENT = `
## The body of a 422

The request is well-formed, but this label cannot be made with these values. Nothing was made: no part of a label, and none of
the other records of a print job.

| member | present if | content |
|---|---|---|
| \`error\` | always | a sentence for people. For a job of several records it gives the number of failed records and the records, counted from 0 |
| \`fields\` | barcodes cannot be made | an array with an object for each failure, described below |
| \`records\` | \`fields\` is present in a response to a print job | as long as \`fields\`: \`records[i]\` is the record, from 0, of \`fields[i]\` |
| \`transforms\` | saved transforms failed in a print job | an array with an object for each failure, described below; together with \`fields\` if both fail |
| \`encoding\` | the label's encoding lacks values of a print job | an array with an object for each field, described below; together with the other arrays |
| \`code\` | saved transforms failed | \`field_transform_invalid\`, as in the header |

All members of an object of \`fields\` are strings:

| member | content |
|---|---|
| \`symbology\` | the kind of barcode: \`ean13\`, \`code128\`, \`qrcode\` …, in lower case, whether the printer draws it or it was saved as a picture |
| \`template\` | the data of the barcode's field as saved, decoded, with its placeholders; it identifies the barcode of the label. [Of several placeholders](barcodes.md#a-422) it does not name the one at fault |
| \`value\` | the text to encode: the template with its values, transformed. A placeholder without a value stays in it |
| \`reason\` | the fault and the allowed content, for people: a missing variable, a digit too few, a check digit, a character that the symbology lacks, too much data |

An object of \`transforms\`:

| member | content |
|---|---|
| \`record\` | number: the record, from 0 |
| \`variable\` | string: the variable of the transform, as it was saved |
| \`step\` | number: the failed step of the transform, from 0; sentences count steps from 1 |
| \`value\` | string: the input of that step, after the steps before it; the first 1000 characters of a longer one |
| \`reason\` | string: the fault, for people |

An object of \`encoding\`:

| member | content |
|---|---|
| \`record\` | number: the record, from 0 |
| \`template\` | string: the data of the field as saved, decoded, with its placeholders |
| \`character\` | string: the first character of the field's values that cannot be written in the label's encoding |

A print job is checked completely: the same fault in two records makes two entries, twice in one record it makes one. If a
transform fails, barcodes that use its variable are not reported separately. In a render equal faults make one entry, and only
the first failed transform is reported, in \`error\`. Transforms that were saved malformed are one failure of the label,
without \`transforms\`.

A render reports a value that the label's encoding lacks in \`error\` only. If a job has several kinds of failures, each
has its array, \`error\` reports all of them, and the name is the first that applies: \`field_transform_invalid\`,
\`barcode_invalid\`, \`encoding_unsupported\`. An exceeded limit (413) ends the check at once.

\`fields\`, \`transforms\` and \`encoding\` have at most 500 entries each, and a mebibyte together; \`error\` counts all failed
records.

A record beyond the [limits of records](limits.md#requests) makes the job 400 before any of these checks.

To continue without the failed records, leave out those in \`records\`, in \`transforms\` and in \`encoding\`, and send the rest.
Check again: in a job with more than 500 faults, further records may fail. A print job rejected with 422 is charged in full. The
same request with \`?validate=true\` costs one unit and has the same response, but makes nothing. In text, a variable without a
value is not a failure: the placeholder stays, and \`X-Svc-Unresolved-Count\` counts it.

This is the response to a job of three records. Its label has a date with a transform (\`trim\`, then \`date\`) and an EAN-13:

\`\`\`http
${answerText(JOB)}
\`\`\`
`;

/** The answer as it is sent, apart from the headers that every answer has. */
function answerText(example: Failure): string {
  const { status, headers, body } = failureAnswer(example);
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const json = JSON.stringify(JSON.parse(body), null, 2);
  return [`HTTP/1.1 ${STATUS_TEXTS.get(status)}`, ...lines, '', json].join('\n');
}

it('the errors page is the one that the catalogue makes', async () => {
  const sections = CODES.map((code) => {
    const { status, words, hint } = FAILURES[code];
    return `\n## ${code}\n\n**${status}** ${words}. ${hint}\n\n\`\`\`http\n${answerText(EXAMPLES[code])}\n\`\`\`\n`;
  });
  await expect(HEAD + sections.join('') + CONTENT).toMatchFileSnapshot('../../docs/errors.md');
});

test('the catalogue goes by status', () => {
  const statuses = CODES.map((code) => FAILURES[code].status);
  expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
});

test.each(CODES)('%s has one style: sentences that a full stop or a colon completes', (code) => {
  const { words, hint } = FAILURES[code];
  expect(words).toMatch(/^[A-Z].*[^.:]$/);
  expect(hint).toMatch(/^[A-Z].*\.$/);
  expect(EXAMPLES[code].code).toBe(code);
  expect(EXAMPLES[code].message).toMatch(/^[A-Z].*\.$/);
});
