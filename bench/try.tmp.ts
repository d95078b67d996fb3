import { load } from './open-loop.ts';
import { serveEcho } from './served.ts';
const e = await serveEcho(100, 2000);
const requests = [{ kind: 'a', method: 'POST' as const, path: '/', headers: {}, body: 'x'.repeat(500) },{ kind: 'b', method: 'GET' as const, path: '/', headers: {} }];
for (const rate of [null, 1000, 20000]) console.log(JSON.stringify(await load({ port: e.port, requests, connections: 64, rate, seconds: 2 })));
await e.stop();
