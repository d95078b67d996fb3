import { describe, expect, it } from 'vitest';
import type { View } from '../../src/studio/engine/messages.ts';
import { unpackDots } from '../../src/studio/packed-words.ts';
import { inBase64, signature } from '../support/pictures.ts';
import { DRAFT, enteredInto, ZPL } from './entered.ts';
import { useStudio } from './open-studio.ts';

describe('a picture of a draft', () => {
  const studio = useStudio();

  it('comes with what prints, where it stands in the source and on the label', async () => {
    const { post } = await enteredInto(studio());
    const view = (await (await post('/api/view', { draft: DRAFT })).json()) as View;
    expect(view).toMatchObject({ width: 400, height: 200, labelCount: 1, failure: null });
    expect(view.variables).toEqual([{ name: 'name', kind: 'variable', isPicture: false }]);
    const [label] = view.labels;
    const packed = Buffer.from(label?.dots ?? '', 'base64');
    // Below the upper edge of the box is its line of black dots.
    const words = unpackDots(new Int32Array(new Uint8Array(packed).buffer), 13, 13 * 200);
    expect([...words.subarray(80 * 13, 80 * 13 + 4)]).toEqual([0x003f_ffff, -1, -1, -0x4_0000]);
    expect(words.subarray(190 * 13).every((word) => word === 0)).toBe(true);
    expect(label?.elements.map(({ kind, start, end }) => [kind, ZPL.slice(start, end)])).toEqual([
      ['text', '^FD{name}'],
      ['box', '^GB100,50,5'],
    ]);
    expect(label?.elements[1]?.box).toEqual({ x: 10, y: 80, width: 100, height: 50 });
  });

  it('does not complain about values before any is given', async () => {
    const { post } = await enteredInto(studio());
    const zpl = '^XA^FO9,9^BEN,50^FD{ean}^FS^FO9,90^A0N,20^FD{name}^FS^XZ';
    const failureOf = async (variables: object, fieldTransforms: unknown = []) => {
      const draft = { ...DRAFT, zpl, fieldTransforms, variables };
      return ((await (await post('/api/view', { draft })).json()) as View).failure;
    };
    expect([await failureOf({}), await failureOf({ ean: '', name: '' })]).toEqual([null, null]);
    expect(await failureOf({ name: 'x' })).toContain('ean13');
    expect(await failureOf({}, 'malformed')).toContain('transforms');
  });

  it('shows a picture that a value has', async () => {
    const { post } = await enteredInto(studio());
    const zpl =
      '^XA^FXsvc-barcode:1;symbology=image;template=%7Bname%7D^FS^FO10,10^GFA,2400,2400,30,,::^FS^XZ';
    const shown = async (name: string) => {
      const draft = { ...DRAFT, zpl, variables: { name } };
      return (await (await post('/api/view', { draft })).json()) as View;
    };
    const [signed, blank] = [await shown(inBase64(signature(1))), await shown('')];
    expect([signed.failure, blank.failure]).toEqual([null, null]);
    expect(signed.labels[0]?.elements[0]).toMatchObject({ kind: 'graphic', start: zpl.indexOf('^FO') });
    expect(signed.labels[0]).not.toEqual(blank.labels[0]);
    expect((await shown('x')).failure).toContain('image');
  });

  it('shows the time that is set, or that of the clock', async () => {
    const { post } = await enteredInto(studio());
    const steps = [{ op: 'clock', format: 'HH:mm' }];
    const shown = async (now: number | null) => {
      const draft = { ...DRAFT, now, variables: {}, fieldTransforms: [{ variable: 'name', steps }] };
      return (await (await post('/api/view', { draft })).json()) as View;
    };
    const set = await shown(Date.UTC(2011, 10, 11, 11, 12));
    expect(set.clock).toBe(Date.UTC(2011, 10, 11, 11, 12));
    expect(set.transforms[0]?.steps[0]?.value).toBe('11:12');
    const before = Date.now();
    const { clock } = await shown(null);
    expect(clock).toBeGreaterThanOrEqual(before);
    expect(clock).toBeLessThanOrEqual(Date.now());
  });

  it('is that of the label as saved where values cannot be put in, with the reason', async () => {
    const { post } = await enteredInto(studio());
    const draft = { ...DRAFT, zpl: '^XA^FO10,10^BEN,50^FD{ean}^FS^XZ', variables: { ean: 'x' } };
    const view = (await (await post('/api/view', { draft })).json()) as View;
    expect(view.failure).toContain('ean13 "{ean}"');
    expect(view.labels).toHaveLength(1);
  });

  it('is refused with a reason for a size that cannot be drawn, and the next one is drawn', async () => {
    const { post } = await enteredInto(studio());
    const draft = { ...DRAFT, size: { widthMm: 100_000, heightMm: 25, dpi: 203 } };
    const view = (await (await post('/api/view', { draft })).json()) as View;
    expect(view.failure).toContain('12000');
    expect((await post('/api/view', { draft: DRAFT })).status).toBe(200);
  });

  it('names the member that is wrong', async () => {
    const { post } = await enteredInto(studio());
    const answer = await post('/api/view', { draft: { ...DRAFT, size: { widthMm: 'a' } } });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('draft.size.widthMm');
  });

  it('shows transforms step by step, up to the one that fails', async () => {
    const { post } = await enteredInto(studio());
    const fieldTransforms = [
      {
        variable: 'NAME',
        steps: [{ op: 'trim' }, { op: 'upper' }, { op: 'max_length', length: 2 }, { op: 'lower' }],
      },
    ];
    const draft = { ...DRAFT, fieldTransforms, variables: { name: ' Zoë ' } };
    const view = (await (await post('/api/view', { draft })).json()) as View;
    expect(view.transforms).toEqual([
      {
        variable: 'NAME',
        before: ' Zoë ',
        steps: [
          { op: 'trim', value: 'Zoë', failure: null },
          { op: 'upper', value: 'ZOË', failure: null },
          { op: 'max_length', value: 'ZOË', failure: 'the value has 3 characters; at most 2 are allowed' },
        ],
      },
    ]);
    expect(view.failure).toContain('step 3');
  });
});
