import { PlatenClient, type PlatenClientOptions } from '../../api-client/platen-client.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import { homeOf, type ListedLabel, type OpenedLabel, type Workspace } from './workspace.ts';

/** Few attempts: a user waits for the page, and should soon see that a service is down. */
const ATTEMPTS = 2;

/** The saved labels of a service through its API, which cannot save any. */
export class ServiceLabels implements Workspace {
  readonly #client: PlatenClient;
  readonly #home: string;

  /** Throws a `UsageError` of the client for options that cannot work. */
  constructor(options: PlatenClientOptions) {
    this.#client = new PlatenClient({ ...options, maxAttempts: ATTEMPTS });
    this.#home = homeOf(String(options.url));
  }

  async list(): Promise<readonly ListedLabel[]> {
    const labels: ListedLabel[] = [];
    try {
      for await (const { id, name } of this.#client.labels()) labels.push(listed(id, name, false));
    } catch (error) {
      refuse(error);
    }
    return labels;
  }

  async open(id: string): Promise<OpenedLabel> {
    const label = await this.#client.getLabel(id.slice(PREFIX.length)).catch(refuse);
    return {
      ...listed(label.id, label.name, false),
      home: this.#home,
      encoding: 'utf-8',
      zpl: label.zpl ?? '',
      size: { widthMm: label.width, heightMm: label.height, dpi: label.dpi },
      // The answer of the service has no transforms.
      fieldTransforms: [],
      dynamicTokens: label.dynamic_tokens,
      examples: {},
      outputFormat: label.output_format,
      revision: null,
    };
  }

  save(): Promise<never> {
    return refuseChange();
  }

  renamedFile(): Promise<null> {
    return Promise.resolve(null);
  }

  rename(): Promise<never> {
    return refuseChange();
  }

  remove(): Promise<never> {
    return refuseChange();
  }
}

function refuseChange(): Promise<never> {
  return Promise.reject(
    new RequestRefusal(
      405,
      'a service does not save labels over HTTP: save a bundle for platen labels import, or open the studio with --account',
    ),
  );
}

/** The prefix of ids of a service's labels. */
export const PREFIX = 'service:';

/** A label of a service for lists. */
export function listed(id: string, name: string, isManaged: boolean): ListedLabel {
  return { id: PREFIX + id, name, kind: 'service', place: id, isManaged };
}

function refuse(error: unknown): never {
  throw new RequestRefusal(502, `the service: ${(error as Error).message}`);
}
