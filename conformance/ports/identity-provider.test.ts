import { createOutbound } from "../../adapters/outbound/create-outbound.ts";
import { createIdentityProvider } from "../../adapters/sign-in/identity-provider.ts";
import { startIdentityProvider } from "../fixtures/identity-provider.ts";
import { identityProviderSuite } from "./identity-provider.ts";
import { portSuite } from "./port-suite.ts";

await portSuite({
  name: "IdentityProvider",
  checks: identityProviderSuite,
  program: import.meta.filename,
  async open() {
    const server = await startIdentityProvider();
    const outbound = createOutbound({ allowedOrigins: [server.issuer] });
    const publicOutbound = createOutbound();
    return {
      server,
      provider: createIdentityProvider(server, outbound),
      createPublicClient: () => createIdentityProvider(server, publicOutbound),
      async close() {
        outbound.close();
        publicOutbound.close();
        await server.close();
      },
    };
  },
});
