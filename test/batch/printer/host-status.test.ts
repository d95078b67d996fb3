import { describe, expect, it } from 'vitest';
import { type HostStatus, HostStatusReader, hindrance } from '../../../src/batch/printer/host-status.ts';
import { READY } from '../../support/fake-printer.ts';

const FIRST = '030,0,0,1245,000,0,0,0,000,0,0,0';
const SECOND = '001,0,0,0,1,2,4,0,00000000,1,000';
const THIRD = '1234,0';
const line = (text: string): string => `\x02${text}\x03\r\n`;
const answer = (first = FIRST, second = SECOND): string => line(first) + line(second) + line(THIRD);

const read = (text: string): HostStatus[] => new HostStatusReader().read(Buffer.from(text, 'latin1'));

describe('an answer', () => {
  it.each([
    ['030,1,0,1245,000,0,0,0,000,0,0,0', SECOND, { paperOut: true }, 'paper out'],
    ['030,0,1,1245,000,0,0,0,000,0,0,0', SECOND, { paused: true }, 'paused'],
    ['030,0,0,1245,012,0,0,0,000,0,0,0', SECOND, { formats: 12 }, null],
    ['030,0,0,1245,000,1,0,0,000,0,0,0', SECOND, { bufferFull: true }, 'buffer full'],
    ['030,0,0,1245,000,0,1,0,000,0,0,0', SECOND, {}, null],
    ['030,0,0,1245,000,0,0,1,000,0,0,0', SECOND, { partialFormat: true }, null],
    [
      '030,0,0,1245,000,0,0,0,000,1,0,0',
      SECOND,
      { corruptMemory: true },
      'configuration lost (corrupt memory)',
    ],
    ['030,0,0,1245,000,0,0,0,000,0,1,0', SECOND, { tooCold: true }, 'too cold'],
    ['030,0,0,1245,000,0,0,0,000,0,0,1', SECOND, { tooHot: true }, 'too hot'],
    [FIRST, '001,0,1,0,1,2,4,0,00000000,1,000', { headOpen: true }, 'head open'],
    [FIRST, '001,0,0,1,1,2,4,0,00000000,1,000', { ribbonOut: true }, 'ribbon out'],
    [FIRST, '001,0,0,1,0,2,4,0,00000000,1,000', {}, null],
    [FIRST, '001,0,0,0,1,K,4,1,00000000,1,000', { labelWaiting: true }, null],
    [FIRST, '001,0,0,0,1,2,4,0,00000120,1,003', { labelsLeft: 120 }, null],
  ])('is understood: %s / %s', (first, second, told, why) => {
    const [status, ...others] = read(answer(first, second));
    expect({ status, others }).toEqual({ status: { ...READY, ...told }, others: [] });
    expect(hindrance(status as HostStatus)).toBe(why);
  });

  it('may have several reasons', () => {
    const [status] = read(answer('030,1,1,1245,000,0,0,0,000,0,0,0', '001,0,1,0,1,2,4,0,00000000,1,000'));
    expect(hindrance(status as HostStatus)).toBe('paper out, head open, paused');
  });

  it('may come byte by byte', () => {
    const reader = new HostStatusReader();
    const statuses = [...Buffer.from(answer())].flatMap((byte, index) =>
      reader.read(Uint8Array.of(byte)).map((status) => ({ status, index })),
    );
    expect(statuses).toEqual([{ status: READY, index: answer().length - 3 }]);
  });

  it('may come with others, and with what is none before, between and behind', () => {
    const text = `HELLO\r\n\x02${answer()}\x03\x00${line('7,8')}${answer()}${line(FIRST)}`;
    expect(read(text)).toEqual([READY, READY]);
  });

  it('may begin again after one that was cut off', () => {
    expect(read(line(FIRST) + answer())).toEqual([READY]);
    expect(read(line(FIRST) + line(SECOND) + answer())).toEqual([READY]);
    expect(read(`\x02030,0,0${answer()}`)).toEqual([READY]);
  });
});

describe('no answer', () => {
  it.each([
    ['text', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['strings in another order', line(SECOND) + line(FIRST) + line(THIRD)],
    ['a string missing', line(FIRST) + line(THIRD)],
    ['another string between', line(FIRST) + line('PRINTER STATUS') + line(SECOND) + line(THIRD)],
    ['a field too few', answer('030,0,0,1245,000,0,0,0,000,0,0')],
    ['a field too many', answer(`${FIRST},0`)],
    ['a flag that is none', answer('030,2,0,1245,000,0,0,0,000,0,0,0')],
    ['a letter for a number', answer('030,0,0,1245,00O,0,0,0,000,0,0,0')],
    ['a number without end', answer(`${'0'.repeat(70)}${FIRST}`)],
    ['no STX', answer().replaceAll('\x02', '')],
    ['no ETX', answer().replaceAll('\x03', '')],
  ])('is %s', (_what, text) => {
    expect(read(text)).toEqual([]);
  });

  it('is counted since the last answer', () => {
    const reader = new HostStatusReader();
    reader.read(Buffer.from(`garbage${answer()}`));
    // CR and LF of the last string.
    expect(reader.bytesWithoutAnswer).toBe(2);
    reader.read(Buffer.alloc(5000, '\x02'));
    expect(reader.bytesWithoutAnswer).toBe(5002);
  });
});
