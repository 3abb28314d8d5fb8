import type { FetchOptions } from "../../core/lib/kit/net/fetch.ts";
import type { Outbound } from "../../core/ports/outbound.ts";

/** A request that one of the app servers received. */
export interface AppRequest {
  readonly method: string;
  readonly url: URL;
  /** Lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The members of a form or JSON body. */
  readonly form: Readonly<Record<string, unknown>>;
}

interface AppResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text or bytes. */
  readonly body?: unknown;
}

/** The servers of all apps, without a network. */
export interface AppServers {
  readonly outbound: Outbound;
  readonly requests: AppRequest[];
  /**
   * Overrides the response at `host/path`; a handler may throw an `OutboundFailure` or never
   * resolve.
   */
  readonly routes: Map<string, (request: AppRequest) => AppResponse | Promise<AppResponse>>;
  /** Signs a user in without asking: redirects the browser back with a code. */
  authorize(request: Request): Promise<Response>;
}

/** The longest note. It exceeds the size that the runs request. */
export const LONG_NOTE = "A line of the note. ".repeat(60);
export const PICTURE = Buffer.from("89504e470d0a1a0a0000000d49484452fffe", "hex");

/** `label` is part of every token that the servers issue. */
export function createAppServers(label: string): AppServers {
  const requests: AppRequest[] = [];
  const routes: AppServers["routes"] = new Map();
  let issued = 0;
  let registered = 0;
  let busy = 0;

  const token = ({ url: { hostname }, form }: AppRequest): AppResponse => {
    const app = hostname.split(".").at(-2)!;
    issued += 1;
    const isGrant = form["grant_type"] === "client_credentials";
    return {
      body: {
        access_token: `${app}_access_${label}_${issued}`,
        ...(!isGrant && { refresh_token: `${app}_refresh_${label}_${issued}` }),
        token_type: "Bearer",
        expires_in: 3600,
        ...(app === "quill" && { scope: "notes:read notes:write", id_token: ID_TOKEN }),
      },
    };
  };

  const mcp = ({ headers, form }: AppRequest, isOpen: boolean): AppResponse => {
    if (!isOpen && headers["authorization"] === undefined)
      return { status: 401, headers: { "www-authenticate": 'Bearer realm="mcp"' } };
    const result = (value: object) => ({ body: { jsonrpc: "2.0", id: form["id"], result: value } });
    if (form["method"] === "initialize")
      return result({
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "orchard", title: "Orchard" },
      });
    if (form["method"] === "tools/list")
      return result({
        tools: [
          {
            name: "Pick-Apples",
            description: "Picks apples.",
            inputSchema: { type: "object", properties: { count: { type: "integer" } } },
          },
        ],
      });
    if (form["method"] === "tools/call")
      return result({
        content: [{ type: "text", text: `Called ${(form["params"] as { name: string }).name}.` }],
      });
    return { status: 202, body: "" };
  };

  const note = (request: AppRequest): AppResponse => {
    const { method, url, form } = request;
    if (method === "POST")
      return { status: 201, body: { text: form["text"], length: String(form["text"]).length } };
    const id = url.pathname.split("/notes/")[1];
    if (id === undefined) {
      const page = Number(url.searchParams.get("page") ?? "1");
      return {
        headers: page < 3 ? { link: `<${url.origin}/notes?page=${page + 1}>; rel="next"` } : {},
        body: { notes: [page] },
      };
    }
    if (id === "long")
      return { headers: { "content-type": "text/plain; charset=utf-8" }, body: LONG_NOTE };
    if (id === "picture") return { headers: { "content-type": "image/png" }, body: PICTURE };
    if (id === "missing") return { status: 404, body: { message: "There is no such note" } };
    if (id === "limited")
      return {
        status: 429,
        headers: { "retry-after": "120" },
        body: { message: "Too many requests" },
      };
    if (id === "busy" && busy++ % 2 === 0)
      return { status: 503, headers: { "retry-after": "0" }, body: { message: "Come back later" } };
    return { body: { id, text: "It hums" } };
  };

  const respond = (request: AppRequest): AppResponse | Promise<AppResponse> => {
    const { hostname, pathname } = request.url;
    const route = routes.get(`${hostname}${pathname}`);
    if (route) return route(request);
    if (pathname.endsWith("/token")) return token(request);
    if (pathname.endsWith("/revoke")) return { body: {} };
    if (hostname === "mcp.ember.example") {
      if (pathname === "/.well-known/oauth-protected-resource/mcp")
        return {
          body: {
            resource: "https://mcp.ember.example/mcp",
            authorization_servers: ["https://auth.ember.example/tenant"],
            scopes_supported: ["notes"],
          },
        };
      return mcp(request, false);
    }
    if (hostname === "mcp.orchard.example")
      return request.method === "GET" ? { status: 405, body: "" } : mcp(request, true);
    if (hostname === "auth.ember.example") {
      if (pathname === "/.well-known/oauth-authorization-server/tenant")
        return { body: EMBER_METADATA };
      if (pathname === "/register")
        return {
          status: 201,
          body: {
            client_id: `ember_client_${label}_${++registered}`,
            client_secret: `ember_client_secret_${label}_${registered}`,
            client_secret_expires_at: Date.parse("2026-12-20T00:00:00Z") / 1000,
            token_endpoint_auth_method: "client_secret_basic",
          },
        };
      return { status: 404, body: {} };
    }
    return note(request);
  };

  return {
    requests,
    routes,
    outbound: {
      async fetch(url, { method = "GET", headers = {}, body }: FetchOptions = {}) {
        const text = typeof body === "string" ? body : new TextDecoder().decode(body);
        const request: AppRequest = {
          method,
          url: new URL(url),
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
          ),
          body: text,
          form: membersOf(text),
        };
        requests.push(request);
        const { status = 200, headers: own = {}, body: content = "" } = await respond(request);
        const isRaw = typeof content === "string" || content instanceof Uint8Array;
        const rendered = isRaw ? (content as BodyInit) : JSON.stringify(content);
        const response = new Response(status === 204 ? null : rendered, {
          status,
          headers: { "content-type": isRaw ? "text/plain" : "application/json", ...own },
        });
        return {
          status,
          url,
          headers: response.headers,
          body: response.body ?? new Response("").body!,
          bytes: async () => new Uint8Array(await response.arrayBuffer()),
          text: () => response.text(),
        };
      },
    },
    async authorize(request) {
      const { searchParams } = new URL(request.url);
      const back = new URL(searchParams.get("redirect_uri")!);
      back.searchParams.set("code", `code_${label}`);
      back.searchParams.set("state", searchParams.get("state")!);
      if (request.url.startsWith("https://auth.ember.example"))
        back.searchParams.set("iss", "https://auth.ember.example/tenant");
      return new Response(null, { status: 302, headers: { location: back.href } });
    },
  };
}

const EMBER_METADATA = {
  issuer: "https://auth.ember.example/tenant",
  authorization_endpoint: "https://auth.ember.example/authorize",
  token_endpoint: "https://auth.ember.example/token",
  registration_endpoint: "https://auth.ember.example/register",
  revocation_endpoint: "https://auth.ember.example/revoke",
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["client_secret_basic"],
  scopes_supported: ["notes"],
  authorization_response_iss_parameter_supported: true,
};

const ID_TOKEN = [
  "e30",
  Buffer.from(
    JSON.stringify({ sub: "user_7", name: "Ann Example", email: "ann@quill.example" }),
  ).toString("base64url"),
  "x",
].join(".");

function membersOf(body: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
