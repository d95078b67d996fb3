import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importStream } from '../../src/import/import-stream.ts';
import { differences, importText, onlyLabel } from './round-trip.ts';

const STREAMS = new URL('streams/', import.meta.url);

describe('streams as programs write them', () => {
  it.each(readdirSync(STREAMS))('%s draws the same dots as a label', async (name) => {
    const imported = await importStream([{ name, bytes: readFileSync(new URL(name, STREAMS)) }]);
    expect(imported.labels.length).toBeGreaterThan(0);
    const isShorter = name === 'zebradesigner-subsets.prn';
    const known = imported.labels.map(() => (isShorter ? expect.stringContaining('dots differ') : null));
    expect(differences(imported)).toEqual(known);
  });
});

describe('importStream', () => {
  it('makes variables of numbered fields', async () => {
    const label = await onlyLabel('^XA^FO10,10^A0N,30,30^FN2"Tracking"^FS^FN2^FDAB1^FS^XZ');
    expect(label.zpl).toBe('^XA^FO10,10^A0N,30,30^FD{tracking}^FS^XZ');
    expect(label.variables).toEqual([
      { name: 'tracking', fieldNumber: 2, prompt: 'Tracking', sample: 'AB1' },
    ]);
    expect(label.records).toEqual([{ tracking: 'AB1' }]);
  });

  it('joins a stored format with what recalls it, also in another file', async () => {
    const store = '^XA^DFE:A.ZPL^FS^FO10,10^A0N,30,30^FN1"To"^FS^XZ';
    const recall = '^XA^XFE:A.ZPL^FS^FN1^FDAda^FS^XZ';
    const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
    const { labels, notes } = await importStream([file('store', store), file('recall', recall)]);
    expect(labels.map(({ zpl }) => zpl)).toEqual(['^XA^FO10,10^A0N,30,30^FD{to}^FS^XZ']);
    expect(notes.map(({ file, code, column }) => [file, code, column])).toEqual([
      ['store', 'field', 35],
      ['recall', 'joined', 4],
    ]);
  });

  it('says that remarks are left out', async () => {
    const { notes } = await importText(`^XA${'^MD1\n'.repeat(1200)}^FO1,1^FDx^FS^XZ`);
    expect(notes).toHaveLength(1001);
    expect(notes.at(-1)).toMatchObject({
      code: 'more',
      severity: notes[0]?.severity,
      line: 1001,
      suggestion: null,
    });
    expect((await importText(`^XA${'^MD1\n'.repeat(1000)}^FO1,1^FDx^FS^XZ`)).notes).toHaveLength(1000);
  });

  it('takes each recall of a format as a record of one label', async () => {
    const recall = (value: string): string => `^XA^XFA^FS^FN1^FD${value}^FS^XZ`;
    const label = await onlyLabel(`^XA^DFA^FS^FO10,10^FN1^FS^XZ${recall('a')}${recall('b')}`);
    expect(label.records).toEqual([{ field_1: 'a' }, { field_1: 'b' }]);
    expect(label.printed).toBe(2);
  });

  it.each([
    ['kept', false, '^XA^FO10,10^FD{to}^FS^PQ1^XZ'],
    ['left out', true, '^XA^FO10,10^FD{to}^FS^XZ'],
  ])(
    'takes recalls that differ in ^PQ as records of one label, with ^PQ %s',
    async (_, removesSetup, zpl) => {
      const recall = (value: string, end: string): string => `^XA^XFA^FS^FN1^FD${value}^FS${end}^XZ\n`;
      const stream = `^XA^DFA^FS^FO10,10^FN1"To"^FS^XZ\n${recall('a', '^PQ1')}${recall('b', '^PQ3')}${recall('c', '')}`;
      const imported = await importText(`${stream}${recall('d', '^PQ3,0,1,Y')}`, { removesSetup });
      expect(imported.labels.map((label) => [label.zpl.trim(), label.records, label.printed])).toEqual([
        [zpl, [{ to: 'a' }, { to: 'b' }, { to: 'c' }, { to: 'd' }], 4],
      ]);
      const notes = imported.notes.filter(({ code }) => code === 'quantity' || code === 'field');
      expect(notes.map(({ code, line, message }) => [code, line, message])).toEqual([
        ['field', 1, '^FN1 "To" is {to}, "a" in this print'],
        ['quantity', 3, '^PQ prints 3 of each label'],
      ]);
      expect(differences(imported)).toEqual([null]);
    },
  );

  it('takes recalls that differ in what --remove-setup leaves out as one label, and only then', async () => {
    const recall = (setup: string): string => `^XA${setup}^XFA^FS^FN1^FDa^FS^XZ\n`;
    const stream = `^XA^DFA^FS^FO10,10^FN1^FS^XZ\n${recall('^MD5')}${recall('^MD9^PR4')}`;
    expect((await importText(stream, { removesSetup: true })).labels).toHaveLength(1);
    expect((await importText(stream)).labels).toHaveLength(2);
  });

  it('notes a field once that several labels recall', async () => {
    const recall = (place: string): string => `^XA${place}^XFA^FS^FN1^FDa^FS^XZ\n`;
    const { labels, notes } = await importText(
      `^XA^DFA^FS^FO10,10^FN1^FS^XZ\n${recall('^LH10,10')}${recall('^LH20,20')}`,
    );
    expect(labels).toHaveLength(2);
    expect(notes.map(({ code }) => code)).toEqual(['field', 'joined']);
  });

  it('makes a label of its own of each that differs, with the settings that it relies on', async () => {
    const imported = await importText('^XA^CF0,40^LH20,20^FO0,0^FWN^FDa^FS^FWN^XZ^XA^FO0,0^FDb^FS^XZ');
    expect(imported.labels.map(({ zpl }) => zpl)).toEqual([
      '^XA^CF0,40^LH20,20^FO0,0^FWN^FDa^FS^FWN^XZ',
      '^XA^CF0,40^LH20,20^FWN^XZ^XA^FO0,0^FDb^FS^XZ',
    ]);
    expect(differences(imported)).toEqual([null, null]);
  });

  it('makes a label of each stored format that nothing recalls', async () => {
    const stored = (name: string): string => `^XA^DF${name}^FS^FO10,10^A0N,30,30^FN1"To"^FS^XZ\n`;
    const others = stored('B').replaceAll('^', '+');
    const imported = await importText(`${stored('E:A.ZPL')}^XA^CC++XZ${others}`);
    expect(imported.labels.map(({ zpl, records }) => [zpl, records])).toEqual([
      ['^XA^CC++XZ+XA+CC^^FO10,10^A0N,30,30^FD{to}^FS^CC++XZ', [{ to: '' }]],
      ['^XA^CC++XZ+XA+FO10,10+A0N,30,30+FD{to}+FS+XZ', [{ to: '' }]],
    ]);
    expect(imported.notes.map(({ code, line, message }) => [code, line, message])).toEqual([
      ['stored', 1, 'nothing recalls E:A.ZPL; it becomes a label unchanged'],
      ['unfilled', 1, '^FN1 "To" is {to}, which has no value in this print'],
      ['stored', 2, 'nothing recalls B; it becomes a label unchanged'],
      ['unfilled', 2, '^FN1 "To" is {to}, which has no value in this print'],
    ]);
    expect(differences(imported)).toEqual([null, null]);
  });

  it('leaves out what a spooler writes around formats', async () => {
    const label = '^FO10,10^A0N,30,30^FDx^FS';
    const { zpl } = await onlyLabel(
      `\x1b%-12345X<xpml><page></xpml>\x02^XA^PW300^XZ\r\n\x1b##\x03\0^XA${label}^XZ\r\n<xpml><end/></xpml>\x03`,
    );
    expect(zpl).toBe(`^XA^PW300^XZ\r\n^XA${label}^XZ\r\n`);
  });

  it('carries links of fonts and properties of text to the labels after them', async () => {
    const settings = '^PA1,1,1,1^FLE:A.TTF,E:B.TTF,1';
    const { labels } = await importText(`^XA${settings}^FO0,0^FDa^FS^XZ^XA^FO0,0^FDb^FS^XZ`);
    expect(labels[1]?.zpl).toBe(`^XA${settings}^XZ^XA^FO0,0^FDb^FS^XZ`);
  });

  it('writes control bytes as the commands that they stand for', async () => {
    expect((await onlyLabel('\x02^FO10,10^A0N,30^FDx\x0f\x03')).zpl).toBe('^XA^FO10,10^A0N,30^FDx^FS^XZ');
  });

  it('takes nothing for printed that stands before the store of a format, and pictures that are none', async () => {
    const field = '^FO10,10^A0N,30,30^FDx^FS';
    const imported = await importText(`^XA^PW300${field}^DFA^FS${field}^XZ^XA^GFA,^FS^XZ^XA${field}^XZ`);
    expect(imported.labels.map(({ zpl }) => zpl)).toEqual([`^XA^PW300^XZ^XA^GFA,^FS^XZ^XA${field}^XZ`]);
    expect(differences(imported)).toEqual([null]);
  });

  it('says which format is not in the stream', async () => {
    const { notes } = await importText('^XA^XFR:GONE.ZPL^FS^FN1^FDx^FS^FO1,1^FDy^FS^XZ');
    expect(notes[0]).toMatchObject({
      severity: 'error',
      code: 'missing-format',
      command: '^XF',
      line: 1,
      column: 4,
      message: '^XF recalls R:GONE.ZPL, which the stream does not carry',
    });
  });

  it('keeps braces of the stream as text', async () => {
    const text = '^XA^FO10,10^A0N,30,30^FD{sku} and {DATE}^FS^XZ';
    const label = await onlyLabel(text);
    expect(label.zpl).toBe('^XA^FO10,10^A0N,30,30^FD{brace}sku} and {brace}DATE}^FS^XZ');
    expect(label.fieldTransforms).toEqual([{ variable: 'brace', steps: [{ op: 'default', text: '{' }] }]);
    expect(differences(await importText(text))).toEqual([null]);
    expect((await onlyLabel(text, { keepsPlaceholders: true })).zpl).toBe(text);
    const inBars = await importText('^XA^FO1,1^BEN^FD{ean}^FS^XZ', { keepsPlaceholders: true });
    expect(differences(inBars)).toEqual([null]);
  });

  it('refuses what is not ZPL in one line', async () => {
    await expect(importText('%PDF-1.7 ...')).rejects.toThrow(/^stream\.prn is a PDF, not ZPL: /);
    await expect(importText('\nN\nq812\nQ1218,24\nA50,50,0,4,1,1,N,"x"\nP1\n')).rejects.toThrow(
      /is EPL, not ZPL/,
    );
  });

  it('reads thousands of recalls, and keeps the first thousand records', async () => {
    const recalls = Array.from({ length: 3000 }, (_, i) => `^XA^XFA^FS^FN1^FDvalue ${i}^FS^PQ1^XZ\n`);
    const label = await onlyLabel(`^XA^DFA^FS^FO10,10^FN1^FS^XZ${recalls.join('')}`);
    expect(label.printed).toBe(3000);
    expect(label.records).toHaveLength(1000);
    expect(label.records[999]).toEqual({ field_1: 'value 999' });
  });

  it('gives thousands of fields names of their own', async () => {
    const fields = Array.from({ length: 1500 }, (_, i) => `^FO10,${i}^FN${i}"Same"^FS^FN${i}^FDv${i}^FS`);
    const { variables } = await onlyLabel(`^XA${fields.join('')}^XZ`);
    expect(new Set(variables.map(({ name }) => name)).size).toBe(1500);
    expect(variables.slice(0, 2).map(({ name }) => name)).toEqual(['same', 'same_1']);
  });

  it.each([
    ['a bundle', (bundle: string) => bundle],
    ['an array of them', (bundle: string) => `\ufeff[${bundle}]`],
    ['JSON Lines', (bundle: string) => `${bundle}\n${bundle}\n`],
  ])('refuses %s, whose escapes are no text of a label', async (_, written) => {
    const bundle = JSON.stringify({ name: 'B', zpl: '^XA\n^FO9,9^A0N,30^FN1"a"^FDx^FS^XZ' });
    const files = [
      { name: 'a.prn', bytes: Buffer.from('^XA^FO9,9^A0N,30^FDx^FS^XZ') },
      { name: 'b.json', bytes: Buffer.from(written(bundle)) },
    ] as const;
    await expect(importStream(files)).rejects.toThrow(/^b\.json holds bundles, .* without --fields$/);
  });

  it('passes over JSON that a spooler writes before a label', async () => {
    const { labels } = await importText('{"job":1}\r\n^XA^FO9,9^A0N,30^FDx^FS^XZ');
    expect(labels).toHaveLength(1);
  });

  it('says no more of a long prompt than a line takes', async () => {
    const { notes } = await importText(`^XA^FO9,9^A0N,30^FN1"${'long '.repeat(10_000)}"^FDx^FS^XZ`);
    expect(notes).toMatchObject([{ code: 'field', message: expect.stringMatching(/^.{500} …$/) }]);
  });

  it('refuses a label that could not be saved', async () => {
    const fields = '^FO1,1^FDx^FS'.repeat(4000);
    await expect(importText(`^XA${fields}^XZ`)).rejects.toThrow(/a label has more than 10000 commands/);
  });

  it('refuses labels that differ in hundreds of ways', async () => {
    const labels = Array.from({ length: 100 }, (_, i) => `^XA^FO1,1^FD${i}^FS^XZ`).join('');
    await expect(importText(labels)).rejects.toThrow(/more than 20 labels/);
  });
});

describe('notes', () => {
  it.each([
    ['^XA^FO1,1^FN3"Lot"^FS^XZ', '^FN', 'unfilled', '^FN3 "Lot" is {lot}, which has no value in this print'],
    ['^XA^FO1,1^FDx^FS^FN3^FDy^FS^XZ', '^FN', 'unused-value', 'no field shows ^FN3; its value is left out'],
    ['^XA^RFR,H^FN1^FS^FO1,1^FN1^FS^XZ', '^FN', 'tag', '^FN1 is read from an RFID tag, and stays unchanged'],
    ['^XA^FO1,1^SN001,1,Y^FS^XZ', '^SN', 'serial', '^SN counts in the printer only'],
    ['^XA^FO1,1^FDx^FS^PQ5^XZ', '^PQ', 'quantity', '^PQ prints 5 of each label'],
    [
      '^XA^FO1,1^XGR:LOGO.GRF,1,1^FS^XZ',
      '^XG',
      'missing-graphic',
      '^XG draws R:LOGO.GRF, which the stream does not carry',
    ],
    [
      '^XA^FO1,1^FD{a}^FS^XZ',
      '^FD',
      'brace',
      '{a} is text in the stream, and stays text: {brace} is its left brace',
    ],
    ['^XA^FO1,1^FDx^FS^MD5^XZ', '^MD', 'setup', '^MD5 sets up the printer (darkness)'],
    [
      '^XA^FO1,1^FDx^FS^XZ^XA^FO1,1^FDy^FS',
      '^XA',
      'not-imported',
      'the format has no ^XZ, so a printer prints nothing of it',
    ],
    [
      '^XA^FO1,1^BCN^FN1^FS^FN1^FDAB>812^FS^XZ',
      '^FN',
      'picture',
      '^FN1 has codes in its data that no value can bring, and prints otherwise with {field_1}',
    ],
  ])('of %s are about %s: %s', async (text, command, code, message) => {
    const { notes } = await importText(text);
    expect(notes).toContainEqual(expect.objectContaining({ command, code, message }));
  });

  it('say which field is refused that a printer passes over', async () => {
    expect(differences(await importText('^XA^FO1,1^BEN^FD{ean}^FS^XZ'))).toEqual([
      expect.stringContaining('ean13 "{brace}ean}": EAN-13 takes 12 digits'),
    ]);
  });

  it('are left to one where the same is said of each recall', async () => {
    const recall = '^XA^XFA^FS^FN1^FDx^FS^XZ';
    const { notes } = await importText(`^XA^DFA^FS^FO1,1^FN1^FS^XZ${recall.repeat(5)}`);
    expect(notes.map(({ code }) => code)).toEqual(['field', 'joined']);
  });
});

describe('the place of a value', () => {
  it.each([
    ['^BQN,2,4', 'QA,A1', 'QA,{field_1}', 'A1'],
    ['^BCN,50', '>:A1', '>:{field_1}', 'A1'],
    ['^BCN,50', '>;>80012', '>;>8{field_1}', '0012'],
    ['^BCN,50', 'A>01', '{field_1}', 'A>1'],
    ['^CI28^A0N,30^FB200,2', 'a\\&b\\\\c', '{field_1}', 'a\nb\\c'],
    ['^A0N,30^TBN,200,90', 'a<<>b', '{field_1}', 'a<b'],
    ['^A0N,30', 'QA,>:', '{field_1}', 'QA,>:'],
  ])('in %s that is given %s is %s', async (shown, given, written, sample) => {
    const label = await onlyLabel(`^XA^FO1,1${shown}^FN1^FS^FN1^FD${given}^FS^XZ`);
    expect(label.zpl).toBe(`^XA^FO1,1${shown}^FD${written}^FS^XZ`);
    expect(label.records).toEqual([{ field_1: sample }]);
  });

  it.each([
    ['>:R>51234', 'R1234'],
    ['>;1234>6A>0', '1234A>'],
    ['>;123456', '123456'],
  ])('in a Code 128 that is given %s leaves the subsets to the printer', async (given, sample) => {
    const imported = await importText(`^XA^FO1,1^BCN,50\n^FN1^FS^FN1^FD${given}^FS^XZ`);
    expect(imported.labels.map(({ zpl }) => zpl)).toEqual(['^XA^FO1,1^BCN,50,,,,A\n^FD{field_1}^FS^XZ']);
    expect(imported.labels[0]?.records).toEqual([{ field_1: sample }]);
    expect(imported.notes.map(({ code }) => code)).toEqual(['field', 'subsets']);
    expect(differences(imported)).toEqual([null]);
  });

  it('that nothing fills in a QR Code comes behind level and mode', async () => {
    const label = await onlyLabel('^XA^FO1,1^BQN,2,4^FN3^FS^XZ');
    expect(label.zpl).toBe('^XA^FO1,1^BQN,2,4^FDQA,{field_3}^FS^XZ');
  });

  it.each([
    ['^RFW,H,2,12,1^FN4"epc"^FS^FO9,9^A0N,30^FN4^FS^FN4^FD30AA^FS', '^FO9,9^A0N,30^FD{epc}^FS'],
    ['^RFW,H,2,12,1^FN4"epc"^FD30AA^FS', ''],
  ])('in a number that is written to a tag is one of the tag too: %s', async (fields, shown) => {
    const label = await onlyLabel(`^XA${fields}^FO1,1^GB9,9,9^FS^XZ`);
    expect(label.zpl.replace('^FN4"epc"', '')).toBe(
      `^XA^RFW,H,2,12,1^FD{epc}^FS${shown}^FO1,1^GB9,9,9^FS^XZ`,
    );
    expect(label.records).toEqual([{ epc: '30AA' }]);
  });

  it('in a number that only others embed is a sample too', async () => {
    const label = await onlyLabel('^XA^FN7^FDL7^FS^FO9,9^A0N,30^FE#^FDNo #7#^FS^XZ');
    expect(label.records).toEqual([{ field_7: 'L7' }]);
  });

  it('stays as it is under an encoding that takes no values', async () => {
    const text = '^XA^CI17^FO9,9^A0N,30^FD{a}^FS^XZ';
    expect((await onlyLabel(text)).zpl).toBe(text);
  });

  it('brings the encoding of the value', async () => {
    const label = await onlyLabel('^XA^DFA^FS^CI27^FO1,1^FN1^FS^XZ^XA^XFA^FS^CI28^FN1^FDx^FS^XZ');
    expect(label.zpl).toBe('^XA^CI27^FO1,1^CI28^FD{field_1}^FS^CI27^CI28^XZ');
  });
});
