import { describe, expect, it } from 'vitest';
import { expectAnswer, expectCleanLog, expectProblem } from '../api/expectations.ts';
import { useDatabase, useService } from '../support/service.ts';
import { answer, PDF, png, useStandIn } from './stand-in.ts';

describe('the service with an external renderer', () => {
  const standIn = useStandIn();
  const database = useDatabase();
  const waitingFor = (timeoutMs: number) => ({
    RENDERER: 'external',
    EXTERNAL_RENDERER_TIMEOUT_MS: String(timeoutMs),
    // Read when the service starts: the stand-in has its port by then.
    get EXTERNAL_RENDERER_URL() {
      return standIn.url;
    },
  });
  const api = useService(waitingFor(60_000), database);
  const impatient = useService(waitingFor(100), database);

  it('substitutes here and has images drawn there, warnings counted', async () => {
    const account = await api.account();
    const { id } = await account.label();
    const image = png(400, 200);
    standIn.behave = answer(200, { 'content-type': 'image/png', 'x-warnings': '1|2|^FD||odd' }, image);
    const variables = { name: 'Müller & Söhne' };
    const reply = await account.post(`/labels/${id}/render`, { format: 'png', variables });
    expectAnswer(reply, 'image/png');
    expect(reply.headers).toMatchObject({
      'x-svc-output-format': 'vector',
      'x-svc-render-warning-count': '1',
      'x-svc-render-warnings': '"^FD odd"',
    });
    expect(reply.body.equals(image)).toBe(true);
    const zpl = await account.post(`/labels/${id}/render`, { variables });
    expect(standIn.received.map(({ path, body }) => [path, body])).toEqual([
      ['/v1/printers/8dpmm/labels/1.969x0.984/0/', zpl.body.toString('latin1')],
    ]);
  });

  it('hands on a PDF, without a warning header when there is none', async () => {
    const account = await api.account();
    const { id } = await account.label();
    const reply = await account.post(`/labels/${id}/render`, { format: 'pdf' });
    expectAnswer(reply, 'application/pdf');
    expect(reply.body.equals(PDF)).toBe(true);
    expect(reply.headers).not.toHaveProperty('x-svc-render-warning-count');
    expect(reply.headers).not.toHaveProperty('x-svc-render-warnings');
  });

  it('sends the trace of each request along', async () => {
    const account = await api.account();
    const { id } = await account.label();
    standIn.behave = (response, request) =>
      setTimeout(() => answer(200, { 'content-type': 'image/png' }, png(400, 200))(response, request), 20);
    const traces = [1, 2, 3].map((number) => `00-${'ab'.repeat(15)}0${number}-00f067aa0ba902b7-01`);
    const render = (headers: Readonly<Record<string, string>>) =>
      api.request('POST', `/label-api/labels/${id}/render`, {
        headers: { 'x-api-key': account.key, 'content-type': 'application/json', ...headers },
        body: { format: 'png' },
      });
    await Promise.all([
      ...traces.map((traceparent) => render({ traceparent })),
      render({ traceparent: 'wrong' }),
    ]);
    const sent = standIn.received.map(({ headers }) => headers['traceparent']);
    expect(new Set(sent)).toEqual(new Set([undefined, ...traces]));
    expect(sent).toHaveLength(4);
  });

  it('answers its failures with 502, and its own refusals without a call', async () => {
    const account = await api.account();
    const { id } = await account.label();
    const render = (label: string) => account.post(`/labels/${label}/render`, { format: 'png' });
    standIn.behave = answer(500, {}, 'ERROR: ^FDHello');
    expectProblem(await render(id), 502);
    expect(standIn.received).toHaveLength(1);
    expectProblem(await render((await account.label({ size: { widthMm: 5 } })).id), 409);
    expectProblem(
      await render((await account.label({ size: { widthMm: 900, heightMm: 900, dpi: 600 } })).id),
      413,
    );
    const wordy = `^XA${`^FO0,0^FD${'x'.repeat(3000)}^FS`.repeat(7)}^XZ`;
    expectProblem(await render((await account.label({ zpl: wordy })).id), 413);
    const bars = '^XA^FO10,10^BEN,50^FD{digits}^FS^XZ';
    expect((await render((await account.label({ zpl: bars })).id)).status).toBe(422);
    const both = { zpl: bars, size: { widthMm: 900, heightMm: 900, dpi: 600 } };
    expectProblem(await render((await account.label(both)).id), 413);
    expect(standIn.received).toHaveLength(1);
    expectCleanLog(api);
  });

  it('answers 504 where it does not draw in time', async () => {
    standIn.behave = () => {};
    const account = await impatient.account();
    const { id } = await account.label();
    expectProblem(await account.post(`/labels/${id}/render`, { format: 'png' }), 504);
    expectCleanLog(impatient);
  });
});
