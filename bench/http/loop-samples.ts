import { connect } from 'node:net';

/** Lengths of turns of an event loop. Milliseconds. */
export interface Figures {
  readonly p99: number;
  readonly p999: number;
  readonly longest: number;
}

/** Turns by the clock, and by the processor time of the main thread. */
export interface Samples {
  readonly wall: Figures;
  readonly processor: Figures;
}

/** Settings with which a service samples its event loop, and tells of it at this socket. */
export function sampledAt(socket: string): Readonly<Record<string, string>> {
  const sampler = new URL('loop-sampler.mjs', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${sampler}`, LOOP_SAMPLER_SOCKET: socket };
}

/** Samples that the sampler has taken since it was asked before. */
export async function sample(socket: string): Promise<Samples> {
  let text = '';
  for await (const chunk of connect(socket)) text += String(chunk);
  return JSON.parse(text);
}
