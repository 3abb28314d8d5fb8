import { describe, expect, it } from "vitest";
import { resolveEndpoints } from "./endpoints.ts";

const method = {
  id: "oauth2",
  fields: [],
  oauth: {
    authorizationUrl: "https://{shop}.acme.io/authorize",
    tokenUrl: "https://{shop}.acme.io/token",
    revocationUrl: "https://{shop}.acme.io/revoke",
    pkce: true,
    clientAuth: "body",
    tokenParams: { key: "{client_id}" },
  },
} as const;
const client = { id: "client_1", auth: "body" } as const;

describe("resolveEndpoints", () => {
  it("fills the entered values into the URLs and parameters", () => {
    expect(
      resolveEndpoints({ method, fields: { shop: "toys" }, client, baseFields: [] }),
    ).toMatchObject({
      endpoints: {
        authorizationUrl: "https://toys.acme.io/authorize",
        token: { url: "https://toys.acme.io/token" },
        refresh: { url: "https://toys.acme.io/token" },
        revocation: { url: "https://toys.acme.io/revoke" },
        server: { tokenParams: { key: "client_1" } },
      },
    });
  });

  it("reports a value that leads to another host, and a URL without TLS", () => {
    expect(
      resolveEndpoints({ method, fields: { shop: "evil.example/" }, client, baseFields: [] }),
    ).toMatchObject({ error: { pointer: "/shop", rule: "url_value" } });
    const insecure = {
      ...method,
      oauth: { tokenUrl: "http://acme.io/token", pkce: true, clientAuth: "body" },
    } as const;
    expect(
      resolveEndpoints({ method: insecure, fields: {}, client, baseFields: [] }),
    ).toMatchObject({ error: { pointer: "", rule: "no_tls" } });
  });

  it("uses the endpoints of a discovered server", () => {
    const discovered = {
      issuer: "https://auth.acme.io",
      authorizationUrl: "https://auth.acme.io/authorize",
      tokenUrl: "https://auth.acme.io/token",
      resource: "https://mcp.acme.io/mcp",
      saysIssuer: false,
    };
    const inputs = { method: { id: "mcp", fields: [] }, fields: {}, baseFields: [], discovered };
    expect(
      resolveEndpoints({ ...inputs, client: { id: "client_1", auth: "basic" } }),
    ).toMatchObject({
      endpoints: {
        token: { url: "https://auth.acme.io/token", server: { clientAuth: "basic", pkce: true } },
        resource: "https://mcp.acme.io/mcp",
      },
    });
  });
});
