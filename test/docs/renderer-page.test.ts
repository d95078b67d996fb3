import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RENDERER_SETTINGS } from '../../src/cli/renderer.ts';

const PAGE = readFileSync(new URL('../../docs/renderer.md', import.meta.url), 'utf8');

/** The settings of every command that draws labels. */
const DRAWING = ['FONTS_DIR', 'PRINTER_PROFILE', 'TIME_ZONE'];

test('the page names the environment variables that the renderer reads', () => {
  const [, list = ''] = /^Environment variables of the service apply[^:]*: ([^]*?)\.$/m.exec(PAGE) ?? [];
  const named = [...list.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
  const read = RENDERER_SETTINGS.map((member) => member.replaceAll(/[A-Z]/g, '_$&').toUpperCase());
  expect(named.toSorted()).toEqual([...read, ...DRAWING].toSorted());
});
