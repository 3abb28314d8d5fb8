/**
 * The methods of the Python client that are no operation but that every program would write: waiting
 * for a connection, downloading a whole result, following events, and the address for MCP clients.
 */
export interface PythonExtras {
  readonly imports: readonly string[];
  /** Methods of the client itself. */
  readonly clientMethods: string;
  /** Methods by resource. */
  readonly methods: Readonly<Record<string, string>>;
}

const NONE: PythonExtras = { imports: [], clientMethods: "", methods: {} };

/** Returns the additional methods of a service, for the blocking or the asynchronous client. */
export function pythonExtras(service: string, isAsync: boolean): PythonExtras {
  if (service !== "platform") return NONE;
  const def = isAsync ? "async def" : "def";
  const wait = isAsync ? "await " : "";
  const sleep = isAsync ? "asyncio.sleep" : "time.sleep";
  return {
    imports: [
      isAsync ? "import asyncio" : "import time",
      "from ._runtime.download import decode_part",
    ],
    clientMethods: `
    ${def} mcp(self) -> dict[str, Any]:
        """Returns the \`\`url\`\` and the \`\`headers\`\` with which MCP clients reach the same tools.
        The headers contain the API key.
        """
        options = self._transport.options
        get_api_key = options.get_api_key
        headers = {"authorization": f"Bearer {get_api_key()}"} if get_api_key else {}
        return {"url": f"{options.base_url}/mcp", "headers": headers}
`,
    methods: {
      connections: `
    ${def} wait(
        self, connection: str, *, interval: float = 2.0, timeout: float = 900.0
    ) -> Connection:
        """Waits until the user has finished or refused, and returns the connection. It requests the
        connection every \`\`interval\`\` seconds. Raises \`\`TimeoutError\`\` after \`\`timeout\`\` seconds.
        """
        deadline = time.monotonic() + timeout
        while True:
            current = ${wait}self.get(connection)
            if current["status"] != "pending":
                return current
            if time.monotonic() + interval > deadline:
                raise TimeoutError(f"The connection is still pending after {timeout:g} seconds.")
            ${wait}${sleep}(interval)
`,
      events: `
    def stream(
        self, *, trigger: str | None = None, type: str | None = None, after: str | None = None
    ) -> ${isAsync ? "AsyncGenerator[Event, None]" : "Generator[Event, None, None]"}:
        """Yields the events that the platform accepts from now on, without their data, or those
        after the event \`\`after\`\`. It reconnects when the connection is lost, and no event is left
        out. It ends when it or the client is closed.

        \`\`trigger\`\`: Only the events of this trigger.

        \`\`type\`\`: Only the events of this type.

        \`\`after\`\`: Continue after the event with this ID. Default: with the next event.
        """
        return self._transport.stream(trigger=trigger, type=type, after=after)
`,
      runs: `
    ${def} download(self, run: str) -> bytes:
        """Downloads the whole stored result of a run."""
        content = bytearray()
        offset: int | None = 0
        while offset is not None:
            part = ${wait}self.get_result(run, offset=offset)
            content += decode_part(part)
            offset = part["next_offset"]
        return bytes(content)
`,
    },
  };
}
