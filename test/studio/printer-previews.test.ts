import { describe, expect, it, onTestFinished } from 'vitest';
import type { PrinterDifference } from '../../src/studio/engine/messages.ts';
import { type EmulatedOptions, EmulatedPrinter } from '../link-os/emulated-printer.ts';
import { DRAFT, enteredInto } from './entered.ts';
import { openStudio, useStudio } from './open-studio.ts';

const studio = useStudio();

async function startPrinter(options?: EmulatedOptions): Promise<EmulatedPrinter> {
  const printer = await EmulatedPrinter.start(options);
  onTestFinished(() => printer.close());
  return printer;
}

const BOX = '^XA^FO20,20^GB60,40,40^FS^XZ';
const TWO = `${BOX}^XA^FO20,30^A0N,40^FD{name}^FS^XZ`;
const draft = (zpl: string) => ({ ...DRAFT, zpl, size: { widthMm: 50, heightMm: 25, dpi: 203 } });

it('shows one label of a draft beside the preview of a printer, with values and size', async () => {
  const printer = await startPrinter();
  const { post } = await enteredInto(studio());
  const asked = async (zpl: string, index: number) =>
    (await (
      await post('/api/printer-preview', { draft: draft(zpl), index, printer: printer.address })
    ).json()) as PrinterDifference;
  expect(await asked(BOX, 0)).toMatchObject({ iou: 1, onlyFirst: 0, onlySecond: 0 });
  const text = await asked(TWO, 1);
  expect(printer.sent.at(-1)).toMatch(/^\^XA\^PW400\^LL200\^FO20,30\^A0N,40\^/);
  expect(printer.sent.at(-1)).not.toContain('{name}');
  expect(text.iou).toBeLessThan(1);
  expect(text.onlySecond).toBeGreaterThan(50);
  expect(Buffer.from(text.png, 'base64').readUInt32BE(16)).toBe(400);
});

describe('refuses', () => {
  it.each<readonly [string, string, (printer: EmulatedPrinter) => string, number, string]>([
    ['an address that is none', TWO, () => 'https://printer/', 400, 'HOST or http://HOST[:PORT]'],
    ['a stream that prints nothing there', BOX, ({ address }) => address, 422, 'no such label'],
  ])('%s', async (_, zpl, addressOf, status, reason) => {
    const printer = await startPrinter();
    const { post } = await enteredInto(studio());
    const answer = await post('/api/printer-preview', {
      draft: draft(zpl),
      index: 1,
      printer: addressOf(printer),
    });
    expect([answer.status, await answer.text(), printer.sent]).toEqual([
      status,
      expect.stringContaining(reason),
      [],
    ]);
  });

  it('a printer without a preview, with its reason', async () => {
    const printer = await startPrinter();
    printer.intercept = (_, response) => {
      response.writeHead(401).end();
      return true;
    };
    const { post } = await enteredInto(studio());
    const answer = await post('/api/printer-preview', {
      draft: draft(BOX),
      index: 0,
      printer: printer.address,
    });
    expect([answer.status, await answer.text()]).toEqual([
      502,
      expect.stringContaining('asks for a password'),
    ]);
  });

  it('all of it where others than the user may look', async () => {
    const printer = await startPrinter();
    const { post } = await enteredInto(await openStudio({ canSave: false }));
    const answer = await post('/api/printer-preview', {
      draft: draft(BOX),
      index: 0,
      printer: printer.address,
    });
    expect([answer.status, printer.sent]).toEqual([403, []]);
  });
});
