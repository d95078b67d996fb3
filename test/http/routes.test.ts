import { describe, expect, it } from 'vitest';
import { matchRoute } from '../../src/http/routes.ts';

const match = (method: string, path: string) => matchRoute('/label-api', method, path, true);

describe('matchRoute', () => {
  it.each([
    ['GET', '/label-api', 'legacy-get', ''],
    ['GET', '/label-api/', 'legacy-get', ''],
    ['POST', '/label-api/', 'legacy-post', ''],
    ['GET', '/label-api/labels', 'list-labels', ''],
    ['GET', '/label-api/labels/x', 'read-label', 'x'],
    ['POST', '/label-api/labels/x', 'render-label', 'x'],
    ['GET', '/label-api/labels/x/zpl', 'download-zpl', 'x'],
    ['POST', '/label-api/labels/x/render', 'render-label', 'x'],
    ['POST', '/label-api/labels/x/print', 'print-labels', 'x'],
    ['GET', '/label-api/openapi.json', 'openapi', ''],
    ['GET', '/label-api/docs', 'docs', ''],
    ['GET', '/label-api/docs/page.js', 'docs', 'page.js'],
  ])('%s %s is %s', (method, path, route, parameter) => {
    expect(match(method, path)).toEqual({ kind: 'route', route, parameter });
  });

  it.each(['/label-api/openapi.json', '/label-api/docs', '/label-api/docs/page.js'])(
    '%s is no route, of any method, without pages',
    (path) => {
      for (const method of ['GET', 'POST']) {
        expect(matchRoute('/label-api', method, path, false)).toEqual({ kind: 'none' });
      }
    },
  );

  it.each([
    ['PUT', '/label-api/', ['GET', 'POST']],
    ['HEAD', '/label-api/labels', ['GET']],
    ['OPTIONS', '/label-api/labels/x', ['GET', 'POST']],
    ['POST', '/label-api/labels/x/zpl', ['GET']],
    ['GET', '/label-api/labels/x/print', ['POST']],
    ['POST', '/label-api/openapi.json', ['GET']],
    ['HEAD', '/label-api/docs', ['GET']],
    ['DELETE', '/label-api/docs/page.js', ['GET']],
    ['constructor', '/label-api/labels', ['GET']],
  ])('%s %s is refused with the methods that the route has', (method, path, allow) => {
    expect(match(method, path)).toEqual({ kind: 'method', allow });
  });

  it.each([
    '/',
    '/labels',
    '/label-apix',
    '/label-api/labels/',
    '/label-api/labels//zpl',
    '/label-api/labels/x/',
    '/label-api/labels/x/zpl/',
    '/label-api/labels/x/constructor',
    '/label-api/labels/x/zpl/y/z',
    '/label-api/other',
    '/label-api//labels',
    '/label-api/docs/',
    '/label-api/docs/../labels',
    '/label-api/docsx',
    '/label-api/openapi.jsonx',
    '/docs',
  ])('%s is no route', (path) => {
    expect(match('GET', path)).toEqual({ kind: 'none' });
  });

  it('serves from the root when there is no base path', () => {
    expect(matchRoute('', 'GET', '/labels', true)).toEqual({
      kind: 'route',
      route: 'list-labels',
      parameter: '',
    });
    expect(matchRoute('', 'GET', '/', true)).toEqual({ kind: 'route', route: 'legacy-get', parameter: '' });
  });
});
