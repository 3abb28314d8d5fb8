import type { Exchange, PlatformContext, TestContext } from "../../case.ts";
import type { TestRequest } from "../../targets/target.ts";

type PlatformExchange = Exchange<PlatformContext>;

/** The exchange with the target's API key in its header. */
export const withDefaultKey = (
  exchange: Exchange<TestContext> | PlatformExchange,
): PlatformExchange => ({
  ...exchange,
  request: async (context) => {
    const { request } = exchange as PlatformExchange;
    return withBearerKey(
      typeof request === "function" ? await request(context) : request,
      context.key,
    );
  },
});

/** The request with an API key in its header. */
export const withBearerKey = (request: TestRequest, key: string): TestRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${key}` },
});

/** The request with an API key in its path, as an MCP link has it. */
export const withKeyInPath = (request: TestRequest, key: string): TestRequest => ({
  ...request,
  path: `/mcp/k/${key}`,
});

/** A findTools request. A string is sent as it is. */
export const findToolsRequest = (body: unknown): TestRequest => ({
  method: "POST",
  path: "/api/v1/tools/find",
  headers: { "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
