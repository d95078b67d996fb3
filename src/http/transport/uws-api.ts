/** The part of uWebSockets.js, 20.51 and 20.69, that the driver uses; the package has no types of its own. */
export interface UwsModule {
  App(): UwsApp;
  us_listen_socket_close(socket: UwsListenSocket): void;
  us_socket_local_port(socket: UwsListenSocket): number;
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
}

export interface UwsListenSocket {
  readonly __listenSocket: unique symbol;
}

export interface UwsApp {
  any(pattern: string, handler: (response: UwsResponse, request: UwsRequest) => void): UwsApp;
  listen(
    host: string,
    port: number,
    options: number,
    done: (socket: UwsListenSocket | false) => void,
  ): UwsApp;
  /** Ends the listener and every connection at once. */
  close(): UwsApp;
}

/** Valid only until the handler returns. */
export interface UwsRequest {
  getCaseSensitiveMethod(): string;
  getUrl(): string;
  getQuery(): string | undefined;
  /** Names come in lower case. */
  forEach(each: (name: string, value: string) => void): void;
}

/** Valid until it is answered or aborted; any use after that throws. */
export interface UwsResponse {
  onAborted(handler: () => void): UwsResponse;
  /** The chunk is detached when the handler returns. */
  onData(handler: (chunk: ArrayBuffer, isLast: boolean) => void): UwsResponse;
  /** The handler says whether it could write all it wanted. */
  onWritable(handler: (offset: number) => boolean): UwsResponse;
  getRemoteAddress(): ArrayBuffer;
  /** Stops reading from the connection. */
  pause(): UwsResponse;
  /** Ends the connection at once, which is an abort. */
  close(): UwsResponse;
  cork(write: () => void): UwsResponse;
  writeStatus(status: string | Uint8Array): UwsResponse;
  writeHeader(name: string, value: string | Uint8Array): UwsResponse;
  end(body: string | Uint8Array, closeConnection: boolean): UwsResponse;
  /** Its parameters are left out: with them, version 20.51 never completes the answer. */
  endWithoutBody(): UwsResponse;
  tryEnd(chunk: Uint8Array, totalBytes: number): [ok: boolean, done: boolean];
}
