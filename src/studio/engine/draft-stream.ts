import { FailureError, failureInFull } from '../../errors.ts';
import { compile } from '../../template/compile.ts';
import { joinFields, substituteFields } from '../../template/substitute.ts';
import type { Template } from '../../template/template.ts';
import { wallClock } from '../../wall-clock.ts';
import { type ByteString, toByteString } from '../../zpl/byte-string.ts';
import { byteText } from '../label-bytes.ts';
import type { Draft } from './messages.ts';
import { SAME_SPAN, type SavedSpan, savedSpans } from './sent-offsets.ts';

/** The stream of a draft with its values in it. */
export interface DraftStream {
  /** The time that was put in. */
  readonly now: Date;
  readonly source: ByteString;
  readonly template: Template;
  readonly sent: ByteString;
  readonly savedSpan: SavedSpan;
  /** Why values could not be put in: the stream then is as saved. One line. */
  readonly failure: string | null;
}

/**
 * Puts the values of a draft in, as a render of the service does.
 *
 * @throws RequestRefusal (422) for a draft of bytes with a character that is none.
 */
export function streamOf({
  zpl,
  encoding,
  fieldTransforms,
  dynamicTokens,
  variables,
  now: given,
}: Draft): DraftStream {
  const source = encoding === 'bytes' ? byteText(zpl) : toByteString(zpl);
  const template = compile({ zpl: source, fieldTransforms, dynamicTokens });
  const now = given === null ? wallClock(Date.now()) : new Date(given);
  const draft = { now, source, template };
  try {
    const { output } = substituteFields(template, variables, { now });
    const savedSpan = savedSpans(template, output);
    return { ...draft, sent: joinFields(template, output), savedSpan, failure: null };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return { ...draft, sent: source, savedSpan: SAME_SPAN, failure: failureInFull(error.failure) };
  }
}
