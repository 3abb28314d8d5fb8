import assert from "node:assert/strict";
import type { IdentityProvider, ProviderSignIn } from "../../core/ports/identity-provider.ts";
import type { Deviations, TestIdentityProvider } from "../fixtures/identity-provider.ts";
import { createCheck } from "./port-check.ts";

interface IdentityProviderFixture {
  readonly provider: IdentityProvider;
  readonly server: TestIdentityProvider;
  /** Creates a client of the same provider without the permission to reach loopback addresses. */
  createPublicClient(): IdentityProvider;
  close(): Promise<void>;
}

const check = createCheck<IdentityProviderFixture>;

const SIGN_IN: ProviderSignIn = {
  redirectUri: "https://jackfield.example/sign-in/provider/callback",
  state: "sign_in.c3RhdGU.Lw",
  nonce: "bm9uY2U",
  verifier: "dmVyaWZpZXItb2YtdGhpcy10ZXN0LTMyLWJ5dGVzLWxvbmc",
  isRenewed: false,
};

/** Responses that aren't for the sign-in, and how the provider or an attacker makes them. */
const FORGERIES: Readonly<Record<string, Deviations>> = {
  "another nonce": { claims: { nonce: "b3RoZXI" } },
  "no nonce": { claims: { nonce: undefined } },
  "another issuer in the token": { claims: { iss: "https://evil.example" } },
  "another audience": { claims: { aud: "client_2" } },
  "an expired token": { claims: { exp: 1_000_000_000 } },
  "a token without a signature": { algorithm: "none" },
  "a token signed with the public key as a secret": { algorithm: "HS256" },
  "a token signed with an unknown key": { usesOtherKey: true },
  "another state": { response: { state: "sign_in.b3RoZXI.Lw" } },
  "no state": { response: { state: undefined } },
  "another issuer in the response": { response: { iss: "https://evil.example" } },
  "no issuer in the response": { response: { iss: undefined } },
  "a code that was never issued": { response: { code: "forged" } },
};

const FAILURES: Readonly<Record<string, Deviations>> = {
  "responds with an error": { answer: (_, response) => void response.writeHead(500).end("{}") },
  "responds with a page": {
    answer: (_, response) =>
      void response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
  },
  "closes the connection": { answer: (_, response) => void response.destroy() },
  redirects: {
    answer: (_, response) =>
      void response.writeHead(302, { location: "http://169.254.169.254/latest" }).end(),
  },
  "sends 2 MiB": {
    answer: (_, response) =>
      void response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ issuer: "x".repeat(2_097_152) })),
  },
  "claims to be another issuer": { metadata: { issuer: "https://evil.example" } },
  "has no authorization endpoint": { metadata: { authorization_endpoint: undefined } },
};

/** Signs in as the person of the provider. */
async function signIn({ provider, server }: IdentityProviderFixture, more: object = {}) {
  const wanted = { ...SIGN_IN, ...more };
  const url = await provider.begin(wanted);
  const back = await server.signIn(url);
  return { url: new URL(url), back, claims: await provider.finish(wanted, back.searchParams) };
}

export const identityProviderSuite = [
  check("signs in with a code, PKCE and a nonce, and returns the claims", async (fixture) => {
    const { url, claims } = await signIn(fixture);
    assert.equal(url.searchParams.get("response_type"), "code");
    assert.equal(url.searchParams.get("code_challenge_method"), "S256");
    assert.equal(url.searchParams.get("scope"), "openid profile email");
    // 90 days. Providers return `auth_time` only if it is present (OpenID Connect Core, section 3.1.2.1).
    assert.equal(url.searchParams.get("max_age"), "7776000");
    const { provedAgo, ...others } = claims;
    assert.ok(provedAgo !== undefined && provedAgo < 60_000, `proved ${provedAgo} ms ago`);
    assert.deepEqual(others, {
      issuer: fixture.server.issuer,
      subject: "sub_1",
      name: "Grace",
      groups: [],
    });
  }),

  check("reads verified email addresses and groups, also from UserInfo", async (fixture) => {
    const { deviations } = fixture.server;
    deviations.userInfo = {
      email: "grace@studio.example",
      email_verified: true,
      groups: ["eng", 7],
    };
    const { claims } = await signIn(fixture);
    assert.deepEqual([claims.email, claims.groups], ["grace@studio.example", ["eng"]]);
    deviations.userInfo = { email: "grace@studio.example", email_verified: false };
    assert.equal((await signIn(fixture)).claims.email, undefined);
    deviations.userInfo = { email: "grace@studio.example", email_verified: "true" };
    assert.equal((await signIn(fixture)).claims.email, undefined);
  }),

  check("asks for a new proof, and rejects an old one", async (fixture) => {
    const { url } = await signIn(fixture, { isRenewed: true });
    assert.deepEqual(
      [url.searchParams.get("max_age"), url.searchParams.get("prompt")],
      ["0", "login"],
    );
    fixture.server.deviations.claims = { auth_time: Math.floor(Date.now() / 1000) - 3600 };
    await assert.rejects(signIn(fixture, { isRenewed: true }), { kind: "invalid" });
    fixture.server.deviations.claims = { auth_time: undefined };
    await assert.rejects(signIn(fixture, { isRenewed: true }), { kind: "invalid" });
  }),

  ...Object.entries(FORGERIES).map(([name, deviations]) =>
    check(`rejects a response with ${name}`, async (fixture) => {
      Object.assign(fixture.server.deviations, deviations);
      await assert.rejects(signIn(fixture), { name: "ProviderFailure", kind: "invalid" });
    }),
  ),

  check("rejects a code that was used before", async (fixture) => {
    const { back } = await signIn(fixture);
    await assert.rejects(fixture.provider.finish(SIGN_IN, back.searchParams), { kind: "invalid" });
  }),

  check("rejects UserInfo of another person", async (fixture) => {
    fixture.server.deviations.userInfo = { sub: "sub_2", email_verified: true };
    await assert.rejects(signIn(fixture), { kind: "invalid" });
  }),

  check("says that the person refused, without characters that mislead", async (fixture) => {
    fixture.server.deviations.response = {
      code: undefined,
      error: "access_denied",
      error_description: "No\u202e<b>",
    };
    await assert.rejects(signIn(fixture), {
      kind: "refused",
      message: `${fixture.provider.name} ended the sign-in: access_denied (No?<b>).`,
    });
  }),

  ...Object.entries(FAILURES).map(([name, deviations]) =>
    check(`fails, and recovers, if the provider ${name}`, async (fixture) => {
      Object.assign(fixture.server.deviations, deviations);
      await assert.rejects(fixture.provider.begin(SIGN_IN), {
        name: "ProviderFailure",
        kind: "unavailable",
      });
      for (const key of Object.keys(deviations))
        delete (fixture.server.deviations as Record<string, unknown>)[key];
      assert.equal((await signIn(fixture)).claims.subject, "sub_1");
    }),
  ),

  check("reaches private addresses only if the operator names them", async (fixture) => {
    await assert.rejects(fixture.createPublicClient().begin(SIGN_IN), { kind: "unavailable" });
    assert.deepEqual(fixture.server.requests, []);
  }),
];
