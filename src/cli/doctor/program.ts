import { readConfig, SETTINGS } from '../../config.ts';
import { canvas } from '../../on-first-use.ts';
import { VERSION } from '../../version.ts';
import { nodeAdvice } from '../node-release.ts';
import { type CheckResult, type Environment, failed, ok, warning } from './check.ts';

/** All failures of the settings at once. */
export async function configuration(env: Environment): Promise<readonly CheckResult[]> {
  try {
    readConfig(env);
  } catch (error) {
    return [failed('configuration', (error as Error).message, 'docs/configuration.md lists what is allowed')];
  }
  const given = SETTINGS.filter(({ name }) => (env[name]?.trim() ?? '') !== '').map(({ name }) => name);
  return [
    ok('configuration', given.length === 0 ? 'defaults' : `${given.join(', ')} set; the rest defaults`),
  ];
}

/** The versions of Platen and Node.js. */
export async function versions(): Promise<readonly CheckResult[]> {
  const { node, modules, v8 } = process.versions;
  const name = 'versions';
  const detail = `Platen ${VERSION}, Node.js ${node} (V8 ${v8}, modules ${modules}), ${process.platform} ${process.arch}`;
  const advice = nodeAdvice();
  return [advice === null ? ok(name, detail) : warning(name, detail, advice.text)];
}

/** Whether the native HTTP driver loads, if the settings allow it. */
export async function nativeDriver(env: Environment): Promise<readonly CheckResult[]> {
  const { httpDriver } = readConfig(env, ['httpDriver']);
  const name = 'http driver';
  if (httpDriver === 'node') return [ok(name, 'node:http, as HTTP_DRIVER says')];
  const { loadUws, UWS_PACKAGE } = await import('../../http/transport/uws-binary.ts');
  try {
    loadUws();
    return [ok(name, `uWebSockets.js (${UWS_PACKAGE})`)];
  } catch (error) {
    const detail = `${UWS_PACKAGE} does not load: ${(error as Error).message.split('\n')[0]}`;
    const remedy =
      'it needs Linux x64 with glibc (2.38 or later for Node.js 24 and 26), and npm ci with optional dependencies';
    return httpDriver === 'uws'
      ? [failed(name, detail, `${remedy}; or set HTTP_DRIVER=node`)]
      : [warning(name, `${detail}; node:http serves, which is slower`, remedy)];
  }
}

/** A box, text of a font that ships with the program, and a QR Code. */
const PROBE =
  '^XA^FO20,20^GB100,40,40^FS^FO20,80^A0N,60,60^FDPlaten 0123^FS^FO20,150^BQN,2,4^FDQA,platen^FS^XZ';
const PROBE_SIZE = { widthMm: 60, heightMm: 40, dpi: 203 };
/** Black dots of that label; a change of how text is drawn on purpose changes it. */
const PROBE_DOTS = 13_200;

/** Draws a label and counts its dots: fonts are there, and the native parts do what they should. */
export async function renderer(): Promise<readonly CheckResult[]> {
  // Called here because Node.js 20 would reject an import without the binary, and end the process with the same error
  // besides.
  canvas();
  const [{ renderImages }, { toByteString }] = await Promise.all([
    import('../../engine/render-images.ts'),
    import('../../zpl/byte-string.ts'),
  ]);
  const { bitmaps, diagnostics } = renderImages(toByteString(PROBE), PROBE_SIZE, 'first');
  const [warned] = diagnostics;
  if (warned !== undefined) throw new Error(`drawing a label warns: ${warned.reason}`);
  let dots = 0;
  for (const word of bitmaps[0]?.words ?? []) dots += ones(word);
  if (dots !== PROBE_DOTS) throw new Error(`a label has ${dots} black dots instead of ${PROBE_DOTS}`);
  return [ok('renderer', `fonts and native parts load; a label was drawn with its ${dots} black dots`)];
}

/** Bits of a 32-bit word that are set. */
function ones(word: number): number {
  let count = 0;
  for (let rest = word >>> 0; rest !== 0; rest &= rest - 1) count++;
  return count;
}
