import type { HttpRequest, HttpResponse } from "../http/handler.ts";
import { rejectionResponse } from "./message.ts";

/** Which web pages may call an MCP server. Requests without Origin aren't from web pages. */
export interface OriginPolicy {
  /** Returns the response to a web page that may not call the server. */
  rejectOrigin(request: HttpRequest): HttpResponse | undefined;
  /** Returns the headers that let a web page read the response. */
  corsFor(request: HttpRequest): Readonly<Record<string, string>> | undefined;
}

export function createOriginPolicy(allowsOrigin: (origin: string) => boolean): OriginPolicy {
  return {
    rejectOrigin({ headers }) {
      const origin = headers.get("origin");
      return origin === null || allowsOrigin(origin)
        ? undefined
        : rejectionResponse(403, `Web pages of "${origin}" may not call this server.`);
    },
    corsFor({ headers }) {
      const origin = headers.get("origin");
      return origin !== null && allowsOrigin(origin) ? corsHeaders(origin) : undefined;
    },
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
