/**
 * The methods of the JavaScript client that are no operation but that every program would write:
 * waiting for a connection, downloading a whole result, following events, and the address for MCP
 * clients.
 */
export interface Extras {
  readonly imports: readonly string[];
  /** Methods of the client itself. */
  readonly clientMethods: string;
  /** Methods by resource. */
  readonly methods: Readonly<Record<string, string>>;
}

export const JS_EXTRAS: Readonly<Record<string, Extras>> = {
  platform: {
    imports: [
      `import { downloadParts } from "./runtime/download.ts";`,
      `import type { StreamOptions } from "./runtime/event-stream.ts";`,
      `import { type WaitOptions, waitWhile } from "./runtime/wait.ts";`,
    ],
    clientMethods: `
  /**
   * Returns the URL and the headers with which MCP clients reach the same tools. The headers
   * contain the API key.
   */
  async mcp(): Promise<{ url: string; headers: Record<string, string> }> {
    return {
      url: this.#transport.url("/mcp"),
      headers: await this.#transport.authentication(),
    };
  }
`,
    methods: {
      connections: `
  /**
   * Waits until the user has finished or refused, and returns the connection. It requests the
   * connection every two seconds by default. Abort it with \`signal\`.
   */
  wait(connection: string, options: WaitOptions = {}): Promise<Connection> {
    return waitWhile(
      (call) => this.get(connection, call),
      ({ status }) => status === "pending",
      options,
    );
  }
`,
      events: `
  /**
   * Yields the events that the platform accepts from now on, without their data, or those after the
   * event \`after\`. It reconnects when the connection is lost, and no event is left out. It ends when
   * \`signal\` aborts.
   */
  async *stream(options: StreamOptions = {}): AsyncGenerator<Event, void, undefined> {
    // Only programs that follow events load it.
    const { followEvents } = await import("./runtime/event-stream.ts");
    yield* followEvents<Event>(this.#transport, options);
  }
`,
      runs: `
  /** Downloads the whole stored result of a run as bytes. */
  download(run: string, call?: CallOptions): Promise<Uint8Array> {
    return downloadParts((offset) => this.getResult(run, { offset }, call));
  }
`,
    },
  },
};
