import { onTestFinished } from 'vitest';
import { openTransport } from '../../../src/http/transport/driver.ts';
import type {
  Exchange,
  Handler,
  MalformedRequest,
  Transport,
  TransportOptions,
} from '../../../src/http/transport/transport.ts';
import { PATIENCE_MS } from '../../support/eventually.ts';

export interface Served {
  readonly port: number;
  readonly transport: Transport;
  /** Errors that the transport reported. */
  readonly errors: unknown[];
  /** Requests that it refused. */
  readonly malformed: MalformedRequest[];
}

/** A transport on a free port, closed after the test. */
export async function serve(
  driver: 'uws' | 'node',
  handler: Handler,
  options: Partial<TransportOptions> = {},
): Promise<Served> {
  const errors: unknown[] = [];
  const malformed: MalformedRequest[] = [];
  const transport = openTransport(
    driver,
    {
      handler,
      onError: (error) => errors.push(error),
      onMalformed: (request) => malformed.push(request),
      maxBodyBytes: 65_536,
      requestDeadlineMs: PATIENCE_MS,
      ...options,
    },
    () => {},
  );
  onTestFinished(() => transport.close(0));
  const { port } = await transport.listen('127.0.0.1', 0);
  return { port, transport, errors, malformed };
}

/** Answers with the body it gets, or with what became of it. */
export async function echo(exchange: Exchange): Promise<void> {
  const body = await exchange.body(65_536, PATIENCE_MS);
  if (body.kind === 'read') exchange.send(200, [['Content-Type', 'text/plain']], body.bytes);
  else exchange.send(body.kind === 'too_large' ? 413 : 408, [], body.kind);
}
