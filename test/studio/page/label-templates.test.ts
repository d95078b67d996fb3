import { expect, it } from 'vitest';
import { findingsOf } from '../../../src/studio/engine/draft-findings.ts';
import { drawnBitmap } from '../../../src/studio/engine/made-file.ts';
import type { DraftLabel } from '../../../src/studio/engine/messages.ts';
import { readBarcodesOf } from '../../../src/studio/engine/read-barcodes.ts';
import { viewOf } from '../../../src/studio/engine/view.ts';
import { LABEL_TEMPLATES } from '../../../src/studio/page/label-templates.ts';

/** The text of the symbols of each template, as a reader reads them. */
const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  Parcel: ['QRCode NW12345679', 'Code128 NW12345679'],
  'Pallet (SSCC)': ['Code128 0209501101530003', 'Code128 3724\x1d10AB123', 'Code128 00095011015300000010'],
  Shelf: ['EAN13 5012345678900'],
  Asset: ['QRCode IT-00471'],
  'Hazard (GHS)': [],
  Address: [],
  'Carton (ITF-14)': ['ITF 15012345678907'],
  Food: ['DataMatrix 010950110153000310AB123'],
  'Sample tube': ['DataMatrix S-2027-0471'],
  Location: ['Code128 A-12-03-2'],
  Visitor: ['QRCode MECARD:N:Ada Byron;ORG:Engines Ltd;;'],
  'Wi-Fi': ['QRCode WIFI:T:WPA;S:oak-guests;P:acorn2027;;'],
};

it('there are twelve templates', () => {
  expect(LABEL_TEMPLATES.map(({ name }) => name)).toEqual(Object.keys(SYMBOLS));
});

it.each(LABEL_TEMPLATES)(
  '$name has no findings, and its symbols are read',
  async ({ name, size, zpl, values }) => {
    const draft: DraftLabel = {
      zpl,
      encoding: 'utf-8',
      size,
      fieldTransforms: [],
      dynamicTokens: [],
      variables: values,
      now: 0,
    };
    const { warnings, failure, variables } = viewOf(draft, 0, 1);
    expect({ warnings, failure, findings: findingsOf(draft, null) }).toEqual({
      warnings: [],
      failure: null,
      findings: [],
    });
    expect(variables.map((each) => each.name).toSorted()).toEqual(Object.keys(values).toSorted());
    const read = await readBarcodesOf(drawnBitmap(draft, 0));
    expect(read.map(({ symbology, text }) => `${symbology} ${text}`)).toEqual(SYMBOLS[name]);
  },
);
