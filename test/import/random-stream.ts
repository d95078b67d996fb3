import fc from 'fast-check';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { encodeText, parseEncoding } from '../../src/zpl/encoding.ts';
import { decodeHex, hexPair } from '../../src/zpl/hex.ts';

interface Writing {
  readonly format: string;
  readonly delimiter: string;
}

/** One field: how it is shown, and what it holds. */
interface RandomField {
  readonly shape: (at: string, writing: Writing) => string;
  readonly value: string;
  readonly isBarcode: boolean;
}

const TEXT = fc.string({
  unit: fc.constantFrom(
    ...Array.from('ABCxyz 012789'),
    'é',
    'ß',
    'Ω',
    '{',
    '}',
    '_',
    '\\',
    '^',
    '~',
    '<',
    '>',
    '#',
    '"',
    '&',
  ),
  maxLength: 14,
});

const FONT = fc.constantFrom('A0N,30,30', 'AD,18,10', 'A0R,24,20', 'ABN,22');

/** Commands under other prefixes. */
function written(commands: string, { format, delimiter }: Writing): string {
  return commands.replace(/[\^,]/g, (character) => (character === '^' ? format : delimiter));
}

const field = (commands: fc.Arbitrary<string>, value: fc.Arbitrary<string>, isBarcode: boolean) =>
  fc.record({
    shape: commands.map((text) => (at: string, writing: Writing) => written(at + text, writing)),
    value,
    isBarcode: fc.constant(isBarcode),
  });
const barcode = (commands: string, value: RegExp) =>
  field(fc.constant(commands), fc.stringMatching(value), true);

const FIELD: fc.Arbitrary<RandomField> = fc.oneof(
  {
    weight: 4,
    arbitrary: field(
      FONT.map((font) => `^${font}`),
      TEXT,
      false,
    ),
  },
  {
    weight: 2,
    arbitrary: field(
      FONT.map((font) => `^${font}^FB300,3,2,C`),
      TEXT,
      false,
    ),
  },
  { weight: 1, arbitrary: field(fc.constant('^A0N,20,20^TBN,200,60'), TEXT, false) },
  { weight: 2, arbitrary: barcode('^BY2^BCN,60,Y,N', /^(?:>:)?[A-Z0-9]{1,10}$/) },
  { weight: 1, arbitrary: barcode('^BQN,2,3', /^QA,[A-Za-z0-9:/.]{1,20}$/) },
  { weight: 1, arbitrary: barcode('^B3N,N,40,Y', /^[A-Z0-9]{1,8}$/) },
  { weight: 1, arbitrary: barcode('^BXN,4,200', /^[A-Z0-9_]{1,12}$/) },
);

const PROMPT = fc.oneof(
  fc.constantFrom(
    '',
    '""',
    '"Tracking"',
    '"tracking"',
    '"date"',
    '"Ort / Straße"',
    '"constructor"',
    '"{x}"',
    '"brace"',
    '"1"',
  ),
  // A prefix in a prompt begins a command.
  TEXT.map((text) => `"${text.replace(/[~^]/g, '')}"`),
);

/** A text as field data, in the encoding, with `^FH` where a byte needs it. */
function data(text: string, encoding: string, { format }: Writing, avoids: string): string {
  const bytes = encodeText(parseEncoding(encoding as ByteString, ',', null), text) ?? 'x';
  const plain =
    !/[_\0-\x1f\x7f-\xff]/.test(bytes) && !Array.from(avoids).some((character) => bytes.includes(character));
  if (plain) return `${format}FD${bytes}`;
  const escaped = bytes.replace(/[^]/g, (byte) =>
    /[A-Za-z0-9 ]/.test(byte) ? byte : `_${hexPair(byte.charCodeAt(0))}`,
  );
  if (decodeHex(escaped as ByteString, '_') !== bytes) throw new Error('escapes are wrong');
  return `${format}FH_${format}FD${escaped}`;
}

/** Labels as programs that print to a file write them: constants, numbered fields, stored formats and recalls. */
export const RANDOM_STREAM: fc.Arbitrary<string> = fc
  .record({
    fields: fc.array(FIELD, { minLength: 1, maxLength: 5 }),
    constants: fc.array(FIELD, { maxLength: 3 }),
    numbers: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 5, maxLength: 5 }),
    repeats: fc.array(fc.nat(4), { minLength: 5, maxLength: 5 }),
    prompts: fc.array(PROMPT, { minLength: 5, maxLength: 5 }),
    isStored: fc.boolean(),
    encodings: fc.tuple(fc.constantFrom('0', '27', '28', '13'), fc.constantFrom('', '27', '28')),
    writing: fc.record({
      format: fc.constantFrom('^', '^', '+', '!'),
      delimiter: fc.constantFrom(',', ',', ';'),
    }),
    settings: fc.constantFrom('', '^LH20,10', '^CF0,30', '^LS-5^LT8', '^FWR', '^PON^PMN^LRN', '^MUD,200,200'),
    setup: fc.constantFrom('', '~SD15', '^MMT^PR4,4', '^JUS^MD5'),
    valuesFirst: fc.boolean(),
    recalls: fc.integer({ min: 1, max: 3 }),
    missing: fc.nat(20),
  })
  .map((stream) => {
    const { fields, numbers, repeats, prompts, writing, isStored } = stream;
    const { format } = writing;
    const avoids = `^~${format}${writing.delimiter}`;
    const [own, recalled] = stream.encodings;
    const z = (commands: string): string => written(commands, writing);
    const change = `${format === '^' ? '' : `^CC${format}`}${writing.delimiter === ',' ? '' : `${format}CD${writing.delimiter}`}`;
    // A number that stands twice is shown in the same way: not every value fits every symbol.
    const source = fields.map((_, i) => Math.min(i, repeats[i] ?? i));
    const places = source.map((from, i) => ({
      field: fields[from] as RandomField,
      number: numbers[from] as number,
      prompt: prompts[i] as string,
    }));
    const shownFields = places.map(
      ({ field, number, prompt }, i) =>
        `${field.shape(`^FO${20 + i * 7},${20 + i * 90}`, writing)}${format}FN${number}${encodeText(parseEncoding(own as ByteString, ',', null), prompt) ?? ''}${format}FS\n`,
    );
    const constants = stream.constants.map(
      ({ shape, value }, i) =>
        `${shape(`^FO${300 + i * 9},${30 + i * 120}`, writing)}${data(value, own, writing, avoids)}${format}FS\n`,
    );
    // A barcode always has data: without any it prints nothing, which no value does.
    const bare = places.some(({ field, number }) => field.isBarcode && number === numbers[stream.missing]);
    const given = bare ? places : places.filter(({ number }) => number !== numbers[stream.missing]);
    const values = given.map(
      ({ field, number }) =>
        `${format}FN${number}${data(field.value, recalled || own, writing, avoids)}${format}FS\n`,
    );
    const head = z(`^PW800^LL1200^CI${own}`) + z(stream.settings) + stream.setup.replaceAll('^', format);
    const body = `${shownFields.join('')}${constants.join('')}`;
    const encoding = recalled === '' ? '' : `${format}CI${recalled}`;
    if (!isStored) return `${change}${format}XA${head}${body}${encoding}${values.join('')}${format}XZ`;
    const recall = `${format}XFE:F.ZPL${format}FS`;
    const content = stream.valuesFirst
      ? `${encoding}${values.join('')}${recall}`
      : `${recall}\n${encoding}${values.join('')}`;
    return `${change}${format}XA${format}DFE:F.ZPL${format}FS${head}${body}${format}XZ\n${`${format}XA${content}${format}PQ1${format}XZ\n`.repeat(stream.recalls)}`;
  });
