import { createHash } from 'node:crypto';

/** The label that the page shows, of 4 x 2 inches: carrier, address, a Code 128 and a QR code. */
export const SAMPLE_ZPL = [
  '^XA^CI28',
  '^FO30,24^A0N,46,46^FDPlaten Renderer^FS',
  "^FO30,78^A0N,26,26^FDLabelary's protocol, on your own machine^FS",
  '^FO30,116^GB560,3,3^FS',
  '^FO30,140^A0N,30,30^FDShip to^FS',
  '^FO30,178^A0N,40,40^FDGr\u00e4fin Margit Ng\u00e2n^FS',
  '^FO30,228^A0N,30,30^FD12 Quai de la Gare, 75013 Paris^FS',
  '^FO30,280^BY2^BCN,80,Y^FD>;123456789012^FS',
  '^FO620,130^BQN,2,6^FDQA,https://platen.invalid/l/42^FS',
  '^XZ',
].join('\n');

/** The size of {@link SAMPLE_ZPL} in a path. */
export const SAMPLE_PATH = '/v1/printers/8dpmm/labels/4x2/0/';

/** The folder of the playground: its page, the page's files, and the page's API. */
export const PLAYGROUND_PATH = '/playground/';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif }
body { max-width: 52rem; margin: 3rem auto; padding: 0 1.25rem }
h1 { font-size: 1.7rem; margin: 0 0 .3rem }
h2 { font-size: 1.05rem; margin: 2rem 0 .4rem }
p { margin: .4rem 0 }
img { display: block; width: 100%; max-width: 30rem; height: auto; margin: 1.5rem 0; background: #fff;
  border: 1px solid #8886; border-radius: 4px }
pre { overflow-x: auto; padding: .8rem 1rem; border-radius: 4px; background: #8882; font-size: .85rem }
`;

/** The page loads nothing and runs nothing: its picture is in it. */
export const PAGE_POLICY: string = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page of the renderer's root: its purpose, a picture that it drew, and lines to paste.
 *
 * @param origin the address by which the client reached it, `http://host:port`
 * @param png the picture of {@link SAMPLE_ZPL}; null if it could not be drawn
 * @param hasPlayground whether the page leads to the playground
 */
export function frontPage(origin: string, png: Uint8Array | null, hasPlayground: boolean): string {
  const picture =
    png === null
      ? ''
      : `<img alt="A label drawn by this renderer" src="data:image/png;base64,${base64(png)}">`;
  const editor = hasPlayground
    ? `<p><a href="${PLAYGROUND_PATH.slice(1)}">Edit a label in the browser</a></p>`
    : '';
  const url = escaped(origin);
  const label = `${url}/v1/printers/8dpmm/labels/4x6`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platen Renderer</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<h1>Platen Renderer</h1>
<p>Draws ZPL labels as PNG and PDF. It answers the calls of Labelary&rsquo;s API, has no quota and stores nothing.</p>
${picture}
${editor}
<h2>A PNG of a label</h2>
<pre>curl --data-binary '^XA^FO50,50^A0N,50^FDHello^FS^XZ' \\
  -H 'Content-Type: application/x-www-form-urlencoded' -o label.png ${label}/0/</pre>
<h2>A PDF of all labels of a file</h2>
<pre>curl --form file=@labels.zpl -H 'Accept: application/pdf' -o labels.pdf ${label}/</pre>
<h2>The texts of a label, and warnings of the linter</h2>
<pre>curl --form file=@labels.zpl -H 'Accept: application/json' -H 'X-Linter: On' -i ${label}/</pre>
<h2>In a program</h2>
<p>Replace <code>http://api.labelary.com</code> by <code>${url}</code>. Paths and headers stay the same.</p>
</html>
`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

function escaped(text: string): string {
  return text.replace(/[^\w.:/[\]-]/g, '');
}
