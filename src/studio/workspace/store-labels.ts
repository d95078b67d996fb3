import { RequestRefusal } from '../../request-refusal.ts';
import { type AdminStore, type LabelInput, type StoredLabel, StoreFailure } from '../../store/store.ts';
import { listed, PREFIX } from './service-labels.ts';
import {
  homeOf,
  type LabelContent,
  type ListedLabel,
  type OpenedLabel,
  type Workspace,
} from './workspace.ts';

/** Opens the store for a piece of work, and closes it. */
export type UseStore = <T>(work: (store: AdminStore) => Promise<T>) => Promise<T>;

/** The labels of an account in the store of the service, which can also save them. */
export class StoreLabels implements Workspace {
  readonly #useStore: UseStore;
  readonly #accountId: string;

  constructor(useStore: UseStore, accountId: string) {
    this.#useStore = useStore;
    this.#accountId = accountId;
  }

  async list(): Promise<readonly ListedLabel[]> {
    const labels = await this.#use((store) => store.listAllLabels(this.#accountId));
    return labels.map(({ id, name }) => listed(id, name, true));
  }

  async open(id: string): Promise<OpenedLabel> {
    return this.#opened(await this.#use((store) => this.#find(store, id)));
  }

  save(id: string, content: LabelContent, revision: string): Promise<OpenedLabel> {
    return this.#use(async (store) => {
      if (content.encoding === 'bytes') {
        throw new RequestRefusal(
          422,
          'the label is not UTF-8, and a service saves only text: save it as a file',
        );
      }
      const label = await this.#find(store, id);
      const { zpl, size, fieldTransforms } = content;
      const replaces = Number(revision);
      const changed: LabelInput = { ...label, zpl, size: size ?? label.size, fieldTransforms, replaces };
      await store.importLabels(this.#accountId, [changed]);
      return this.#opened(await this.#find(store, id));
    });
  }

  renamedFile(): Promise<null> {
    return Promise.resolve(null);
  }

  rename(id: string, name: string, revision: string): Promise<OpenedLabel> {
    return this.#use(async (store) => {
      const label = await this.#find(store, id);
      await store.importLabels(this.#accountId, [{ ...label, name, replaces: Number(revision) }]);
      return this.#opened(await this.#find(store, id));
    });
  }

  remove(id: string, revision: string): Promise<void> {
    return this.#use(async (store) => {
      const label = await this.#find(store, id);
      await store.deleteLabel(label.id, Number(revision));
    });
  }

  async #find(store: AdminStore, id: string): Promise<StoredLabel> {
    const label = await store.exportLabel(id.slice(PREFIX.length));
    // A label of another account counts as missing.
    if (label?.accountId === this.#accountId) return label;
    throw new RequestRefusal(404, `the account has no label ${id.slice(PREFIX.length)}`);
  }

  #opened(label: StoredLabel): OpenedLabel {
    const { id, name, zpl, size, fieldTransforms, dynamicTokens, outputFormat, revision } = label;
    return {
      ...listed(id, name, true),
      home: homeOf(`account ${this.#accountId}`),
      encoding: 'utf-8',
      zpl: zpl ?? '',
      size,
      fieldTransforms,
      dynamicTokens,
      examples: {},
      outputFormat,
      revision: String(revision),
    };
  }

  async #use<T>(work: (store: AdminStore) => Promise<T>): Promise<T> {
    try {
      return await this.#useStore(work);
    } catch (error) {
      if (error instanceof RequestRefusal) throw error;
      throw new RequestRefusal(error instanceof StoreFailure ? 409 : 502, (error as Error).message);
    }
  }
}
