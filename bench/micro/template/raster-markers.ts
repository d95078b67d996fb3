import bwipjs from 'bwip-js/node';
import { drawMarker } from '../../../src/template/raster-markers/draw-marker.ts';
import { encodeGraphic } from '../../../src/zpl/graphic-encode.ts';
import { DEFAULT_PREFIXES } from '../../../src/zpl/tokenize.ts';
import { microseconds, race } from '../../harness/race.ts';
import { fastest } from '../../harness/statistics.ts';
import { atLeast, type Options, type Row, type Suite } from '../../harness/suite.ts';

/** Marked rasters, value to `^GF`, next to what the general encoder takes for the modules alone. */
export const barcode: Suite = {
  name: 'barcode',
  what: 're-encoding a symbol of 40 characters to ^GF, next to modules alone in bwip-js',
  method: 'Values are the least disturbed of 30 rounds in turns.',
  run,
};

const SYMBOLS = [
  { symbology: 'qrcode', options: { eclevel: 'M' }, mark: 20 },
  { symbology: 'datamatrix', options: {}, mark: 3 },
  { symbology: 'pdf417', options: {}, mark: 3 },
  { symbology: 'azteccode', options: {}, mark: 3 },
] as const;

async function run({ quick }: Options): Promise<Row[]> {
  // Payloads change from call to call, so that nothing can be remembered.
  const payloads = Array.from({ length: 256 }, (_, i) =>
    `https://x.example/t/${String(i * 7919).padStart(8, '0')}?sku=AB-12345678901234`.slice(0, 40),
  );
  let turn = 0;
  const next = (): string => payloads[turn++ % payloads.length] as string;
  return SYMBOLS.flatMap(({ symbology, options, mark }) => {
    const times = race(
      {
        platen: () => {
          const raster = drawMarker({ symbology, value: next(), module: 4, rotation: 'N' });
          if (!raster.ok) throw new Error(raster.reason);
          return encodeGraphic(raster.data, Math.ceil(raster.width / 8), DEFAULT_PREFIXES);
        },
        'bwip-js': () => bwipjs.raw({ bcid: symbology, text: next(), ...options } as bwipjs.RawOptions),
      },
      quick ? { rounds: 10, roundMs: 50 } : { rounds: 30, roundMs: 100 },
    );
    return [
      {
        name: symbology,
        ...microseconds(times.platen, fastest),
        ratio: fastest(times['bwip-js'].wall) / fastest(times.platen.wall),
        of: 'its speed in bwip-js',
        marks: [atLeast(mark, 'ratio')],
        claim: 'Marked rasters are made again 3 times as fast as bwip-js makes modules, QR Codes 20 times',
      },
      { name: `${symbology} bwip-js raw`, ...microseconds(times['bwip-js'], fastest) },
    ];
  });
}
