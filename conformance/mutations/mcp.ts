import { LEAK_MARKER } from "../fixtures/content-folder.ts";
import type { Target, TestRequest, TestResponse } from "../targets/target.ts";
import { hasPathPrefix, type Mutation, withHeaders, withJson } from "./mutation.ts";

const LEGACY = "mcp 2025-11-25";
const MODERN = "mcp 2026-07-28";

/** Changes the result of a method. */
const mutateResult =
  (method: string, change: (result: any) => void): Mutation["apply"] =>
  (response, request) =>
    hasPathPrefix(request, "/mcp") && readMethod(request) === method
      ? withJson(response, (body) => body.result && change(body.result))
      : undefined;

const readMethod = ({ body }: TestRequest): string | undefined => {
  try {
    return JSON.parse(String(body)).method;
  } catch {
    return undefined;
  }
};

/** Repeats the request without a header, or with another value. */
const resendWithHeader =
  (name: string, value?: string) => (_: TestResponse, request: TestRequest, unmodified: Target) => {
    if (request.headers?.[name] === undefined) return undefined;
    const { [name]: __, ...rest } = request.headers;
    return unmodified.send({
      ...request,
      headers: value === undefined ? rest : { ...rest, [name]: value },
    });
  };

/** Replaces text in the first content block of a tool result. */
const replaceText = (from: string, to: string): Mutation["apply"] =>
  mutateResult("tools/call", ({ content: [block] }) => {
    block.text = block.text.replace(from, to);
  });

/** Defects in the MCP server. */
export const mcpMutations: readonly Mutation[] = [
  {
    description: "structuredContent on an error",
    failingTest: "searchPages › rejects an empty query",
    caller: LEGACY,
    message: /./,
    apply: mutateResult("tools/call", (result) => {
      if (result.isError) result.structuredContent = JSON.parse(result.content[0].text);
    }),
  },
  {
    description: "structuredContent on an error, modern era",
    failingTest:
      "/mcp › returns invalid input as a problem in the text, without structuredContent (2026-07-28)",
    message: /./,
    apply: mutateResult("tools/call", (result) => {
      if (result.isError) result.structuredContent = {};
    }),
  },
  {
    description: "a missing field in structuredContent",
    failingTest: "searchPages › accepts a limit of 50",
    caller: LEGACY,
    message: /total/,
    apply: mutateResult("tools/call", (result) => delete result.structuredContent?.total),
  },
  {
    description: "a missing field in structuredContent, modern era",
    failingTest: "searchPages › accepts a limit of 50",
    caller: MODERN,
    message: /total/,
    apply: mutateResult("tools/call", (result) => delete result.structuredContent?.total),
  },
  {
    description: "text that contradicts structuredContent",
    failingTest: "siteInfo › describes the site",
    caller: LEGACY,
    message: /different things/,
    apply: replaceText("Fixture Site", "Other Site"),
  },
  {
    description: "an undeclared status in a problem over MCP",
    failingTest: "searchPages › rejects an empty query",
    caller: LEGACY,
    message: /status 418 is not declared/,
    apply: replaceText('"status":400', '"status":418'),
  },
  {
    description: "an internal error revealed over MCP",
    failingTest: "searchPages › reveals nothing about an unexpected error",
    caller: MODERN,
    message: /reveals an internal error/,
    apply: replaceText("An internal error occurred", LEAK_MARKER),
  },
  {
    description: "a missing tool in the list",
    failingTest: "/mcp › lists exactly the operations that are tools, sorted by name (2025-11-25)",
    message: /./,
    apply: mutateResult("tools/list", (result) => result.tools.pop()),
  },
  {
    description: "unsorted tools",
    failingTest: "/mcp › lists exactly the operations that are tools, sorted by name (2026-07-28)",
    message: /./,
    apply: mutateResult("tools/list", (result) => result.tools.reverse()),
  },
  {
    description: "a missing tool annotation",
    failingTest: "/mcp › describes each tool as the operations table does (2025-11-25)",
    message: /./,
    apply: mutateResult("tools/list", (result) => delete result.tools[0].annotations.openWorldHint),
  },
  {
    description: "an input schema that allows additional properties",
    failingTest: "/mcp › describes each tool as the operations table does (2026-07-28)",
    message: /./,
    apply: mutateResult(
      "tools/list",
      (result) => delete result.tools[0].inputSchema.additionalProperties,
    ),
  },
  {
    description: "a schema with an unresolvable reference",
    failingTest: "/mcp › returns self-contained schemas for each tool (2025-11-25)",
    message: /resolve/,
    apply: mutateResult("tools/list", ({ tools }) => {
      for (const tool of tools) delete tool.outputSchema.$defs;
    }),
  },
  {
    description: "a stream opened by GET",
    failingTest: "/mcp › returns 405 for GET, because it has no streams and no sessions",
    message: /the status/,
    apply: (_, { method }) => (method === "GET" ? { status: 200 } : undefined),
  },
  {
    description: "an accepted batch",
    failingTest: "/mcp › rejects a batch of requests",
    message: /the status/,
    apply: (_, request, unmodified) =>
      String(request.body).startsWith("[")
        ? unmodified.send({ ...request, body: String(request.body).slice(1, -1) })
        : undefined,
  },
  {
    description: "406 for Accept without text/event-stream",
    failingTest: "/mcp › returns JSON for Accept: application/json",
    message: /the status/,
    apply: (response, { headers }) =>
      headers?.["accept"] === "application/json" && response.headers["content-type"]
        ? { status: 406 }
        : undefined,
  },
  {
    description: "an unlimited body size",
    failingTest: "/mcp › rejects a body over 1 MiB",
    message: /the status/,
    apply: (response) => (response.status === 413 ? { status: 200 } : undefined),
  },
  {
    description: "a request accepted from an untrusted page",
    failingTest: "/mcp › rejects a sandboxed page",
    message: /the status/,
    apply: resendWithHeader("origin"),
  },
  {
    description: "a request accepted for a wrong host",
    failingTest: "/mcp › rejects a wrong host",
    message: /the status/,
    apply: resendWithHeader("host"),
  },
  {
    description: "an unchecked version header",
    failingTest: "/mcp › rejects a protocol version header that contradicts the envelope",
    message: /the status/,
    apply: resendWithHeader("mcp-protocol-version", "2026-07-28"),
  },
  {
    description: "an unchecked method header",
    failingTest: "/mcp › rejects a method header that contradicts the body",
    message: /the status/,
    apply: resendWithHeader("mcp-method", "tools/list"),
  },
  {
    description: "an unknown version rejected without the list of supported ones",
    failingTest: "/mcp › rejects an unknown protocol version in the header",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp")
        ? withJson(response, (body) => delete body.error?.data)
        : undefined,
  },
  {
    description: "200 for an unknown method, modern era",
    failingTest: "/mcp › returns 404 for an unknown method in the modern era",
    message: /the status/,
    apply: (response) => (response.status === 404 ? { status: 200 } : undefined),
  },
  {
    description: "an unknown tool reported as a tool error",
    failingTest: "/mcp › returns -32602 for an unknown tool (2025-11-25)",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp")
        ? withJson(
            response,
            (body) =>
              body.error &&
              Object.assign(body, { result: { isError: true, content: [] }, error: undefined }),
          )
        : undefined,
  },
  {
    description: "200 for a notification",
    failingTest: "/mcp › acknowledges a notification with an empty 202",
    message: /the status/,
    apply: (response) => (response.status === 202 ? { status: 200 } : undefined),
  },
  {
    description: "a preflight response without the allowed headers",
    failingTest: "/mcp › answers a preflight without further checks",
    message: /access-control-allow-headers/,
    apply: (response) => withHeaders(response, { "access-control-allow-headers": "content-type" }),
  },
  {
    description: "calls over MCP counted separately",
    failingTest: "/agent/search › counts HTTP and MCP together",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp")
        ? withHeaders(response, { ratelimit: '"client";r=19;t=1' })
        : undefined,
  },
  {
    description: "a rate limit error without the ID of its request",
    failingTest: "searchPages › rejects a client that has exceeded its rate limit",
    caller: LEGACY,
    message: /no id/,
    apply: (response) =>
      response.status === 429 ? withJson(response, (body) => (body.id = null)) : undefined,
  },
  {
    description: "a response with the wrong ID",
    failingTest: "/mcp › returns the ID of the request with the response",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp") ? withJson(response, (body) => (body.id = 8)) : undefined,
  },
];
