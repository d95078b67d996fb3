import { once } from 'node:events';
import { connect } from 'node:net';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { FakePrinter } from './fake-printer.ts';

/** The address of Zebra's Browser Print for pages on its machine. */
const PLACE = 'http://127.0.0.1:9100';

/** Zebra's Browser Print with one printer, for the pages of a browser. */
export interface FakeBrowserPrint {
  /** Paths that were asked, in order. */
  readonly asked: string[];
  /** Loses the answer to the next write, which the printer still gets. */
  losesNext: boolean;
  /** Refuses the next write with these words. */
  refusesNext: string | null;
  /** Delays the answer to a write until this resolves. */
  held: Promise<void>;
}

/** Answers the page's requests to Browser Print, whose policy and origin the browser checks as for a real one. */
export async function fakeBrowserPrint(page: Page, printer: FakePrinter): Promise<FakeBrowserPrint> {
  const service: FakeBrowserPrint = {
    asked: [],
    losesNext: false,
    refusesNext: null,
    held: Promise.resolve(),
  };
  const device = { name: 'ZD421', uid: 'D4J251202398', connection: 'usb', deviceType: 'printer', version: 3 };
  const socket = connect(printer.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let heard = '';
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')));
  await page.route(`${PLACE}/**`, async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    service.asked.push(path);
    const answer = (body: string, status = 200) =>
      route.fulfill({ status, body, headers: { 'access-control-allow-origin': '*' } });
    if (path === '/available') return answer(JSON.stringify({ printer: [device], deviceList: [device] }));
    const type = (await request.headerValue('content-type')) ?? '';
    const body = request.postDataBuffer() ?? Buffer.alloc(0);
    const sent = await sentIn(body, type);
    if (JSON.stringify(sent.device) !== JSON.stringify(device)) return answer('no such device', 500);
    if (path === '/read') {
      const text = heard;
      heard = '';
      return answer(text);
    }
    if (path !== '/write') return answer('', 404);
    const isQuestion = sent.bytes.toString() === '~HS';
    if (!isQuestion && service.refusesNext !== null) return answer(service.refusesNext, 500);
    socket.write(sent.bytes);
    if (!isQuestion) await service.held;
    if (isQuestion || !service.losesNext) return answer('{}');
    return route.abort('connectionreset');
  });
  return service;
}

/** The device and the bytes of a request: text, or a file in a form. */
async function sentIn(
  body: Buffer,
  type: string,
): Promise<{ readonly device: unknown; readonly bytes: Buffer }> {
  if (!type.startsWith('multipart/form-data')) {
    const { device, data = '' } = JSON.parse(body.toString()) as { device: unknown; data?: string };
    return { device, bytes: Buffer.from(data) };
  }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const { device } = JSON.parse(form.get('json') as string) as { device: unknown };
  return { device, bytes: Buffer.from(await (form.get('blob') as Blob).arrayBuffer()) };
}
