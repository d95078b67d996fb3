import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type ByteString, byteStringOf } from '../../src/zpl/byte-string.ts';
import { crc16, decodeGraphic, GRAPHIC_BYTES_MAX, measureRunLengths } from '../../src/zpl/graphic-field.ts';

/** Hexadecimal of the decoded rows, a space between rows. */
function ascii(payload: string, rows: number, bytesPerRow = 2): string {
  const { data } = decodeGraphic('A', payload as ByteString, rows * bytesPerRow, bytesPerRow);
  const row = (r: number): string =>
    Buffer.from(data.subarray(r * bytesPerRow, (r + 1) * bytesPerRow)).toString('hex');
  return Array.from({ length: rows }, (_, r) => row(r)).join(' ');
}

function wrapped(kind: 'B64' | 'Z64', bytes: Uint8Array, crc?: string): ByteString {
  const text = Buffer.from(bytes).toString('base64');
  return `:${kind}:${text}:${crc ?? crc16(text).toString(16).padStart(4, '0')}` as ByteString;
}

describe('hexadecimal graphics', () => {
  it.each([
    ['FF00FF00', 2, 'ff00 ff00'],
    ['ff0f', 1, 'ff0f'],
    ['F F\r\n0 0', 1, 'ff00'],
    ['F,1,', 2, 'f000 1000'],
    ['0!3!', 2, '0fff 3fff'],
    ['1234::', 3, '1234 1234 1234'],
    ['12:', 2, '1200 1200'],
    [':1234', 2, '0000 1234'],
    [',1234', 2, '0000 1234'],
    ['1234,5678', 3, '1234 0000 5678'],
    ['1234!5678', 3, '1234 ffff 5678'],
    ['JF', 1, 'ffff'],
    ['HFGAG5', 1, 'ffa5'],
    ['KF1', 2, 'ffff f100'],
    ['FFFFFFFFFFFF', 1, 'ffff'],
    ['1', 2, '1000 0000'],
    ['', 1, '0000'],
    ['zzzzzzF', 2, 'ffff ffff'],
  ])('reads %j', (payload, rows, expected) => {
    expect(ascii(payload, rows)).toBe(expected);
  });

  it.each([
    ['G', 1],
    ['Y', 19],
    ['g', 20],
    ['z', 400],
    ['gH', 22],
    ['zzY', 819],
  ])('repeats a nibble by %s', (code, times) => {
    expect(ascii(`${code}3`, 1, 500)).toBe('3'.repeat(times).padEnd(1000, '0'));
  });

  it('draws what an encoder of plain hexadecimal wrote', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (bytes, width) => {
          const payload = Buffer.from(bytes).toString('hex') as ByteString;
          const { data } = decodeGraphic('A', payload, bytes.length, width);
          expect(Buffer.from(data).equals(bytes)).toBe(true);
        },
      ),
    );
  });
});

describe('base64 graphics', () => {
  const picture = Uint8Array.from([1, 2, 3, 4, 250, 251]);

  it.each([
    ['B64', (bytes: Uint8Array) => bytes],
    ['Z64', deflateSync],
    ['Z64', gzipSync],
    ['Z64', deflateRawSync],
  ] as const)('reads :%s:', (kind, pack) => {
    const { data, fault } = decodeGraphic('A', wrapped(kind, pack(picture)), 6, 2);
    expect([...data]).toEqual([...picture]);
    expect(fault).toBeNull();
  });

  it('knows the checksum of the standard test string', () => {
    expect(crc16('123456789')).toBe(0x31c3);
    expect(crc16('1234\r\n56789')).toBe(0x31c3);
  });

  it('draws and reports a checksum that does not match', () => {
    const { data, fault } = decodeGraphic('A', wrapped('B64', picture, 'FFFF'), 6, 2);
    expect([...data]).toEqual([...picture]);
    expect(fault?.code).toBe('picture-checksum');
  });

  it('leaves the rest white when data end early, and says how much came', () => {
    const { data, fault } = decodeGraphic('A', wrapped('B64', picture), 8, 2);
    expect([...data]).toEqual([...picture, 0, 0]);
    expect(fault).toEqual({ code: 'picture-short', reason: '6 of 8 bytes were sent' });
  });

  it('keeps what a cut stream still holds', () => {
    const packed = deflateSync(Buffer.alloc(4000, 0xaa));
    const { data } = decodeGraphic('A', wrapped('Z64', packed.subarray(0, packed.length - 6)), 4000, 10);
    expect(data[0]).toBe(0xaa);
  });

  it('ignores data beyond the declared size', () => {
    expect([...decodeGraphic('A', wrapped('Z64', deflateSync(picture)), 2, 2).data]).toEqual([1, 2]);
  });

  it('refuses to unpack more than one graphic may hold', () => {
    const bomb = deflateSync(Buffer.alloc(GRAPHIC_BYTES_MAX + 1));
    const { data, fault } = decodeGraphic('A', wrapped('Z64', bomb), 100, 10);
    expect(data).toHaveLength(100);
    expect(fault?.code).toBe('picture-damaged');
  });

  it('gives white for damaged compression', () => {
    const { data, fault } = decodeGraphic('A', wrapped('Z64', Uint8Array.from([0x78, 0x9c, 9, 9, 9])), 3, 1);
    expect([...data]).toEqual([0, 0, 0]);
    expect(fault).not.toBeNull();
  });
});

describe('binary graphics', () => {
  it('takes the bytes as they are', () => {
    expect([...decodeGraphic('B', byteStringOf(Uint8Array.from([94, 70, 83])), 3, 1).data]).toEqual([
      94, 70, 83,
    ]);
  });

  it('unpacks compressed bytes', () => {
    const packed = byteStringOf(deflateSync(Uint8Array.from([7, 8])));
    expect([...decodeGraphic('C', packed, 2, 1).data]).toEqual([7, 8]);
  });

  it('never throws, and gives the declared size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('A', 'B', 'C'),
        fc.uint8Array({ maxLength: 80 }),
        fc.constantFrom('', ':Z64:', ':B64:'),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        (format, bytes, head, total, width) => {
          const payload = (head + byteStringOf(bytes)) as ByteString;
          expect(decodeGraphic(format as 'A', payload, total, width).data).toHaveLength(total);
        },
      ),
    );
  });
});

describe('measureRunLengths', () => {
  it.each([
    ['FFF', 4, 1, 3],
    ['gF,:', 8, 8, 2],
    ['F!:', 4, 4, 3],
    ['JFGA:', 9, 6, 5],
    ['zF', 9, 9, 2],
    ['FFFFAB', 2, 2, 4],
  ])('of %j says how many of %i bytes are sent: %i, by %i characters', (payload, total, filled, read) => {
    expect(measureRunLengths(payload, total, 2)).toMatchObject({ filled, read });
  });

  it('takes no memory for what it counts', () => {
    expect(measureRunLengths('FF:', 2 ** 48, 1).filled).toBe(2);
  });
});
