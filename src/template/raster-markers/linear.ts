import { checkNative, encodeNative } from '../../barcode/commands.ts';
import { CHANNEL_CODE_LARGEST, channelCode } from '../../symbology/linear/channel-code.ts';
import { asciiOf, barHeight, type Encoded, type MarkedRequest } from './request.ts';

/** Linear symbologies with an encoder here, by the native command and its parameters after the orientation. */
const LINEAR: Readonly<
  Record<string, { readonly command: string; params(height: number): readonly string[] }>
> = {
  code128: { command: '^BC', params: (height) => [`${height}`, 'N', 'N', 'N', 'A'] },
  code39: { command: '^B3', params: (height) => ['N', `${height}`, 'N', 'N'] },
  code93: { command: '^BA', params: (height) => [`${height}`, 'N', 'N', 'N'] },
  code11: { command: '^B1', params: (height) => ['N', `${height}`, 'N', 'N'] },
  interleaved2of5: { command: '^B2', params: (height) => [`${height}`, 'N', 'N', 'N'] },
  industrial2of5: { command: '^BI', params: (height) => [`${height}`, 'N', 'N'] },
  standard2of5: { command: '^BJ', params: (height) => [`${height}`, 'N', 'N'] },
  ean13: { command: '^BE', params: (height) => [`${height}`, 'N', 'N'] },
  ean8: { command: '^B8', params: (height) => [`${height}`, 'N', 'N'] },
  upca: { command: '^BU', params: (height) => [`${height}`, 'N', 'N'] },
  ean2: { command: '^BS', params: (height) => [`${height}`, 'N', 'N'] },
  ean5: { command: '^BS', params: (height) => [`${height}`, 'N', 'N'] },
  codabar: { command: '^BK', params: (height) => ['N', `${height}`, 'N', 'N'] },
  msi: { command: '^BM', params: (height) => ['B', `${height}`, 'N', 'N'] },
  plessey: { command: '^BP', params: (height) => ['N', `${height}`, 'N', 'N'] },
  logmars: { command: '^BL', params: (height) => [`${height}`, 'N'] },
  postnet: { command: '^BZ', params: (height) => [`${height}`, 'N', 'N', '0'] },
  planet: { command: '^BZ', params: (height) => [`${height}`, 'N', 'N', '1'] },
  onecode: { command: '^BZ', params: (height) => [`${height}`, 'N', 'N', '3'] },
};

export function isMarkedLinear(symbology: string): boolean {
  return Object.hasOwn(LINEAR, symbology);
}

/** The bars of a symbology that {@link isMarkedLinear} knows. */
export function encodeMarkedLinear(request: MarkedRequest): Encoded {
  const { command, params } = LINEAR[request.symbology] as (typeof LINEAR)[string] & {};
  const height = Math.min(32_000, barHeight(request));
  const data = asciiOf(request.value);
  if (data === null) return { reason: 'a linear barcode takes ASCII characters only' };
  const { symbology, module: moduleWidth } = request;
  const ratio = Math.min(3, Math.max(2, request.ratio ?? 3));
  const field = { command, params: ['N', ...params(height)], moduleWidth, ratio, height, data };
  const { reason } = checkNative(field);
  if (reason !== null) return { reason };
  const result = encodeNative(field);
  if (!result.ok) return { reason: result.reason };
  if (result.symbology !== symbology) return { reason: `${symbology} takes ${symbology.slice(-1)} digits` };
  // The raster holds bars alone; longer guards are part of the printer's own EAN and UPC.
  const { symbol } = result;
  return { symbol: symbol.kind === 'linear' ? { ...symbol, guardExtension: 0 } : symbol, isLinear: true };
}

/** Channel Code, which no printer has a command for. */
export function encodeChannelCode(request: MarkedRequest): Encoded {
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
