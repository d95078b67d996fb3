import { FailureError, failureInFull } from '../../errors.ts';
import { compile } from '../../template/compile.ts';
import { SAME_SPAN, type SavedSpan, savedSpans } from '../../template/saved-spans.ts';
import { joinFields, substituteFields } from '../../template/substitute.ts';
import type { Template } from '../../template/template.ts';
import { wallClock } from '../../wall-clock.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { sourceOf } from '../label-bytes.ts';
import type { DraftLabel } from './messages.ts';

/** A draft without its values. */
export interface CompiledDraft {
  /** The time that automatic tokens show. */
  readonly now: Date;
  readonly source: ByteString;
  readonly template: Template;
}

/** The stream of a draft with its values in it. */
export interface DraftStream extends CompiledDraft {
  readonly sent: ByteString;
  readonly savedSpan: SavedSpan;
  /** Why values could not be inserted, in one line: then the stream is as saved. Null if they were. */
  readonly failure: string | null;
}

/**
 * Compiles a draft.
 *
 * @throws RequestRefusal (422) for a draft of bytes with a character beyond U+00FF.
 */
export function compiledDraft(draft: DraftLabel): CompiledDraft {
  const { fieldTransforms, dynamicTokens, now } = draft;
  const source = sourceOf(draft);
  return {
    now: now === null ? wallClock(Date.now()) : new Date(now),
    source,
    template: compile({ zpl: source, fieldTransforms, dynamicTokens }),
  };
}

/** Inserts the values of a draft, as a render of the service does. Throws as {@link compiledDraft} does. */
export function streamOf(draft: DraftLabel): DraftStream {
  const compiled = compiledDraft(draft);
  const { template, source, now } = compiled;
  try {
    const { output } = substituteFields(template, draft.variables, { now });
    const savedSpan = savedSpans(template, output);
    return { ...compiled, sent: joinFields(template, output), savedSpan, failure: null };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return { ...compiled, sent: source, savedSpan: SAME_SPAN, failure: failureInFull(error.failure) };
  }
}
