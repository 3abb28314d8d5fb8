import { listen } from "../../adapters/runtime/serve.ts";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
  keyMethod,
} from "../fixtures/connections/apps.ts";
import { type OAuthProvider, startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform } from "../fixtures/connections/test-platform.ts";

/** A platform on a port, with the app `notes`, which users connect by OAuth or an API key. */
export interface ConnectService {
  readonly url: string;
  /** The OAuth server of `notes`. */
  readonly provider: OAuthProvider;
  /** Sends a request to the API, as the holder of a key, and returns the body of the response. */
  api(method: string, path: string, body?: object): Promise<any>;
  /**
   * Creates a connect link. With `method`, the link is for this method only. With `returnUrl`, the
   * page has a link to cancel.
   */
  createLink(method?: string, returnUrl?: string): Promise<string>;
  close(): Promise<void>;
}

export async function startConnectService({
  returnOrigins,
}: {
  readonly returnOrigins?: readonly string[];
} = {}): Promise<ConnectService> {
  const server = await listen({ hostname: "127.0.0.1", port: 0 });
  const provider = await startOAuthProvider();
  const notes = createAppRecord("notes", [createOAuthMethod(provider.origin), keyMethod]);
  const platform = await startTestPlatform([notes], {
    allowedOrigins: [provider.origin],
    origin: server.url,
    ...(returnOrigins && { returnOrigins }),
  });
  await addOAuthClient(platform, "notes");
  server.handle(platform.handler);
  const api: ConnectService["api"] = async (method, path, input) =>
    (await platform.api(method, path, input)).body;
  return {
    url: server.url,
    provider,
    api,
    async createLink(auth_method, return_url) {
      return (await api("POST", "/apps/notes/connect", { auth_method, return_url })).url;
    },
    async close() {
      await server.close(0);
      await platform.close();
      await provider.close();
    },
  };
}
