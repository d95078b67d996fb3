import { createRequire } from 'node:module';

// The reference of the HTTP suite: the same native server with nothing behind it. POST reads the whole body;
// both answer with as many bytes as the service would, which are made before.
interface Response {
  onAborted(handler: () => void): void;
  onData(handler: (chunk: ArrayBuffer, last: boolean) => void): void;
  cork(work: () => void): void;
  end(body: Uint8Array): void;
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

const [got, posted] = process.argv.slice(2, 4).map((bytes) => Buffer.alloc(Number(bytes), 'x')) as [
  Buffer,
  Buffer,
];

uws
  .App()
  .get('/*', (response) => {
    response.end(got);
  })
  .post('/*', (response) => {
    response.onAborted(() => {});
    response.onData((_, last) => {
      if (last) response.cork(() => response.end(posted));
    });
  })
  .listen('127.0.0.1', 0, (socket) => process.stdout.write(`${uws.us_socket_local_port(socket)}\n`));
