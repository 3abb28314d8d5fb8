import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A connection is idle before its first request and after each response. */
const isIdle = (response: ServerResponse | undefined): boolean =>
  response === undefined || response.writableFinished;

/**
 * The open connections of a server, in the order of their last request. A new connection above the
 * limit takes the place of the idlest one, because clients keep connections open that they may never
 * use again.
 */
export class NodeConnections {
  readonly #maximum: number;
  /** Each connection with its most recent response. */
  readonly #responses = new Map<Socket, ServerResponse | undefined>();
  readonly #finishedBefore = new WeakMap<Socket, ServerResponse>();
  readonly #sweep: NodeJS.Timeout;

  /**
   * Closes connections that have sent no request since their last response, between one and two
   * intervals later. Node closes idle connections itself, but each byte that isn't part of a
   * request, such as a line break, restarts its timeout.
   */
  constructor(maximum: number, intervalMs: number) {
    this.#maximum = maximum;
    this.#sweep = setInterval(() => this.#closeUnused(), intervalMs);
    this.#sweep.unref();
  }

  /** Adds a connection. Closes it if all others are in use and there are too many. */
  add(socket: Socket): void {
    if (this.#responses.size >= this.#maximum && !this.#closeIdlest()) {
      socket.destroy();
      return;
    }
    this.#responses.set(socket, undefined);
    socket.once("close", () => this.#responses.delete(socket));
  }

  /** Records a request with its response. */
  use(socket: Socket, response: ServerResponse): void {
    this.#responses.delete(socket);
    this.#responses.set(socket, response);
  }

  /** Closes the connections without a request in flight. Browsers open some ahead of time. */
  closeIdle(): void {
    clearInterval(this.#sweep);
    for (const [socket, response] of this.#responses) if (isIdle(response)) socket.destroy();
  }

  #closeIdlest(): boolean {
    for (const [socket, response] of this.#responses) {
      if (!isIdle(response)) continue;
      this.#responses.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  #closeUnused(): void {
    for (const [socket, response] of this.#responses) {
      if (!response?.writableFinished) continue;
      if (this.#finishedBefore.get(socket) === response) socket.destroy();
      else this.#finishedBefore.set(socket, response);
    }
  }
}
