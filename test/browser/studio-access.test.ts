import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { inkOf, LABEL, useBrowser } from './visited-studio.ts';

describe.skipIf(!hasBrowser())('who gets into the studio with a browser', () => {
  const visit = useBrowser();

  it('is opened by a link of another port, whose server is sent nothing of the session', async () => {
    const { page } = await visit();
    const sent: string[] = [];
    const other = createServer((request, response) => {
      sent.push(JSON.stringify(request.rawHeaders));
      response.setHeader('Content-Type', 'text/html').end(`<a href="${page.url()}">the studio</a>`);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const session = await page.evaluate<string>("localStorage.getItem('session')");
    const tab = await page.context().newPage();
    await tab.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    await tab.getByText('the studio').click();
    await expect.poll(() => inkOf(tab)).toBeGreaterThan(0);
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.join('\n')).not.toContain(session);
    expect(sent.join('\n')).not.toMatch(/cookie/i);
  });

  it('answers nothing to what a page of another origin can make a browser send', async () => {
    const { folder, page } = await visit();
    const { origin, host } = new URL(page.url());
    const other = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end(`
        <iframe name="target"></iframe>
        <form method="post" enctype="text/plain" action="${origin}/api/save" target="target">
          <input name='{"id":"box.zpl","revision":"","zpl":"' value='"}'></form>`);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const tab = await page.context().newPage();
    await tab.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const outcomes = await tab.evaluate<readonly string[]>(`(() => {
      const render = '${origin}/v1/printers/8dpmm/labels/1x1/0/^XA^GB9,9,9^XZ';
      const outcome = (target) => new Promise((resolve) => {
        for (const type of ['open', 'load', 'message', 'error']) target.addEventListener(type, () => resolve(type));
      });
      const loaded = (tag, src) => outcome(document.body.appendChild(Object.assign(document.createElement(tag), { src })));
      const fetched = (path, init) => fetch('${origin}' + path, init).then(() => 'open', () => 'error');
      const sent = outcome(document.querySelector('iframe'));
      document.forms[0].submit();
      const outcomes = Promise.all([
        loaded('img', render),
        loaded('script', '${origin}/page/page.js'),
        outcome(new EventSource('${origin}/api/labels')),
        outcome(new WebSocket('ws://${host}/api/labels')),
        fetched('/api/labels', { credentials: 'include' }),
        fetched('/api/save', { method: 'POST', headers: { Authorization: 'Bearer x' }, body: '{}' }),
        fetched('/v1/printers/8dpmm/labels/1x1/0/', { method: 'POST', body: '^XA^XZ' }),
      ]);
      return sent.then(() => outcomes);
    })()`);
    expect(new Set(outcomes)).toEqual(new Set(['error']));
    expect(tab.frames().map((frame) => frame.url())).toContain(`${origin}/api/save`);
    await expect
      .poll(() => tab.frameLocator('iframe').locator('body').innerText())
      .toContain('pages of other origins');
    expect(await readFile(join(folder, 'box.zpl'), 'utf8')).toBe(LABEL);
  });
});
