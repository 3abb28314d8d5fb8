import type { HttpResponse } from "../http/handler.ts";
import { rejectionResponse } from "./message.ts";

/** Which web pages may call an MCP server. The origin is `null` if no web page sent the request. */
interface OriginPolicy {
  /** Returns the response to a web page that may not call the server. */
  rejectOrigin(origin: string | null): HttpResponse | undefined;
  /** Returns the headers that let a web page read the response. */
  corsFor(origin: string | null): Readonly<Record<string, string>> | undefined;
}

export function createOriginPolicy(allowsOrigin: (origin: string) => boolean): OriginPolicy {
  return {
    rejectOrigin: (origin) =>
      origin === null || allowsOrigin(origin)
        ? undefined
        : rejectionResponse(403, `Web pages of "${origin}" may not call this server.`),
    corsFor: (origin) =>
      origin !== null && allowsOrigin(origin) ? corsHeaders(origin) : undefined,
  };
}

export const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "POST, GET, DELETE, OPTIONS",
  "access-control-allow-headers":
    "authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id",
  "access-control-max-age": "86400",
};

const corsHeaders = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers":
    "WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, RateLimit, RateLimit-Policy, Request-Id, Retry-After",
  vary: "origin",
});
