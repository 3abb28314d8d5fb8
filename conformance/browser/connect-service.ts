import { listen } from "../../adapters/runtime/serve.ts";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
  keyMethod,
} from "../fixtures/connections/apps.ts";
import { startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform } from "../fixtures/connections/test-platform.ts";

/** A platform on a port, with the app `notes`, which users connect by OAuth or an API key. */
export interface ConnectService {
  readonly url: string;
  /** Creates a connect link. With `method`, the link is for this method only. */
  createLink(method?: string): Promise<string>;
  close(): Promise<void>;
}

export async function startConnectService(): Promise<ConnectService> {
  const server = await listen({ hostname: "127.0.0.1", port: 0 });
  const provider = await startOAuthProvider();
  const notes = createAppRecord("notes", [createOAuthMethod(provider.origin), keyMethod]);
  const platform = await startTestPlatform([notes], {
    allowedOrigins: [provider.origin],
    origin: server.url,
  });
  await addOAuthClient(platform, "notes");
  server.handle(platform.handler);
  return {
    url: server.url,
    async createLink(method) {
      const { body } = await platform.api("POST", "/apps/notes/connect", { auth_method: method });
      return body.url;
    },
    async close() {
      await server.close(0);
      await platform.close();
      await provider.close();
    },
  };
}
