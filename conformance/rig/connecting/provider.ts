import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** One request that the provider got. */
export interface ProviderRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** The body's members, of a form or of JSON. */
  readonly form: Readonly<Record<string, string>>;
}

/** What it answers. */
export interface ProviderReply {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Breaks the connection instead. */
  readonly breaksConnection?: boolean;
}

/** An app's sign-in server that does what a test wants of it: by path, a function of what came. */
export interface OAuthProvider {
  readonly origin: string;
  readonly requests: ProviderRequest[];
  /** What each path answers; replace them at will. */
  readonly routes: Record<
    string,
    (received: ProviderRequest) => ProviderReply | Promise<ProviderReply>
  >;
  close(): Promise<void>;
}

/** A provider on loopback. Its `/authorize` lets everyone in at once; its `/token` gives numbered tokens that last an hour. */
export async function startOAuthProvider(): Promise<OAuthProvider> {
  let tokens = 0;
  const requests: ProviderRequest[] = [];
  const routes: OAuthProvider["routes"] = {
    "/authorize": ({ url }) => {
      const back = new URL(url.searchParams.get("redirect_uri")!);
      back.searchParams.set("code", `code_${crypto.randomUUID()}`);
      back.searchParams.set("state", url.searchParams.get("state")!);
      return { status: 302, headers: { location: back.href } };
    },
    "/token": () => ({
      body: {
        access_token: `at_secret_${++tokens}`,
        refresh_token: `rt_secret_${tokens}`,
        token_type: "Bearer",
        expires_in: 3600,
      },
    }),
    "/revoke": () => ({ body: {} }),
  };
  const server = http.createServer(async (request, response) => {
    const body = await text(request).catch(() => "");
    const url = new URL(request.url!, `http://${request.headers.host}`);
    const each: ProviderRequest = {
      method: request.method!,
      url,
      headers: request.headers,
      body,
      form: parseForm(body),
    };
    requests.push(each);
    const result = (await routes[url.pathname]?.(each)) ?? {
      status: 404,
      body: { error: "not_here" },
    };
    if (result.breaksConnection) return void response.destroy();
    const isText = typeof result.body === "string";
    response.writeHead(result.status ?? 200, {
      "content-type": result.type ?? (isText ? "text/plain" : "application/json"),
      ...result.headers,
    });
    response.end(isText ? result.body : JSON.stringify(result.body ?? {}));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    routes,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parseForm(body: string): Record<string, string> {
  try {
    return JSON.parse(body) as Record<string, string>;
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
