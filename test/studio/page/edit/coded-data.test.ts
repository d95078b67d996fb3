import { describe, expect, it } from 'vitest';
import {
  completedElements,
  GS1_SYMBOLS,
  QR_CONTENTS,
  qrCommands,
} from '../../../../src/studio/page/edit/coded-data.ts';

const ITEM = { identifier: '01', value: '09501101530003' };
const BATCH = { identifier: '10', value: 'AB_1' };
const DATE = { identifier: '17', value: '271231' };

describe('elements of GS1', () => {
  it('get the check digits that are left out', () => {
    expect(completedElements([{ identifier: '01', value: ' 0950110153000' }, BATCH])).toEqual([ITEM, BATCH]);
    expect(completedElements([{ identifier: '00', value: '09501101530000001' }])).toEqual([
      { identifier: '00', value: '095011015300000010' },
    ]);
    expect(completedElements([{ identifier: '01', value: '{gtin}' }])).toEqual([
      { identifier: '01', value: '{gtin}' },
    ]);
  });

  it.each([
    ['01', '09501101530001', '(01) takes 14 digits, the last a check digit, here 3; got 1'],
    ['17', '271301', '(17) takes 6 digits as YYMMDD; got 271301'],
    ['10', '', '(10) takes 1 to 20 characters; got 0'],
  ])('of (%s) are not %j', (identifier, value, words) => {
    expect(completedElements([{ identifier, value }])).toBe(words);
  });

  it('are separated behind a value of any length', () => {
    const data = (symbol: string, ...elements: readonly (typeof ITEM)[]) =>
      GS1_SYMBOLS[symbol]?.(elements)(8).at(-1)?.[1];
    expect(data('GS1-128', ITEM, BATCH, DATE)).toBe('(01)09501101530003(10)AB_1>8(17)271231');
    expect(data('GS1-128', ITEM, BATCH)).toBe('(01)09501101530003(10)AB_1');
    expect(data('GS1 Data Matrix', ITEM, BATCH, DATE)).toBe('_1010950110153000310AB__1_117271231');
  });
});

describe('contents of QR Codes', () => {
  it.each([
    ['Link', { Address: 'example.com/a' }, 'https://example.com/a'],
    ['Link', { Address: 'mailto:ada@example.com' }, 'mailto:ada@example.com'],
    ['Link', { Address: '{url}' }, '{url}'],
    ['Wi-Fi', { Network: 'a;b', Password: 'p:"\\' }, 'WIFI:T:WPA;S:a\\;b;P:p\\:\\"\\\\;;'],
    ['Wi-Fi', { Network: 'open' }, 'WIFI:T:nopass;S:open;;'],
    ['Contact', { Name: 'Byron,Ada', Telephone: '+44 1' }, 'MECARD:N:Byron\\,Ada;TEL:+44 1;;'],
  ])('%s of %j is %j', (kind, values, expected) => {
    expect(QR_CONTENTS[kind]?.data(values)).toBe(expected);
  });

  it('never are commands', () => {
    expect(qrCommands('^XZ')(8)).toEqual([['BQ', 'N', 2, 4], ['FH'], ['FD', 'QA,_5EXZ']]);
  });
});
