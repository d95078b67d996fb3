import { VERSION } from '../version.ts';
import { answer, type Io } from './io.ts';

/** `version`: prints the version of this program. */
export function printVersion({ json }: { readonly json: boolean }, io: Io): void {
  answer(io, json, { version: VERSION }, () => `platen ${VERSION}`);
}
