import { expect } from 'vitest';
import { FAILURES, type FailureCode } from '../../src/errors.ts';
import type { Reply, TestService } from '../support/service.ts';

/** Members that an error body may have beside `error`. */
interface Extra {
  readonly code?: string;
  readonly output_format?: string;
  readonly required_scope?: string;
  readonly fields?: readonly object[];
  readonly records?: readonly number[];
  readonly transforms?: readonly object[];
  readonly encoding?: readonly object[];
}

/**
 * An error answer: status, a code of the catalogue that has it, JSON, and exactly these members beside the text, which
 * is a sentence.
 */
export function expectProblem(reply: Reply, status: number, extra: Extra = {}): void {
  const body = { error: expect.stringMatching(/^[A-Z].*\.$/s), ...extra };
  expect({ status: reply.status, body: parsed(reply) }).toEqual({ status, body });
  expect(reply.headers['content-type']).toBe('application/json');
  expect(reply.headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/);
  expectErrorCode(reply, status);
  if (extra.code !== undefined) expect(reply.headers['x-svc-error-code']).toBe(extra.code);
}

function expectErrorCode({ headers }: Pick<Reply, 'headers'>, status: number): void {
  const code = headers['x-svc-error-code'] as FailureCode;
  expect(Object.keys(FAILURES)).toContain(code);
  expect(FAILURES[code].status).toBe(status);
}

/** A successful answer of this media type. */
export function expectAnswer(reply: Reply, contentType: string): void {
  expect({ status: reply.status, problem: reply.status === 200 ? '' : reply.text }).toEqual({
    status: 200,
    problem: '',
  });
  expect(reply.headers['content-type']).toBe(contentType);
  expect(reply.headers['x-svc-error-code']).toBeUndefined();
  expect(reply.headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/);
}

function parsed(reply: Reply): unknown {
  try {
    return JSON.parse(reply.text);
  } catch {
    return reply.text;
  }
}

/** Names of all commands of a stream with standard prefixes, in order, such as `^FD`. */
export function commandsOf(zpl: string): string[] {
  return zpl.match(/[\^~][A-Z][A-Z0-9@]/g) ?? [];
}

/** Text that a printer reads from each `^FD`, by `^FH` and UTF-8 (`^CI28`). Reads standard prefixes only. */
export function fieldData(zpl: string): string[] {
  const data: string[] = [];
  let indicator: string | null = null;
  for (const command of zpl.split('^').slice(1)) {
    const name = command.slice(0, 2);
    if (name === 'FS') indicator = null;
    else if (name === 'FH') indicator = command[2] ?? '_';
    else if (name === 'FD') data.push(decoded(command.slice(2), indicator));
  }
  return data;
}

function decoded(text: string, indicator: string | null): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  if (indicator === null) return text;
  const pieces = bytes.split(indicator).map((piece, index) => {
    if (index === 0) return piece;
    return /^[0-9a-fA-F]{2}/.test(piece)
      ? String.fromCharCode(Number.parseInt(piece.slice(0, 2), 16)) + piece.slice(2)
      : indicator + piece;
  });
  return Buffer.from(pieces.join(''), 'latin1').toString('utf8');
}

/** The log has lines for requests, and none with anything that was given as a secret. */
export function expectCleanLog({ logs, secrets }: Pick<TestService, 'logs' | 'secrets'>): void {
  const log = logs.join('');
  expect(log).toMatch(/"request_id":/);
  expect(log).not.toMatch(/svc_[0-9a-f]{8}|\^XA|\^FD/i);
  expect([...secrets].filter((secret) => log.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([]);
}

/** A new account can still render a label. */
export async function expectStillServing(api: TestService): Promise<void> {
  const account = await api.account();
  const { id } = await account.label();
  const reply = await account.post(`/labels/${id}/render`, { variables: { name: 'you' } });
  expect(fieldData(reply.text)).toEqual(['Hello you']);
}
