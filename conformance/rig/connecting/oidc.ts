import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** A real authorization server: PKCE is required, refresh tokens rotate, and one that is used twice takes its whole family along. */
export async function startOidcProvider(
  redirectUri: string,
): Promise<{ readonly origin: string; readonly errors: () => number; close(): Promise<void> }> {
  const server = http.createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const warn = console.warn;
  console.warn = () => {};
  // The package has no types.
  const { default: Provider } = (await import("oidc-provider" as string)) as { default: any };
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: "client_1",
        client_secret: "client_secret_1",
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: 600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 600,
      Interaction: 600,
      IdToken: 600,
    },
    cookies: { keys: ["oidc"] },
    findAccount: async (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub }),
    }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  });
  console.warn = warn;
  let refused = 0;
  provider.on("grant.error", () => void refused++);
  const callback = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url!.startsWith("/interaction/")) return void callback(request, response);
    const { prompt, params, session } = (await provider.interactionDetails(request, response)) as {
      prompt: { name: string };
      params: { client_id: string; scope: string };
      session?: { accountId: string };
    };
    if (prompt.name === "login")
      return provider.interactionFinished(request, response, { login: { accountId: "ada" } });
    const grant = new provider.Grant({ accountId: session!.accountId, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    return provider.interactionFinished(
      request,
      response,
      { consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: true },
    );
  });
  return {
    origin,
    errors: () => refused,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
