import type { MessagePort } from 'node:worker_threads';

/**
 * Makes the default export of a `PortThread`'s module.
 *
 * @param answer makes the reply to a message; an error ends the thread.
 * @param movable lists memory of a reply that may move to the other side.
 */
export function servePort<Answer extends (message: never) => unknown>(
  answer: Answer,
  movable: (reply: ReturnType<Answer>) => readonly ArrayBuffer[] = () => [],
): (port: MessagePort) => Promise<never> {
  return (port) => {
    port.on('message', (message: unknown) => {
      const reply = answer(message as never) as ReturnType<Answer>;
      port.postMessage(reply, movable(reply));
    });
    return new Promise(() => {});
  };
}
