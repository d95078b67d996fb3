/** A part of a streamed answer: a message, or bytes of a file. */
export type AnswerFrame<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** The last message of an answer that breaks off. */
export interface Broken {
  readonly error: string;
}

/** A byte for the kind, then four for the length, the highest first. */
const HEAD_BYTES = 5;
const KINDS = ['message', 'bytes'] as const;

/** A frame as it is sent. */
export function encodeFrame<Message>(frame: AnswerFrame<Message>): Uint8Array {
  const content =
    frame.kind === 'bytes' ? frame.bytes : new TextEncoder().encode(JSON.stringify(frame.message));
  const bytes = new Uint8Array(HEAD_BYTES + content.length);
  bytes[0] = KINDS.indexOf(frame.kind);
  new DataView(bytes.buffer).setUint32(1, content.length);
  bytes.set(content, HEAD_BYTES);
  return bytes;
}

/**
 * The frames of an answer, however it is cut into pieces.
 *
 * @throws Error for an answer that ends within a frame.
 */
export async function* decodeFrames<Message>(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<AnswerFrame<Message>> {
  let held = new Uint8Array(0);
  for await (const piece of pieces) {
    const joined = new Uint8Array(held.length + piece.length);
    joined.set(held);
    joined.set(piece, held.length);
    held = joined;
    for (;;) {
      if (held.length < HEAD_BYTES) break;
      const end = HEAD_BYTES + new DataView(held.buffer, held.byteOffset).getUint32(1);
      if (held.length < end) break;
      const content = held.slice(HEAD_BYTES, end);
      yield KINDS[held[0] as number] === 'bytes'
        ? { kind: 'bytes', bytes: content }
        : { kind: 'message', message: JSON.parse(new TextDecoder().decode(content)) as Message };
      held = held.subarray(end);
    }
  }
  if (held.length > 0) throw new Error('the answer ended too early');
}
