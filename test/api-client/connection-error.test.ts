import { describe, expect, it } from 'vitest';
import { connectionError } from '../../src/api-client/connection-error.ts';

interface Shape {
  readonly message: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly errors?: readonly Shape[];
}

/** An error of this shape: what was not recorded is absent. */
function errorOf({ message, errors, ...members }: Shape): Error {
  const error = errors === undefined ? new Error(message) : new AggregateError(errors.map(errorOf), message);
  return Object.assign(error, members);
}

/** As Node and Deno reject: the error itself says nothing. */
const fetchFailed = (shape: Shape): Error => new TypeError('fetch failed', { cause: errorOf(shape) });
/** As Bun rejects. */
const itself = (shape: Shape): Error => Object.assign(new TypeError(shape.message), shape);

const sending = 'error sending request for url (http://labels.example/label-api/labels): client error';
const sent =
  'error sending request from 127.0.0.1:51854 for http://127.0.0.1:38745/ (127.0.0.1:38745): client error';
const reset =
  'ECONNRESET: The socket connection was closed unexpectedly. For more information, pass `verbose: true`';
const connect = { syscall: 'connect' };

// Recorded of Node 20.20, Deno 2.9.6 and Bun 1.4.5; those of Node about addresses and routes are made by hand of its
// source.
describe('an error of fetch', () => {
  it.each([
    [
      'Node: refused',
      fetchFailed({ message: 'connect ECONNREFUSED 127.0.0.1:9', code: 'ECONNREFUSED', ...connect }),
    ],
    [
      'Node: refused at both addresses',
      fetchFailed({
        message: '',
        code: 'ECONNREFUSED',
        errors: [
          { message: 'connect ECONNREFUSED ::1:9', code: 'ECONNREFUSED', ...connect },
          { message: 'connect ENETUNREACH 127.0.0.1:9', code: 'ENETUNREACH', ...connect },
        ],
      }),
    ],
    [
      'Node: no route',
      fetchFailed({ message: 'connect EHOSTUNREACH 10.0.0.9:80', code: 'EHOSTUNREACH', ...connect }),
    ],
    [
      'Node: reset while connecting',
      fetchFailed({ message: 'connect ECONNRESET', code: 'ECONNRESET', ...connect }),
    ],
    [
      'Node: unknown host',
      fetchFailed({ message: 'getaddrinfo ENOTFOUND x.invalid', code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
    ],
    [
      'Node: certificate',
      fetchFailed({ message: 'self-signed certificate', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    ],
    ['Bun: refused', itself({ message: 'ECONNREFUSED: Unable to connect.', code: 'ECONNREFUSED' })],
    [
      'Bun: unknown host',
      itself({ message: 'getaddrinfo ENOTFOUND x.invalid', code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
    ],
    ['Bun: certificate', itself({ message: 'self signed certificate', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    [
      'Deno: refused',
      fetchFailed({ message: `${sending} (Connect): tcp connect error: Connection refused (os error 111)` }),
    ],
    [
      'Deno: unknown host',
      fetchFailed({
        message: `${sending} (Connect): dns error: failed to lookup address information: Name or service not known`,
      }),
    ],
    [
      'Deno: certificate',
      fetchFailed({ message: `${sending} (Connect): invalid peer certificate: UnknownIssuer` }),
    ],
    ['Deno: no TLS', fetchFailed({ message: `${sending} (Connect): tls handshake eof` })],
    ['Deno: refused, the error without a cause', new TypeError(`${sending} (Connect): tcp connect error`)],
  ])('tells that nothing was sent: %s', (_, error) => {
    const told = connectionError('http://labels.example', 'r1', error);
    expect(told).toMatchObject({ name: 'UnreachableError', requestId: 'r1', cause: error });
    expect(told.message).toMatch(/^http:\/\/labels\.example cannot be reached: \S/);
  });

  it.each([
    ['Node: reset', fetchFailed({ message: 'read ECONNRESET', code: 'ECONNRESET', syscall: 'read' })],
    [
      'Node: reset while sending',
      fetchFailed({ message: 'write ECONNRESET', code: 'ECONNRESET', syscall: 'write' }),
    ],
    ['Node: closed', fetchFailed({ message: 'other side closed', code: 'UND_ERR_SOCKET' })],
    ['Node: no HTTP', fetchFailed({ message: 'Response does not match', code: 'HPE_INVALID_CONSTANT' })],
    [
      'Node: one address refused, the other answered and broke',
      fetchFailed({
        message: '',
        code: 'ECONNREFUSED',
        errors: [
          { message: 'connect ECONNREFUSED ::1:9', code: 'ECONNREFUSED', ...connect },
          { message: 'read ECONNRESET', code: 'ECONNRESET', syscall: 'read' },
        ],
      }),
    ],
    ['Bun: closed or reset', itself({ message: reset, code: 'ECONNRESET' })],
    ['Deno: reset', fetchFailed({ message: 'Connection reset by peer (os error 104)' })],
    [
      'Deno: closed',
      fetchFailed({ message: `${sent} (SendRequest): connection closed before message completed` }),
    ],
    ['Deno: no HTTP', fetchFailed({ message: `${sent} (SendRequest): invalid HTTP version parsed` })],
    ['a browser', new TypeError('Failed to fetch')],
    ['what is no error', 'gone'],
  ])('leaves open whether it was sent: %s', (_, error) => {
    expect(connectionError('http://labels.example', 'r1', error).name).toBe('ConnectionError');
  });
});
