import { createRequire } from 'node:module';

// The reference of the HTTP suite: the same native server with nothing behind it. GET answers what it was told
// to; POST reads the body and sends it back.
interface Response {
  onAborted(handler: () => void): void;
  onData(handler: (chunk: ArrayBuffer, last: boolean) => void): void;
  cork(work: () => void): void;
  end(body: string | Uint8Array): void;
}
interface App {
  get(path: string, handler: (response: Response) => void): App;
  post(path: string, handler: (response: Response) => void): App;
  listen(host: string, port: number, done: (socket: unknown) => void): App;
}
interface Native {
  App(): App;
  us_socket_local_port(socket: unknown): number;
}
const major = process.versions.node.split('.')[0];
const uws = createRequire(import.meta.url)(`@uwsjs/${process.platform}-${process.arch}-${major}`) as Native;

const got = 'x'.repeat(Number(process.argv[2] ?? 2048));

uws
  .App()
  .get('/*', (response) => {
    response.end(got);
  })
  .post('/*', (response) => {
    let body = Buffer.alloc(0);
    response.onAborted(() => {});
    response.onData((chunk, last) => {
      body = Buffer.concat([body, Buffer.from(chunk)]);
      if (last) response.cork(() => response.end(body));
    });
  })
  .listen('127.0.0.1', 0, (socket) => process.stdout.write(`${uws.us_socket_local_port(socket)}\n`));
