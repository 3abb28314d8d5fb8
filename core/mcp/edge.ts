import type { ErrorResponder } from "../http/handler.ts";
import type { Endpoint } from "../http/routing/route.ts";
import { lazy } from "../lib/kit/flow/lazy.ts";
import type { McpEdgeOptions } from "./edge-options.ts";
import { MessageHandler } from "./message-handler.ts";
import { createOriginPolicy, PREFLIGHT_HEADERS } from "./origin-policy.ts";

/** The parts of an MCP server's route that don't depend on its path. */
interface McpEdge<Caller> {
  readonly methods: { readonly OPTIONS: Endpoint<Caller> };
  readonly fallback: Endpoint<Caller>;
  readonly respondToError: ErrorResponder;
}

/**
 * Creates the endpoints for MCP over Streamable HTTP: stateless, with both eras on one path. It
 * always responds with JSON and never opens a stream. It ignores Accept, because real clients often
 * omit one of the two required types.
 *
 * `allowsOrigin` returns whether web pages of an origin may call the server. The options are created
 * at the first message.
 */
export function createMcpEdge<Caller, Context>(
  allowsOrigin: (origin: string) => boolean,
  createOptions: () => McpEdgeOptions<Caller, Context>,
): McpEdge<Caller> {
  const { rejectOrigin, corsFor } = createOriginPolicy(allowsOrigin);
  const messages = lazy(() => new MessageHandler(createOptions()));
  return {
    methods: {
      OPTIONS: {
        access: "open",
        cost: { free: "constant" },
        handler({ headers }) {
          const origin = headers.get("origin");
          const allowed = { ...corsFor(origin), ...PREFLIGHT_HEADERS };
          return rejectOrigin(origin) ?? { status: 204, headers: allowed, body: null };
        },
      },
    },
    fallback: {
      access: "caller",
      cost: { base: 0, follows: ["message", "body"] },
      handler(request, context, caller) {
        const origin = request.headers.get("origin");
        const rejection = rejectOrigin(origin);
        if (rejection) return rejection;
        const cors = corsFor(origin);
        const isHead = request.method === "HEAD";
        const response = messages().handle(request, context, caller);
        if (!cors && !isHead) return response;
        return response.then(({ status, headers, body }) => ({
          status,
          headers: { ...headers, ...cors },
          body: isHead ? null : body,
        }));
      },
    },
    async respondToError(error, requestId, request) {
      const response = await messages().respondToError(error, requestId, request);
      const cors = corsFor(request.headers.get("origin"));
      return { ...response, headers: { ...response.headers, ...cors } };
    },
  };
}
