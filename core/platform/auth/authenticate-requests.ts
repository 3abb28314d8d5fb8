import type { HttpRequest } from "../../http/handler.ts";
import type { Authenticated, Service } from "../../http/pipeline.ts";
import { Problem } from "../../http/problem.ts";
import { OPERATION_COST } from "../../http/rate-limit.ts";
import type { RateLimit, RequestContext } from "../../http/request-context.ts";
import { chain } from "../../lib/kit/flow/chain.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import type { ApiKey } from "../../ports/stores/key-store.ts";
import { KEY_ROUTE, MCP_ROUTE } from "../path-rules.ts";
import { type Attempts, type Authenticator, challenge, readBearerSecret } from "./authenticator.ts";
import { isAccessToken, redactSecrets } from "./key-format.ts";
import type { KeyHint } from "./key-hint.ts";

/**
 * Returns the authentication of the pipeline: by the Authorization header, or by the API key in the
 * path of the MCP server. Failures count against the network of the client.
 */
export function authenticateRequests(
  authenticator: Authenticator,
  keyHint: KeyHint,
  networkLimit: RateLimit | undefined,
): Service<ApiKey>["authenticate"] {
  return (request, context) => {
    const attempts = networkLimit && countAttempts(networkLimit, request, context);
    let key: Promise<ApiKey> | ApiKey;
    try {
      const secret = readSecret(request, context, keyHint);
      requireMcp(secret, context);
      key = authenticator.authenticate(secret, attempts, () => describeClient(request, context));
    } catch (error) {
      return rejectAfterCount(error, attempts);
    }
    return chain(key, (authenticated): Authenticated<ApiKey> => {
      requireOrigin(authenticated, request);
      context.key = authenticated.id;
      return { request, caller: authenticated };
    });
  };
}

const readSecret = (
  { headers }: HttpRequest,
  { match }: RequestContext,
  keyHint: KeyHint,
): string =>
  match.route === KEY_ROUTE
    ? requireValue(match.parameters["key"], "the key in the path")
    : readBearerSecret(headers.get("authorization"), keyHint, {
        hasApiKeyHeader: () => API_KEY_HEADERS.some((name) => headers.get(name) !== null),
      });

/** Access tokens are for the MCP server (RFC 8707), and never part of a URL (MCP, authorization). */
function requireMcp(secret: string, { match }: RequestContext): void {
  if (match.route === MCP_ROUTE || !isAccessToken(secret)) return;
  throw new Problem("unauthorized", "Access tokens of MCP clients work only at /mcp.", {
    hint: "Send an API key.",
    headers: challenge(true),
  });
}

/** Throws the `Problem` "permission_denied" if the key is bound to other web origins. */
function requireOrigin({ name, origins }: ApiKey, { headers }: HttpRequest): void {
  if (!origins) return;
  const origin = headers.get("origin");
  if (origin !== null && origins.includes(origin)) return;
  throw new Problem(
    "permission_denied",
    `API key ${JSON.stringify(name)} is bound to pages of ${origins.join(", ")}.`,
    { hint: "Use it in those pages, or use another key." },
  );
}

/** The API or protocol, and the first product of the User-Agent header without comments. */
function describeClient({ headers }: HttpRequest, { match: { route } }: RequestContext): string {
  const source = route === MCP_ROUTE || route === KEY_ROUTE ? "mcp" : "api";
  const product = /^[\w.+-]{1,40}(\/[\w.+-]{1,20})?/.exec(headers.get("user-agent") ?? "")?.[0];
  return product === undefined ? source : `${source} ${redactSecrets(product)}`;
}

/** The headers in which other services expect an API key. */
const API_KEY_HEADERS = ["x-api-key", "api-key"] as const;

export const countAttempts = (
  limit: RateLimit,
  request: HttpRequest,
  context: RequestContext,
): Attempts => ({
  count: () => limit.take(request, context, { cost: OPERATION_COST }),
  uncount: () => limit.giveBack(request, context, OPERATION_COST),
});

/** Rejects a request whose credential is missing, malformed or expired. */
async function rejectAfterCount(error: unknown, attempts: Attempts | undefined): Promise<never> {
  if (error instanceof Problem && error.status === 401) await attempts?.count();
  throw error;
}
