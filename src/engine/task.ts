import type { LentBytes } from '../borrowed-bytes.ts';
import type { Client } from '../client.ts';
import type { RenderFormat } from '../record/body-members.ts';
import type { Variables } from '../record/variables.ts';
import type { LabelSize } from '../units.ts';
import type { Warnings } from './warnings.ts';

/** The facts about a saved label that a worker needs. */
export interface LabelSource {
  readonly id: string;
  readonly accountId: string;
  /** The key of everything made from the label: no other content, of whatever label, ever has the same. */
  readonly contentId: string;
  /** Its text in UTF-8: bytes in shared memory reach every worker without being copied. */
  readonly zpl: Uint8Array;
  readonly size: LabelSize;
  readonly dynamicTokens: readonly string[];
  readonly fieldTransforms: unknown;
}

/** The facts that decide the names of a label's tokens, and its owner. */
export type TokenNaming = Pick<LabelSource, 'id' | 'accountId' | 'dynamicTokens' | 'zpl'>;

/** One label with a record's values. `now` is the request's instant in milliseconds since the epoch. */
export interface RenderTask {
  readonly kind: 'render';
  readonly label: LabelSource;
  readonly format: RenderFormat;
  /** The ZPL will be drawn as this by somebody else, so it must keep the limits of drawing. */
  readonly drawnAs?: 'png' | 'pdf';
  readonly variables: Variables;
  readonly now: number;
  /** Everything is done, so that every failure is found, but the artifact has no bytes. */
  readonly validates?: boolean;
}

/** Labels of several records, the copies of each together. */
export interface PrintTask {
  readonly kind: 'print';
  readonly label: LabelSource;
  readonly records: readonly Variables[];
  readonly copies: number;
  readonly now: number;
  readonly validates?: boolean;
}

/** The names of the label's dynamic tokens, as a JSON array. */
export interface TokensTask {
  readonly kind: 'tokens';
  readonly label: TokenNaming;
}

/** One job for a worker. */
export type Task = RenderTask | PrintTask | TokensTask;

/**
 * A task as a request asks for it: its values are still in the request's body, as bytes, which the thread reads. Their
 * format and number here are guesses of the front end; the thread refuses a body that differs.
 */
export type SentTask =
  | (Pick<RenderTask, 'kind' | 'label' | 'format' | 'drawnAs' | 'now' | 'validates'> & ValuesInBody)
  | (Pick<PrintTask, 'kind' | 'label' | 'now' | 'validates'> & ValuesInBody & { readonly records: number })
  | TokensTask;

interface ValuesInBody {
  /** The bytes of the request's body, which may be anything. */
  readonly body: Uint8Array;
  /** Values record by record, if they make a difference to the cost. */
  readonly values?: readonly Variables[];
}

/** The result of a task. Its thread keeps it until the next one is made. */
export interface Artifact<Body extends LentBytes = Uint8Array> {
  /** The bytes of the answer. */
  readonly body: Body;
  /** Warnings of the renderer. */
  readonly warnings: Warnings;
  /** Placeholders that stayed in the output because they have no value. */
  readonly unresolved: number;
  /** The number of labels; 1 if absent. */
  readonly labels?: number;
  /** Absent when it was not made by a worker. */
  readonly timings?: WorkTimings;
}

/** Times of a worker's stages. */
export interface WorkTimings {
  /** Substitution, parsing and drawing. */
  readonly renderMs: number;
  readonly encodeMs: number;
}

/**
 * Does tasks, in this process or elsewhere. Borrowed bytes of the artifact are valid for the microtasks that follow.
 * Rejects with a `FailureError`, or with the signal's reason when the client leaves.
 */
export type Renderer = (task: SentTask, client: Client) => Promise<Artifact<LentBytes>>;
