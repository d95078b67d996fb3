import { expect, it } from 'vitest';
import { printerAddress } from '../../../src/batch/printer/address.ts';

it.each([
  ['10.0.0.5', '10.0.0.5', 9100, '10.0.0.5'],
  ['10.0.0.5:9100', '10.0.0.5', 9100, '10.0.0.5'],
  ['zebra-1.example:6101', 'zebra-1.example', 6101, 'zebra-1.example:6101'],
  ['[fe80::1%eth0]', 'fe80::1%eth0', 9100, '[fe80::1%eth0]'],
  ['[::1]:65535', '::1', 65_535, '[::1]:65535'],
])('reads %s', (text, host, port, name) => {
  expect(printerAddress(text)).toEqual({ host, port, name });
});

it.each([
  '',
  ':9100',
  'fe80::1',
  'host:',
  'host:0',
  'host:65536',
  'host:9100:9101',
  'tcp://host',
  'a b',
  '[::1',
])('refuses %j, and says what is allowed', (text) => {
  expect(() => printerAddress(text)).toThrow(/HOST, HOST:PORT or \[IPv6\]:PORT/);
});
