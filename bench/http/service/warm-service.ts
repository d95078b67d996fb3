import type { Options } from '../../harness/suite.ts';
import { warmUp } from '../client/open-loop.ts';
import { type Request, requestsOf } from '../client/request.ts';
import { type Population, population } from './population.ts';
import { type Served, serve } from './served.ts';

export interface WarmService {
  readonly people: Population;
  readonly service: Served;
  /** A `render zpl` by each tenant, with which the service has been warmed up. */
  readonly requests: readonly Request[];
}

/** A service for as long as it is used. */
export async function withWarmService<T>(
  options: Options,
  use: (warm: WarmService) => Promise<T>,
): Promise<T> {
  const people = await population(options);
  const service = await serve(people.dataDir);
  try {
    const requests = requestsOf('render zpl', service, people);
    await warmUp(service.port, requests, options.quick ? 0.5 : 5);
    return await use({ people, service, requests });
  } finally {
    await service.stop();
  }
}
