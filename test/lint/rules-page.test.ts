import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { outputOf, REPAIRS, rulePage } from '../../src/lint/format/rule-page.ts';
import { lint } from '../../src/lint/lint.ts';
import { PRINTER_MODELS, type PrinterModel } from '../../src/lint/printer-models.ts';
import { RULE_CODES } from '../../src/lint/rule-codes.ts';
import { RULES } from '../../src/lint/rules.ts';
import { COMMAND_TABLE } from '../../src/zpl/command-table/command-table.ts';

function modelRow({ names, widthsMm, memoryKb = {}, memorySource }: PrinterModel): string {
  const widths = Object.entries(widthsMm).map(([dpi, width]) => `${dpi} dpi: ${width}`);
  const memory = Object.entries(memoryKb).map(([drive, size]) => `${drive}: ${size}`);
  const source = memorySource === undefined ? '' : ` ([source](${memorySource}))`;
  return `| ${names.join(', ')} | ${widths.join(', ')} | ${memory.join(', ')}${source} |`;
}

const MADE = '<!-- Made from src/lint/rules: npx vitest run test/lint/rules-page.test.ts -u -->';

const HEAD = `# The linter

\`platen lint PATH…\` reports faults of labels and their places: in files of ZPL, in
[bundles](label-bundles.md) and in folders of them (\`.zpl\`, \`.zpl2\`, \`.prn\`; \`.json\`, \`.jsonl\`, \`.ndjson\`). An **error**
is a part that the printer will not print as intended, a **warning** a part that it may not print so, an **info** a fact worth
knowing. The command exits 1 with an error, or with more warnings than \`--max-warnings\` allows.

On this page: [findings for programs](#findings-for-programs), [repairs](#repairs), [severities and
exceptions](#severities-and-exceptions), [printers](#printers), [rules](#rules).

\`\`\`text
${outputOf('^XA\n^FOabc,90^A0N,30^FDPrice^FS\n^XZ', 'shelf.zpl')}
\`\`\`

Edges and overlaps are checked in the size of the label: that of a bundle, of \`--width-mm\` and \`--height-mm\`, or of
\`^PW\` and \`^LL\`; without a size a label has no edge. The resolution is \`--dpi\`, or 203. Text with placeholders can be of any
length, and is checked once \`--vars\` has values for them.

A file that cannot be read, or a broken bundle, is reported on standard error and makes the command exit 1; all other
files are linted.

## Findings for programs

\`--json\` prints an array of findings:

| member | content |
|---|---|
| \`file\` | the file; of a bundle with the place in it, as \`labels.json#/2/zpl\` |
| \`line\`, \`column\` | from 1, in characters (code points; bytes on a line that is not UTF-8); of a bundle in its ZPL |
| \`offset\`, \`length\` | the same in bytes, from 0 |
| \`command\`, \`parameter\` | the command and parameter at fault, parameters counted from 1; \`null\` if none |
| \`value\` | the text at this place |
| \`severity\` | \`error\`, \`warning\`, \`info\` |
| \`code\` | one of the names below, for programs: the meaning of a name never changes |
| \`message\`, \`suggestion\` | for people; the words may change |

\`--sarif\` prints SARIF 2.1.0, which services for code review read. Give paths relative to the root of the repository:
\`platen lint labels --sarif > lint.sarif\`. A finding in a bundle is placed in the file of JSON, and its message names the
label and the place in its ZPL. Fingerprints, by which a service recognizes a finding, are added by the upload, such as
GitHub's \`upload-sarif\`.

## Repairs

\`platen lint --fix PATH…\` repairs faults that have only one repair, and prints the changes as a unified difference
(\`platen lint --fix labels > repairs.patch\`); \`--write\` writes each file, whole or not at all. In a bundle the ZPL
alone changes, and everything else keeps its bytes. A repair changes the picture only if its fault is seen on the label:
the pages of the rules and standard error say so. The remaining findings are counted at the end, and decide the exit status. A
label that changes its prefixes (\`^CC\`, \`^CD\`, \`^CT\`) is not repaired.

## Severities and exceptions

A comment in the label silences rules: \`^FX lint-ignore CODE, CODE\`, before a field in this field; before the first field
of a label in the whole label.

\`\`\`zpl
^XA^FX lint-ignore command-for-printer^FS
^FO50,50^A0N,30^FDPrice^FS
^FX lint-ignore text-overlapped^FS
^FO60,55^A0N,30^FDSold out^FS
^JUS^XZ
\`\`\`

\`--config FILE.json\` gives rules other severities, and [defines printers](#printers); without it \`platen-lint.json\` of
the current folder is read, if it is there. A severity is \`off\`, \`info\`, \`warning\` or \`error\`.

\`\`\`json
{ "rules": { "quiet-zone": "error", "command-for-printer": "off" } }
\`\`\`

\`platen lint --explain CODE\` prints the page of a rule.

## Printers

\`--printer NAME\` compares labels with a printer: the width of its head ([wider-than-head](lint/wider-than-head.md)), its
resolutions ([resolution-not-printed](lint/resolution-not-printed.md)), the memory for what labels store
([memory-exceeded](lint/memory-exceeded.md)) and the commands that it does not have
([command-lacking](lint/command-lacking.md)). The printer also gives the resolution if \`--dpi\` and bundles do not. NAME is
a printer of the configuration, or a model of this table; a letter after a model (GK420d) does not count. Widths are in
millimetres, memory is in KB of 1024 bytes.

| model | resolutions and widths | memory |
|---|---|---|
${PRINTER_MODELS.map(modelRow).join('\n')}

Widths are TAKMA's, which repairs Zebra's printers. Memory is what a printer of the model reports about itself, in the
linked file; for other models and drives no such report was found. The memory in data sheets is that of the chips, of
which labels can use a part only. Zebra's guide has a few commands for some printers only:

| command | printers that have it |
|---|---|
${[...COMMAND_TABLE].flatMap(([name, { onlyOn }]) => (onlyOn === undefined ? [] : [`| \`${name}\` | ${onlyOn.join(', ')} |`])).join('\n')}

RFID printers are sold under the same names as printers that ignore RFID commands, and whether a printer has a cutter,
an applicator or a clock depends on its options: nothing is assumed about these. The configuration says what a printer of
yours has:

\`\`\`json
{
  "printers": {
    "Dock 3": { "widthMm": 104, "dpi": 300, "memoryKb": { "R": 8176, "E": 65536 }, "lacks": ["^RF", "^RS"] },
    "ZD621": { "memoryKb": { "E": 65536 } }
  }
}
\`\`\`

| member | content |
|---|---|
| \`widthMm\` | the greatest width that is printed, in millimetres |
| \`dpi\` | the resolution: 152, 203, 300 or 600 |
| \`memoryKb\` | the memory of the drives \`R\`, \`E\`, \`B\` and \`A\`, as the printer's configuration label (\`~WC\`) shows it: \`8176k\` is 8176 |
| \`lacks\` | commands that the printer does not have |

A printer with the name of a model has what the table says about the model, too; another printer needs \`widthMm\` and
\`dpi\`. A drive whose memory is not known is not checked.

## Rules

${MADE}
`;

it('the label of the page that silences rules has no finding', () => {
  const [, zpl = ''] = /```zpl\n(\^XA\^FX[^`]*)```/.exec(HEAD) ?? [];
  expect(lint(Buffer.from(zpl))).toEqual([]);
});

it('the page of the linter is the one that its rules make', async () => {
  const rows = RULE_CODES.map((code) => {
    const { severity, title, repair } = RULES[code];
    return `| [${code}](lint/${code}.md) | ${severity} | ${title} | ${repair === undefined ? '' : REPAIRS[repair]} |`;
  });
  const table = `\n| code | severity | finding | \`--fix\` |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  await expect(HEAD + table).toMatchFileSnapshot('../../docs/lint.md');
});

it('each rule has a page of its own, and no page is of none', async () => {
  for (const code of RULE_CODES) {
    await expect(`${rulePage(code)}\n${MADE}\n`).toMatchFileSnapshot(`../../docs/lint/${code}.md`);
  }
  // The page of a new rule is written after this test.
  const known = new Set<string>(RULE_CODES.map((code) => `${code}.md`));
  const pages = readdirSync(new URL('../../docs/lint', import.meta.url));
  expect(pages.filter((page) => !known.has(page))).toEqual([]);
});
