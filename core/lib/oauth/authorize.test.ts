import { expect, it } from "vitest";
import { buildAuthorizationUrl } from "./authorize.ts";
import { readChallenge } from "./discovery.ts";
import { createChallenge } from "./pkce.ts";
import { nextRefresh, refreshTime } from "./tokens/refresh-schedule.ts";

const request = {
  authorizationUrl: "https://a.example/auth?tenant=1",
  server: {},
  clientId: "c",
  redirectUri: "https://j.example/oauth/callback",
  scopes: ["a", "b"],
  state: "s",
};
const readQuery = (url: string) => Object.fromEntries(new URL(url).searchParams);

it("requests a code and keeps the query of the authorization URL", () => {
  expect(readQuery(buildAuthorizationUrl(request))).toEqual({
    tenant: "1",
    response_type: "code",
    client_id: "c",
    redirect_uri: "https://j.example/oauth/callback",
    scope: "a b",
    state: "s",
  });
  expect(buildAuthorizationUrl(request)).toContain("scope=a%20b");
});

it("adds the provider's parameters without replacing security parameters", () => {
  const server = {
    authorizationParams: {
      state: "x",
      redirect_uri: "https://evil.example/",
      code_challenge_method: "plain",
      prompt: "consent",
    },
  };
  expect(readQuery(buildAuthorizationUrl({ ...request, server, challenge: "ch" }))).toMatchObject({
    state: "s",
    redirect_uri: "https://j.example/oauth/callback",
    code_challenge_method: "S256",
    prompt: "consent",
  });
});

it("sends the scopes in the provider's own parameter", () => {
  const server = { scopeSeparator: ",", authorizationParams: { user_scope: "{scopes}" } };
  expect(readQuery(buildAuthorizationUrl({ ...request, server }))).toMatchObject({
    user_scope: "a,b",
  });
  expect(readQuery(buildAuthorizationUrl({ ...request, server }))).not.toHaveProperty("scope");
});

it("computes the S256 challenge of RFC 7636, appendix B", async () => {
  expect(await createChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

it("schedules a refresh five minutes before expiry, or halfway through a short lifetime", () => {
  expect(refreshTime(0, 3_600_000)).toBe(3_300_000);
  expect(refreshTime(0, 60_000)).toBe(30_000);
  const hour = {
    created: "2026-11-21T00:00:00.000Z",
    expires: "2026-11-21T01:00:00.000Z",
    refreshed: undefined,
  };
  expect(new Date(nextRefresh(hour, { isUsed: true })!).toISOString()).toBe(
    "2026-11-21T00:55:00.000Z",
  );
  expect(new Date(nextRefresh(hour, { isUsed: false })!).toISOString()).toBe(
    "2026-11-22T00:00:00.000Z",
  );
  expect(nextRefresh({ ...hour, expires: undefined }, { isUsed: true })).toBeUndefined();
});

it.each([
  [
    'Bearer resource_metadata="https://a.example/x", scope="a b"',
    { metadata: "https://a.example/x", scopes: ["a", "b"] },
  ],
  ['Bearer realm="x, resource_metadata=y", error="invalid_token"', {}],
  ["Bearer resource_metadata=https://a.example/x", { metadata: "https://a.example/x" }],
  [null, {}],
])("reads the challenge %s", (header, challenge) => {
  expect(readChallenge(header)).toEqual(challenge);
});
