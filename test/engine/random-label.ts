import fc from 'fast-check';

export type Values = Readonly<Record<string, string>>;

const dots = (most: number) => fc.integer({ min: 0, max: most });
const text = fc.constantFrom(
  '{a}',
  '{b}',
  '{c} and {a}',
  'No {b}',
  'fixed',
  'Fixed text',
  '{missing}',
  '中 {a}',
  '',
);
const orientation = fc.constantFrom('N', 'R', 'I', 'B');
const origin = fc
  .tuple(fc.constantFrom('FO', 'FT'), dots(220), dots(150), fc.constantFrom('', ',1', ',2'))
  .map(([command, x, y, justify]) => `^${command}${x},${y}${justify}`);
const reverse = fc.constantFrom('', '', '^FR');

const textField = fc
  .tuple(
    origin,
    fc.constantFrom('A0', 'AD', 'AA'),
    orientation,
    fc.integer({ min: 10, max: 60 }),
    reverse,
    text,
  )
  .map(
    ([at, font, turn, height, inverted, data]) => `${at}^${font}${turn},${height}${inverted}^FD${data}^FS`,
  );
const laterTurned = fc
  .tuple(origin, fc.constantFrom('^FPR', '^FPV', ''), orientation, text)
  .map(([at, direction, turn, data]) => `${at}^AHN,21${direction}^FW${turn}^FD${data}^FS`);
const onTag = text.map((data) => `^RFW,H^FD${data}^FS`);
const block = fc
  .tuple(origin, orientation, fc.constantFrom('L', 'C', 'R', 'J'), reverse, text)
  .map(
    ([at, turn, justify, inverted, data]) => `${at}^A0${turn},18^FB90,2,0,${justify}${inverted}^FD${data}^FS`,
  );
const shape = fc
  .tuple(
    origin,
    fc.constantFrom('GB', 'GE'),
    dots(120),
    dots(120),
    fc.integer({ min: 1, max: 60 }),
    fc.constantFrom('B', 'W'),
    reverse,
  )
  .map(([at, kind, width, height, border, colour, inverted]) => {
    return `${at}^${kind}${width},${height},${border},${colour}${inverted}^FS`;
  });
const barcode = fc
  .tuple(origin, orientation, reverse, fc.constantFrom('{n}', '12345', '{N}1'))
  .map(([at, turn, inverted, data]) => `${at}^BY1^BC${turn},30,Y,N,N${inverted}^FD${data}^FS`);
const graphic = fc
  .tuple(origin, fc.constantFrom('FF00FF00', '0F0F0F0F'), reverse)
  .map(([at, rows, inverted]) => `${at}${inverted}^GFA,4,4,2,${rows}^FS`);
const raster = fc
  .tuple(dots(150), dots(100), reverse)
  .map(
    ([x, y, inverted]) =>
      `^FXsvc-barcode:1;symbology=qrcode;template=%7Bn%7D;module=2;ec=M^FS^FO${x},${y}${inverted}^GFA,4,4,2,FF00FF00^FS`,
  );
const setting = fc.constantFrom(
  '^LRY',
  '^LRN',
  '^POI',
  '^PMY',
  '^PW180',
  '^PW150',
  '^LS-9',
  '^LH5,7',
  '^FWR',
  '^CI28',
);
/** Commands that no prepared label can have; seldom, or there would be none. */
const farReaching = fc.constantFrom(
  '^FT,^A0N,20^FD{b}^FS',
  '^FT^A0N,20^FDgoes on^FS',
  '^FO9,9^FN1^FDslot {a}^FS^FN1^FD{b}^FS',
  '^FO9,40^A0N,20^FC%^FD%S {b}^FS',
  '^XZ^XA',
);

/** A label of 240 by 160 dots, most of whose fields change with the values. */
export const content = fc
  .tuple(
    fc.array(
      fc.oneof(
        textField,
        textField,
        laterTurned,
        onTag,
        block,
        shape,
        shape,
        barcode,
        graphic,
        raster,
        setting,
      ),
      {
        minLength: 1,
        maxLength: 9,
      },
    ),
    fc.oneof({ weight: 7, arbitrary: fc.constant('') }, { weight: 1, arbitrary: farReaching }),
  )
  .map(([parts, last]) => `^XA${parts.join('')}${last}^XZ`);

const word = fc.constantFrom('', 'x', 'Jg', 'Long value of a field', '^XZ', 'é', 'a\nb', 'W'.repeat(30));
/** Values for such a label. */
export const record: fc.Arbitrary<Values> = fc.record({
  a: word,
  b: word,
  c: word,
  n: fc.constantFrom('7', '123456', '00012345678901'),
});
