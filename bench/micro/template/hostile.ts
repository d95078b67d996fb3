import { FailureError } from '../../../src/errors.ts';
import { compile } from '../../../src/template/compile.ts';
import { print } from '../../../src/template/print.ts';
import { byteStringOf, toByteString } from '../../../src/zpl/byte-string.ts';
import { random } from '../../harness/random.ts';
import { atMost, binding, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { CARRIER_ZPL } from '../../labels/carrier.ts';

/** The longest that any label may take to compile and substitute. */
const MOST_MS = 250;

export const hostile: Suite = {
  name: 'hostile',
  what: 'the slowest of damaged and of oversized labels, compiled and substituted',
  run,
};

const UNITS = 2_097_152;

const MARKER = '^FXsvc-barcode:1;symbology=SYMBOL;template=%7Bv%7D;module=1;ec=2^FS^FO1,1^GFA,8,8,1,FF^FS';

/** Pieces that are repeated up to the limit of a saved label. */
const REPEATED = [
  '^',
  '~',
  '{',
  '{v}',
  '^FD{v}^FS',
  '^FH^FD_7Bv_7D^FS',
  '^CC+',
  '^CI0,36,21',
  '_',
  '\n',
  'é',
  '^FB9^FD\\{v}',
];

async function run({ quick }: Options): Promise<Row[]> {
  const saved = Buffer.from(CARRIER_ZPL);
  const next = random(11);
  const mutations = quick ? 500 : 20_000;
  let damaged = 0;
  for (let i = 0; i < mutations; i++) {
    const bytes = Uint8Array.from(saved);
    for (let change = 0; change <= next(8); change++) bytes[next(bytes.length)] = next(256);
    damaged = Math.max(
      damaged,
      timed(() => attempt(byteStringOf(bytes))),
    );
  }
  const oversized = Math.max(
    ...REPEATED.flatMap((unit) =>
      [UNITS, 9000 * unit.length].map((length) =>
        timed(() => attempt(toByteString(`^XA${unit.repeat(Math.floor(length / unit.length) - 1)}`))),
      ),
    ),
  );
  const symbols = ['qrcode', 'datamatrix', 'pdf417', 'azteccode', 'code128'].map((symbology) =>
    timed(() => attempt(toByteString(MARKER.replace('SYMBOL', symbology).repeat(128)))),
  );
  const row = (name: string, value: number, note: string): Row => ({
    name,
    value,
    unit: 'ms',
    marks: [binding(atMost(MOST_MS))],
    claim: 'No saved label takes a thread longer than 250 ms to compile and substitute',
    note,
  });
  return [
    row('damaged', damaged, `slowest of ${mutations} byte mutations`),
    row('oversized', oversized, `slowest of ${REPEATED.length * 2} repetitions`),
    row('128 marked fields', Math.max(...symbols), 'of 1000 characters each, slowest symbology'),
  ];
}

function attempt(zpl: ReturnType<typeof toByteString>): void {
  const template = compile({ zpl, fieldTransforms: [], dynamicTokens: [] });
  const record = Object.fromEntries(
    [...template.tokenNames.slice(0, 49), 'v'].map((name) => [name, 'x1'.repeat(500)]),
  );
  try {
    print(template, [record], 1, { now: new Date(0) });
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
  }
}

/** Milliseconds, of three attempts the fastest: what else the machine does is not the label's doing. */
function timed(action: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    action();
    least = Math.min(least, performance.now() - start);
    if (least < MOST_MS / 10) break;
  }
  return least;
}
