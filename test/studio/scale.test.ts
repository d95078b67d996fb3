import { expect, it } from 'vitest';
import type { ScaledDraft } from '../../src/studio/engine/messages.ts';
import { DRAFT, enteredInto } from './entered.ts';
import { useStudio } from './open-studio.ts';

const studio = useStudio();
const { encoding, size } = DRAFT;

it('writes a label for another resolution, and says what changed otherwise than in proportion', async () => {
  const { post } = await enteredInto(studio());
  const zpl = '^XA^FO20,30^A0N,40^FDé {name}^FS^FO20,80^BY2,,40^BCN^FD123^FS^XZ';
  const scaled = (await (
    await post('/api/scale', { zpl, encoding, size, toDpi: 152 })
  ).json()) as ScaledDraft;
  expect(scaled).toEqual({
    zpl: '^XA^FO15,22^A0N,30^FDé {name}^FS^FO15,60^BY1,,30^BCN^FD123^FS^XZ',
    notes: ['label 1: ^BC of "123" shrank by 33 %: its modules are whole dots'],
  });
  const bytes = { zpl: '^XA^FO20,30^FD\xe9^FS^XZ', encoding: 'bytes', size, toDpi: 203 };
  expect(await (await post('/api/scale', bytes)).json()).toEqual({ zpl: bytes.zpl, notes: [] });
});

it.each([
  [{ zpl: '', encoding, size, toDpi: 0 }, 400, 'toDpi'],
  [{ zpl: '', encoding, size: { ...size, dpi: -1 }, toDpi: 300 }, 400, 'size.dpi'],
  [{ zpl: '€', encoding: 'bytes', size, toDpi: 300 }, 422, 'cannot be written'],
  [{ zpl: '^GFA,4000000,4000000,1000,^FS'.repeat(20), encoding, size, toDpi: 204 }, 413, '16777216 bytes'],
])('refuses what cannot be scaled, with the reason: %#', async (body, status, reason) => {
  const { post } = await enteredInto(studio());
  const answer = await post('/api/scale', body);
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(reason)]);
});
