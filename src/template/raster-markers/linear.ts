import { checkBarcodeData, encodeBarcode } from '../../barcode/commands.ts';
import { CHANNEL_CODE_LARGEST, channelCode } from '../../symbology/linear/channel-code.ts';
import type { BarcodeCommand, BarcodeOptions } from '../../zpl/barcode-options.ts';
import { asciiOf, barHeight, type Encoded, type MarkerRequest } from './request.ts';

/** Encodes a request, with bars of `height` dots. */
type Encoder = (request: MarkerRequest, height: number) => Encoded;

/** The encoder of a command, with options of which only the height changes. */
function by<C extends BarcodeCommand>(command: C, optionsOf: (height: number) => BarcodeOptions[C]): Encoder {
  return (request, height) => {
    const data = asciiOf(request.value);
    if (data === null) return { reason: 'a linear barcode takes ASCII characters only' };
    const { symbology, module: moduleWidth } = request;
    const ratio = Math.min(3, Math.max(2, request.ratio ?? 3));
    const field = { command, options: optionsOf(height), moduleWidth, ratio, height, data };
    const { reason } = checkBarcodeData(field);
    if (reason !== null) return { reason };
    const result = encodeBarcode(field);
    if (!result.ok) return { reason: result.reason };
    if (result.symbology !== symbology) return { reason: `${symbology} takes ${symbology.slice(-1)} digits` };
    // The raster holds bars alone; longer guards are part of the printer's own EAN and UPC.
    const { symbol } = result;
    return { symbol: symbol.kind === 'linear' ? { ...symbol, guardExtension: 0 } : symbol, isLinear: true };
  };
}

/** Bars without a line of text. */
const bars = (height: number) => ({ height, line: false, above: false });
const unchecked = (height: number) => ({ ...bars(height), check: false });
const postal = (type: BarcodeOptions['^BZ']['type']) => by('^BZ', (height) => ({ ...bars(height), type }));

/** Linear symbologies with an encoder here. */
const LINEAR: Readonly<Record<string, Encoder>> = {
  code128: by('^BC', (height) => ({ ...unchecked(height), mode: 'A' as const })),
  code39: by('^B3', unchecked),
  code93: by('^BA', (height) => ({ ...bars(height), showCheck: false })),
  code11: by('^B1', unchecked),
  interleaved2of5: by('^B2', unchecked),
  industrial2of5: by('^BI', bars),
  standard2of5: by('^BJ', bars),
  ean13: by('^BE', bars),
  ean8: by('^B8', bars),
  upca: by('^BU', (height) => ({ ...bars(height), showCheck: true })),
  ean2: by('^BS', bars),
  ean5: by('^BS', bars),
  codabar: by('^BK', (height) => ({ ...bars(height), start: 'A' as const, stop: 'A' as const })),
  msi: by('^BM', (height) => ({ ...bars(height), check: 'B' as const, showCheck: false })),
  plessey: by('^BP', (height) => ({ ...bars(height), showCheck: false })),
  logmars: by('^BL', bars),
  postnet: postal('0'),
  planet: postal('1'),
  onecode: postal('3'),
  channelcode: encodeChannelCode,
};

/** Whether an encoder here makes the bars of a symbology, by its name in markers. */
export function isLinearMarker(symbology: string): boolean {
  return Object.hasOwn(LINEAR, symbology);
}

/** The bars of a symbology that {@link isLinearMarker} knows. */
export function encodeLinearMarker(request: MarkerRequest): Encoded {
  const encode = LINEAR[request.symbology] as Encoder;
  return encode(request, Math.min(32_000, barHeight(request)));
}

/** Channel Code, which no printer has a command for. */
function encodeChannelCode(request: MarkerRequest): Encoded {
  const widths = channelCode(request.value);
  if (widths === null) {
    return {
      reason: `channelcode takes 2 to 7 digits, at most ${CHANNEL_CODE_LARGEST.join(', ')} by their number`,
    };
  }
  const { module } = request;
  const inDots = widths.map((modules) => modules * module);
  return { symbol: { kind: 'linear', widths: inDots, height: barHeight(request) }, isLinear: true };
}
