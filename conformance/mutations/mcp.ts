import type { Target, TestRequest, TestResponse } from "../targets/target.ts";
import { hasPathPrefix, type Mutation, withHeaders, withJson } from "./mutation.ts";

const LEGACY = "mcp 2025-11-25";
const MODERN = "mcp 2026-07-28";

/** The result of a call to this method, changed. */
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

/** The same asked without a header, or with another. */
const resendWithHeader =
  (name: string, value?: string) => (_: TestResponse, request: TestRequest, unmodified: Target) => {
    if (request.headers?.[name] === undefined) return undefined;
    const { [name]: __, ...rest } = request.headers;
    return unmodified.send({
      ...request,
      headers: value === undefined ? rest : { ...rest, [name]: value },
    });
  };

/** Faults of the MCP server. */
export const mcpMutations: readonly Mutation[] = [
  {
    description: "structuredContent on an error",
    failingTest: "searchPages › rejects an empty query",
    caller: LEGACY,
    message: /./,
    apply: mutateResult(
      "tools/call",
      (each) => each.isError && (each.structuredContent = JSON.parse(each.content[0].text)),
    ),
  },
  {
    description: "structuredContent on an error, in the stateless era",
    failingTest:
      "/mcp › returns invalid input as a problem in the text, without structuredContent (2026-07-28)",
    message: /./,
    apply: mutateResult("tools/call", (each) => each.isError && (each.structuredContent = {})),
  },
  {
    description: "structuredContent that lacks a field",
    failingTest: "searchPages › accepts a limit of 50",
    caller: LEGACY,
    message: /total/,
    apply: mutateResult("tools/call", (each) => delete each.structuredContent?.total),
  },
  {
    description: "structuredContent that lacks a field, in the stateless era",
    failingTest: "searchPages › accepts a limit of 50",
    caller: MODERN,
    message: /total/,
    apply: mutateResult("tools/call", (each) => delete each.structuredContent?.total),
  },
  {
    description: "text that says something else than structuredContent",
    failingTest: "siteInfo › describes the site",
    caller: LEGACY,
    message: /different things/,
    apply: mutateResult(
      "tools/call",
      (each) => (each.content[0].text = each.content[0].text.replace("Fixture Site", "Other Site")),
    ),
  },
  {
    description: "a problem over MCP with a status that is not declared",
    failingTest: "searchPages › rejects an empty query",
    caller: LEGACY,
    message: /status 418 is not declared/,
    apply: mutateResult(
      "tools/call",
      (each) =>
        each.isError &&
        (each.content[0].text = each.content[0].text.replace('"status":400', '"status":418')),
    ),
  },
  {
    description: "an internal error revealed over MCP",
    failingTest: "searchPages › reveals nothing about an unexpected error",
    caller: MODERN,
    message: /reveals an internal error/,
    apply: mutateResult(
      "tools/call",
      (each) =>
        each.isError &&
        (each.content[0].text = each.content[0].text.replace(
          "An internal error occurred",
          "the folder /srv/fixture is on fire",
        )),
    ),
  },
  {
    description: "a tool that is not listed",
    failingTest: "/mcp › lists exactly the operations that are tools, sorted by name (2025-11-25)",
    message: /./,
    apply: mutateResult("tools/list", (each) => each.tools.pop()),
  },
  {
    description: "tools in another order",
    failingTest: "/mcp › lists exactly the operations that are tools, sorted by name (2026-07-28)",
    message: /./,
    apply: mutateResult("tools/list", (each) => each.tools.reverse()),
  },
  {
    description: "a hint left out",
    failingTest: "/mcp › describes each tool as the operations table does (2025-11-25)",
    message: /./,
    apply: mutateResult("tools/list", (each) => delete each.tools[0].annotations.openWorldHint),
  },
  {
    description: "an input schema that is open",
    failingTest: "/mcp › describes each tool as the operations table does (2026-07-28)",
    message: /./,
    apply: mutateResult(
      "tools/list",
      (each) => delete each.tools[0].inputSchema.additionalProperties,
    ),
  },
  {
    description: "a schema that refers to what it does not have",
    failingTest: "/mcp › returns self-contained schemas for each tool (2025-11-25)",
    message: /resolve/,
    apply: mutateResult("tools/list", (each) =>
      each.tools.forEach((tool: any) => delete tool.outputSchema.$defs),
    ),
  },
  {
    description: "a stream opened by GET",
    failingTest: "/mcp › returns 405 for GET, because it has no streams and no sessions",
    message: /the status/,
    apply: (_, { method }) => (method === "GET" ? { status: 200 } : undefined),
  },
  {
    description: "a batch that is answered",
    failingTest: "/mcp › rejects a batch of requests",
    message: /the status/,
    apply: (_, request, unmodified) =>
      String(request.body).startsWith("[")
        ? unmodified.send({ ...request, body: String(request.body).slice(1, -1) })
        : undefined,
  },
  {
    description: "406 where Accept leaves out the stream",
    failingTest: "/mcp › returns JSON for Accept: application/json",
    message: /the status/,
    apply: (response, { headers }) =>
      headers?.["accept"] === "application/json" && response.headers["content-type"]
        ? { status: 406 }
        : undefined,
  },
  {
    description: "a body of any size taken",
    failingTest: "/mcp › rejects a body over 1 MiB",
    message: /the status/,
    apply: (response) => (response.status === 413 ? { status: 200 } : undefined),
  },
  {
    description: "an evil page let in",
    failingTest: "/mcp › rejects a sandboxed page",
    message: /the status/,
    apply: resendWithHeader("origin"),
  },
  {
    description: "an evil host let in",
    failingTest: "/mcp › rejects a wrong host",
    message: /the status/,
    apply: resendWithHeader("host"),
  },
  {
    description: "a version header that is not looked at",
    failingTest: "/mcp › rejects a protocol version header that contradicts the envelope",
    message: /the status/,
    apply: resendWithHeader("mcp-protocol-version", "2026-07-28"),
  },
  {
    description: "a method header that is not looked at",
    failingTest: "/mcp › rejects a method header that contradicts the body",
    message: /the status/,
    apply: resendWithHeader("mcp-method", "tools/list"),
  },
  {
    description: "an unknown version refused without saying which are known",
    failingTest: "/mcp › rejects an unknown protocol version in the header",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp")
        ? withJson(response, (body) => delete body.error?.data)
        : undefined,
  },
  {
    description: "an unknown method answered with 200 in the stateless era",
    failingTest: "/mcp › returns 404 for an unknown method in the modern era",
    message: /the status/,
    apply: (response) => (response.status === 404 ? { status: 200 } : undefined),
  },
  {
    description: "an unknown tool answered as a tool's error",
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
    description: "a notification answered with 200",
    failingTest: "/mcp › acknowledges a notification with an empty 202",
    message: /the status/,
    apply: (response) => (response.status === 202 ? { status: 200 } : undefined),
  },
  {
    description: "a preflight that forgets a header",
    failingTest: "/mcp › answers a preflight without further checks",
    message: /access-control-allow-headers/,
    apply: (response) => withHeaders(response, { "access-control-allow-headers": "content-type" }),
  },
  {
    description: "calls over MCP that are counted apart",
    failingTest: "/agent/search › counts HTTP and MCP together",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp")
        ? withHeaders(response, { ratelimit: '"client";r=19;t=1' })
        : undefined,
  },
  {
    description: "a refusal of the rate without the id of its request",
    failingTest: "searchPages › rejects a client that has exceeded its rate limit",
    caller: LEGACY,
    message: /no id/,
    apply: (response) =>
      response.status === 429 ? withJson(response, (body) => (body.id = null)) : undefined,
  },
  {
    description: "an answer under another id",
    failingTest: "/mcp › returns the ID of the request with the response",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp") ? withJson(response, (body) => (body.id = 8)) : undefined,
  },
];
