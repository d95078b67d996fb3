import { type Failure, FailureError } from '../../src/errors.ts';
import { compile } from '../../src/template/compile.ts';
import { print as printBytes } from '../../src/template/print.ts';
import { substitute } from '../../src/template/substitute.ts';
import type { Template } from '../../src/template/template.ts';
import { type ByteString, byteStringOf, fromByteString, toByteString } from '../../src/zpl/byte-string.ts';

export const NOW = new Date('2026-03-04T05:06:07.890Z');

export function templateOf(zpl: string, fieldTransforms: unknown = []): Template {
  return compile({ zpl: toByteString(zpl), fieldTransforms, dynamicTokens: [] });
}

/** The substituted stream as text. */
export function run(zpl: string, variables: Record<string, string> = {}, transforms: unknown = []): string {
  return fromByteString(substitute(templateOf(zpl, transforms), variables, { now: NOW }));
}

/** A print job's bytes, as a byte string. */
export function print(...job: Parameters<typeof printBytes>): ByteString {
  return byteStringOf(printBytes(...job).output);
}

/** The failure that something throws. */
export function failureOf(action: () => unknown): Failure {
  try {
    action();
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  throw new Error('nothing failed');
}
