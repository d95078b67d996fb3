import { expect, it } from 'vitest';
import { IGNORED_COMMANDS } from '../../src/zpl/commands/ignored.ts';
import { COMMANDS } from '../../src/zpl/parse.ts';

/** What each command does, and what of it is not done. */
const MEANINGS: Readonly<Record<string, string>> = {
  '^XA': 'begins a label',
  '^XZ': 'ends a label',
  '^FO': 'field origin, top left',
  '^FT': 'field origin, baseline or bottom left',
  '^FM': 'places for the symbols of a `^B7` or `^BF` series',
  '^FW': 'default orientation and justification',
  '^LH': 'label home',
  '^LS': 'label shift',
  '^LT': 'label top',
  '^A': 'font of one field; `^A@` a font by name',
  '^CF': 'default font',
  '^CW': 'letter for a downloaded font',
  '^FB': 'field block',
  '^TB': 'text block',
  '^FP': 'field direction and gap',
  '^PA': 'default glyph, order and shaping of text',
  '^FL': 'links fonts',
  '^FD': 'field data',
  '^FV': 'variable field data',
  '^SN': 'serial data; a label shows its starting value',
  '^FS': 'ends a field',
  '^FH': 'hexadecimal escapes',
  '^FE': 'values embedded in field data',
  '^FC': 'clock fields',
  '^SO': 'offset of the second and third clock',
  '^FN': 'field number',
  '^FR': 'field reverse',
  '^CI': 'encoding and remapping',
  '^SE': 'table by which `^CI` 14, 16, 24 and 26 read; only its name is looked at',
  '^RF': 'writes field data to an RFID tag or reads it; nothing is drawn',
  '^RQ': 'writes field data to an RFID tag; nothing is drawn',
  '^RA': 'reads an RFID tag; nothing is drawn',
  '^WT': 'writes field data to an RFID tag; nothing is drawn',
  '^RT': 'reads an RFID tag; nothing is drawn',
  '^WF': 'writes field data to an RFID tag; nothing is drawn',
  '^GB': 'box or line',
  '^GC': 'circle',
  '^GE': 'ellipse',
  '^GD': 'diagonal line',
  '^GF': 'graphic field',
  '^GS': 'symbol',
  '^BY': 'default module width, ratio and height',
  '^B0': 'Aztec',
  '^BO': 'Aztec',
  '^B1': 'Code 11',
  '^B2': 'Interleaved 2 of 5',
  '^B3': 'Code 39',
  '^B4': 'Code 49',
  '^B5': 'PLANET',
  '^B7': 'PDF417',
  '^B8': 'EAN-8',
  '^B9': 'UPC-E',
  '^BA': 'Code 93',
  '^BB': 'Codablock A, E and F',
  '^BC': 'Code 128',
  '^BD': 'MaxiCode',
  '^BE': 'EAN-13',
  '^BF': 'MicroPDF417',
  '^BI': 'Industrial 2 of 5',
  '^BJ': 'Standard 2 of 5',
  '^BK': 'Codabar',
  '^BL': 'LOGMARS',
  '^BM': 'MSI',
  '^BP': 'Plessey',
  '^BQ': 'QR Code, models 1 and 2',
  '^BR': 'GS1 DataBar and composites',
  '^BS': 'UPC/EAN add-on',
  '^BT': 'TLC39',
  '^BU': 'UPC-A',
  '^BX': 'Data Matrix',
  '^BZ': 'POSTNET, PLANET and IMb',
  '^PO': 'orientation of the label',
  '^PM': 'mirror image',
  '^PW': 'print width',
  '^LL': 'label length; only `lint` takes its canvas from it',
  '^LR': 'label reverse',
  '^JM': 'half resolution',
  '^MC': 'keeps the label as a background',
  '^MU': 'units and conversion of resolution',
  '^CV': 'validation of barcode data',
  '^PQ': 'quantity; a label is drawn once',
  '~DG': 'downloads a graphic',
  '~DY': 'downloads a graphic (GRF, PNG, BMP, PCX) or a TrueType font; compressed BMP and NRD are not read',
  '~DU': 'downloads a TrueType font',
  '~EG': 'deletes graphics',
  '^EG': 'deletes graphics',
  '^ID': 'deletes objects',
  '^XG': 'recalls a graphic',
  '^IM': 'recalls a graphic',
  '^IL': 'recalls a saved label',
  '^IS': 'saves the label',
  '^DF': 'stores a format',
  '^XF': 'recalls a format',
};

const HEAD = `# ZPL commands

What the local renderer does with each command. Where it draws something else than a label asks for, it says so in a
warning; \`platen lint\` lists them with line and column.

<!-- Made from the command tables: npx vitest run test/zpl/commands-page.test.ts -u -->

| command | what it does |
|---|---|
`;

it('the page of commands is the one that the tables make', async () => {
  const rows = [...COMMANDS.keys()].map((name) => {
    const meaning = MEANINGS[name];
    if (meaning === undefined) throw new Error(`say in MEANINGS what ${name} does`);
    return `| \`${name}\` | ${meaning} |\n`;
  });
  expect(Object.keys(MEANINGS).filter((name) => !COMMANDS.has(name))).toEqual([]);
  expect([...IGNORED_COMMANDS].filter((name) => COMMANDS.has(name))).toEqual([]);
  const passedOver = [...IGNORED_COMMANDS].map((name) => `\`${name}\``).join(' ');
  const tail =
    '\n## Passed over\n\nThese leave the dots of a label as they are; they give no warning.\n\n' +
    `${passedOver}\n\n## All others\n\nAny other command is passed over with a warning.\n`;
  await expect(HEAD + rows.join('') + tail).toMatchFileSnapshot('../../docs/commands.md');
});
