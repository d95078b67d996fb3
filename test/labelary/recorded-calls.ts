import { once } from 'node:events';
import { connect } from 'node:net';

const BOUNDARY = '--------------------------4ba7f441aeb2952a0a0e75b8';
const FORM = [
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="file"; filename="a.zpl"',
  'Content-Type: application/octet-stream',
  '',
  '^XA^FO20,20^A0N,40^FDMulti^FS^XZ\n',
  `--${BOUNDARY}--`,
  '',
].join('\r\n');

/** A request as it was on the wire. */
export interface RecordedCall {
  readonly lines: readonly string[];
  readonly body: string;
}

/** Requests as clients of Labelary sent them when they were run; `HOST` is the address that they were given. */
export const RECORDED: Readonly<Record<string, RecordedCall>> = {
  'labelary 1.3.0 (npm), a PNG': {
    lines: [
      'POST /v1/printers/8dpmm/labels/4x6/0/ HTTP/1.1',
      'user-agent: got (https://github.com/sindresorhus/got)',
      'accept: image/png',
      `content-type: multipart/form-data; boundary=${BOUNDARY}`,
      'accept-encoding: gzip, deflate, br',
      'Host: HOST',
    ],
    body: FORM,
  },
  'labelary 1.3.0 (npm), a PDF of all labels': {
    lines: [
      'POST /v1/printers/8dpmm/labels/4x6/ HTTP/1.1',
      'user-agent: got (https://github.com/sindresorhus/got)',
      'accept: application/pdf',
      `content-type: multipart/form-data; boundary=${BOUNDARY}`,
      'accept-encoding: gzip, deflate, br',
      'Host: HOST',
    ],
    body: FORM,
  },
  'zpl 0.1.13 (PyPI)': {
    lines: [
      'POST /v1/printers/12dpmm/labels/2.362205x3.937008/0/ HTTP/1.1',
      'Accept-Encoding: identity',
      'Content-Type: application/x-www-form-urlencoded',
      'Host: HOST',
      'User-Agent: Python-urllib/3.11',
    ],
    body: '^XA^PW720^LL1200^FO120,120^A0N,120,96^FB720,1,0,C,0^FDProblem?\\&^FS^XZ',
  },
  'simple_zpl2 0.3.0 (PyPI)': {
    lines: [
      'POST /v1/printers/8dpmm/labels/2x1/0/ HTTP/1.1',
      'Host: HOST',
      'User-Agent: python-requests/2.34.2',
      'Accept-Encoding: gzip, deflate',
      'Accept: */*',
    ],
    body: '^XA\n^FXx^FS\n^FO20,20\n^A0N,40,40\n^FDhello^FS\n^XZ',
  },
  'labelary 0.6.0 (Ruby), no number': {
    lines: [
      'POST /v1/printers/8dpmm/labels/4x6// HTTP/1.1',
      'User-Agent: Faraday v2.14.2',
      'Accept: image/png',
      'Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
      'Host: HOST',
      'Content-Type: application/x-www-form-urlencoded',
    ],
    body: '^XA^FDHello World^FS^XZ',
  },
  'printu/labelary 3.0.0 (PHP), turned': {
    lines: [
      'POST /v1/printers/12dpmm/labels/2x1/0/ HTTP/1.1',
      'Host: HOST',
      'User-Agent: GuzzleHttp/7',
      'Accept: image/png',
      'X-Rotation: 90',
    ],
    body: '^xa^cfa,50^fo100,100^fdHello World^fs^xz',
  },
  'smart-dato/labelary 0.0.5 (PHP)': {
    lines: [
      'POST /v1/printers/8dpmm/labels/4x6 HTTP/1.1',
      'Host: HOST',
      'User-Agent: GuzzleHttp/7',
      'Accept: image/png',
    ],
    body: '^XA^FDHello World^FS^XZ',
  },
  'go-zpl 0.1.0 (Go), in chunks': {
    lines: [
      'POST /v1/printers/8dpmm/labels/4x6/0/ HTTP/1.1',
      'Host: HOST',
      'User-Agent: Go-http-client/1.1',
      'Transfer-Encoding: chunked',
      'Accept: image/png',
      'Accept-Encoding: gzip',
    ],
    body: '28\r\n^xa^cfa,50^fo100,100^fdHello World^fs^xz\r\n0\r\n\r\n',
  },
  'NET_Labelary (.NET)': {
    lines: [
      'POST /v1/printers/8dpmm/labels/4x6/ HTTP/1.1',
      'Accept: application/pdf',
      'Content-Type: application/x-www-form-urlencoded',
      'Host: HOST',
    ],
    body: '^XA^FDHello World^FS^XZ',
  },
  'curl --get --data-urlencode': {
    lines: [
      'GET /v1/printers/8dpmm/labels/4x6/0/?%5Exa%5Ecfa%2C50%5Efo100%2C100%5EfdHello%20World%5Efs%5Exz HTTP/1.1',
      'Host: HOST',
      'User-Agent: curl/7.88.1',
      'Accept: */*',
    ],
    body: '',
  },
};

/** The server's answer to a request that is sent as it is. */
export async function answerTo(url: string, { lines, body }: RecordedCall) {
  const { host, hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  const length = lines.includes('Transfer-Encoding: chunked')
    ? []
    : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [...lines, ...length, 'Connection: close'].join('\r\n');
  socket.write(`${head.replace('HOST', host)}\r\n\r\n${body}`);
  await once(socket, 'close');
  const answer = Buffer.concat(parts);
  const end = answer.indexOf('\r\n\r\n');
  return { head: answer.subarray(0, end).toString(), body: answer.subarray(end + 4) };
}

/** Width and height of a PNG. */
export function sizeOf(png: Uint8Array): readonly [number, number] {
  const bytes = Buffer.from(png);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
