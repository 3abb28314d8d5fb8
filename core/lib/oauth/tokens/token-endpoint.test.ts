import { describe, expect, it } from "vitest";
import { createTestFetch } from "../testing.ts";
import { exchangeCode, refreshTokens, requestClientCredentials } from "./grants.ts";
import { revokeToken } from "./token-endpoint.ts";

const TOKEN_URL = "https://acme.io/token";
const server = {
  tokenUrl: TOKEN_URL,
  pkce: true,
  clientAuth: "body",
  scopeSeparator: ",",
  tokenParams: { audience: "api" },
} as const;
const endpoint = { url: TOKEN_URL, server };
const endpoints = { token: endpoint, refresh: endpoint, server };
const client = { id: "client_1", secret: "secret_1" };
const readForm = (body: unknown) => Object.fromEntries(new URLSearchParams(String(body)));

describe("token requests", () => {
  it("exchange a code with its verifier, and follow no redirect", async () => {
    const { send, calls } = createTestFetch({ [TOKEN_URL]: { body: { access_token: "token_1" } } });
    expect(
      await exchangeCode(send, endpoints, client, {
        code: "code_1",
        redirectUri: "https://j.example/oauth/callback",
        verifier: "verifier_1",
      }),
    ).toEqual({ tokens: { accessToken: "token_1" }, text: '{"access_token":"token_1"}' });
    expect(calls).toHaveLength(1);
    expect(calls[0]!.options.redirects).toBe(0);
    expect(readForm(calls[0]!.options.body)).toEqual({
      grant_type: "authorization_code",
      audience: "api",
      code: "code_1",
      redirect_uri: "https://j.example/oauth/callback",
      code_verifier: "verifier_1",
      client_id: "client_1",
      client_secret: "secret_1",
    });
  });

  it("send client credentials with the scopes in the provider's form", async () => {
    const { send, calls } = createTestFetch({ [TOKEN_URL]: { body: { access_token: "token_1" } } });
    await requestClientCredentials(send, endpoints, client, ["read", "write"]);
    expect(readForm(calls[0]!.options.body)).toMatchObject({
      grant_type: "client_credentials",
      scope: "read,write",
    });
  });

  it("resolve a network failure as a refusal that can be retried later", async () => {
    const { send } = createTestFetch({});
    expect(await refreshTokens(send, endpoints, client, "refresh_1")).toEqual({
      refused: {
        error: "unreachable",
        description: `${TOKEN_URL} is unreachable.`,
        kind: "later",
      },
    });
  });

  it("return the seconds of Retry-After with a refusal", async () => {
    const { send } = createTestFetch({
      [TOKEN_URL]: { status: 429, headers: { "retry-after": "7" }, body: {} },
    });
    expect(await refreshTokens(send, endpoints, client, "refresh_1")).toMatchObject({
      refused: { kind: "later" },
      retryAfter: 7,
    });
  });

  it("reject on errors that are not network failures", async () => {
    const send = () => Promise.reject(new TypeError("boom"));
    await expect(refreshTokens(send, endpoints, client, "refresh_1")).rejects.toThrow("boom");
  });
});

describe("revokeToken", () => {
  it("sends the token with its kind, and ignores an unreachable server", async () => {
    const { send, calls } = createTestFetch({});
    await revokeToken(send, endpoint, client, { token: "token_1", hint: "access_token" });
    expect(readForm(calls[0]!.options.body)).toMatchObject({
      token: "token_1",
      token_type_hint: "access_token",
    });
  });
});
