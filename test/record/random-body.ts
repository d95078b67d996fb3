import fc from 'fast-check';

/** A body of a render, or of a print job of so many records as it mostly has. */
export interface RandomBody {
  readonly json: Uint8Array;
  readonly records: number | null;
}

/** Names that most records have, in this order. */
const NAMES = ['a', 'b', 'C'];

const asJson = (value: unknown): string => JSON.stringify(value);
const inAscii = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const text = fc.oneof(
  fc.constantFrom('Value 1', '1Z999AA10000000012', '4006381333931', '0', ''),
  fc.constantFrom('>', '^XZ', '~JA', '_5E', 'ä€😀', '\\&', '{b}', '"\\', 'one\r\ntwo', '\0'),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

const OTHER_VALUES = ['0', '-0', '1.0', '1E+07', '12345678901234567890', '1.5e-300', 'null', 'true', 'false'];
const RARE_VALUES = ['{}', '[1.0,{"a":null}]', `"${'ä'.repeat(900)}"`, `"${'x'.repeat(1000)}"`, '"\\ud800"'];
const WRONG_VALUES = [`"${'x'.repeat(1001)}"`, '01', '1.', '.5', '-', 'nul', '"\t"', '"\\v"', '"\\u12"', ''];

/** A value of a variable as it is written in a body. */
const value = fc.oneof(
  { weight: 40, arbitrary: text.map(asJson) },
  { weight: 12, arbitrary: text.map(inAscii) },
  { weight: 4, arbitrary: fc.double().map(asJson) },
  { weight: 4, arbitrary: fc.constantFrom(...OTHER_VALUES) },
  { weight: 2, arbitrary: fc.constantFrom(...RARE_VALUES) },
  { weight: 1, arbitrary: fc.constantFrom(...WRONG_VALUES) },
);

const oneIn = <T>(count: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: count - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const otherName = fc.constantFrom('A', ' b', 'c', 'date', 'TIME', 'q"', '1', 'x y', 'a', 'constructor', '');
const space = fc.oneof({ weight: 9, arbitrary: fc.constantFrom('', ' ', '\n\t\r ') }, fc.constant('\v'));

const record = fc
  .record({
    own: fc.oneof({ weight: 4, arbitrary: fc.constant(NAMES) }, fc.subarray(NAMES)),
    values: fc.tuple(value, value, value),
    other: oneIn(8, fc.tuple(otherName, value)),
    colon: fc.constantFrom(':', ': '),
    comma: fc.constantFrom(',', ', '),
    end: oneIn(4, space),
  })
  .map(({ own, values, other, colon, comma, end }) => {
    const members = own.map((name, i) => `"${name}"${colon}${values[i]}`);
    if (other !== null) members.push(`${asJson(other[0])}${colon}${other[1]}`);
    return `{${members.join(comma)}}${end ?? ''}`;
  });

const RENDER_MEMBERS = ['"format":"zpl"', '"format" : "zpl"', '"format":"png"', '"x":1', '"variables":{}'];
const PRINT_MEMBERS = [
  '"copies":2',
  '"copies": 3 ',
  '"copies":100',
  '"copies":007',
  '"copies":1e1',
  '"copies":null',
];

/** The members, and mostly the other one too, before them or behind. */
const object = (member: string, other: string | null, isFirst: boolean): string =>
  `{${(other === null ? [member] : isFirst ? [other, member] : [member, other]).join(',')}}`;

const render = fc
  .tuple(record, oneIn(3, fc.constantFrom(...RENDER_MEMBERS)), fc.boolean())
  .map(([values, other, isFirst]) => ({
    json: object(`"variables":${values}`, other, isFirst),
    records: null,
  }));

const print = fc
  .tuple(fc.array(record, { maxLength: 4 }), oneIn(3, fc.constantFrom(...PRINT_MEMBERS)), fc.boolean())
  .map(([all, other, isFirst]) => ({
    json: object(`"records": [${all.join(', ')}]`, other, isFirst),
    records: all.length,
  }));

/**
 * Bodies as clients send them, and some that are wrong: in what they say, by one byte, or in how many records they
 * have.
 */
export const randomBody: fc.Arbitrary<RandomBody> = fc
  .tuple(
    fc.oneof(render, print),
    oneIn(8, fc.tuple(fc.nat(), oneIn(2, fc.nat(255)))),
    oneIn(12, fc.constantFrom(null, 1, 2)),
  )
  .map(([{ json, records }, change, other]) => {
    const sent = Buffer.from(json);
    const at = change === null ? sent.length : change[0] % sent.length;
    const byte = change === null || change[1] === null ? [] : [change[1]];
    return {
      json: Buffer.concat([sent.subarray(0, at), Buffer.from(byte), sent.subarray(at + 1)]),
      records: other ?? records,
    };
  });
