import type { SqlValue } from './database.ts';
import type { LockProof } from './lock-file.ts';

/** The data with which a database worker starts. */
export interface DatabaseWorkerData {
  readonly directory: string;
  /** `create` makes the database and ends; `serve` answers requests about one that exists. */
  readonly purpose: 'create' | 'serve';
  /** Nothing is written once this is lost. */
  readonly lock: LockProof;
}

/** Messages to the worker; each `query` and `run` is answered once, with its id. */
export type DatabaseRequest =
  | {
      readonly kind: 'query';
      readonly id: number;
      readonly text: string;
      readonly values: readonly SqlValue[];
    }
  | { readonly kind: 'run'; readonly id: number; readonly script: string }
  /** Some `changed` was taken in, and more can come. */
  | { readonly kind: 'heard' }
  | { readonly kind: 'close' };

export type DatabaseReply =
  | { readonly kind: 'ready' }
  /** By triggers of the schema; sent before the call that made the changes is answered. */
  | { readonly kind: 'changed'; readonly payloads: readonly string[] }
  | { readonly kind: 'rows'; readonly id: number; readonly rows: object[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
