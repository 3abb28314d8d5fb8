import { describe, expect, it } from "vitest";
import { parseTokenResponse } from "./token-response.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const parse = (
  body: unknown,
  {
    status = 200,
    type = JSON_TYPE,
    at,
    separator,
  }: { status?: number; type?: string; at?: string; separator?: string } = {},
) =>
  parseTokenResponse(
    { status, type, text: typeof body === "string" ? body : JSON.stringify(body) },
    { at, separator },
  );

describe("a successful token response", () => {
  it.each([
    [
      "in the standard format",
      {
        access_token: "a",
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: "r",
        scope: "x y",
      },
      { accessToken: "a", refreshToken: "r", expiresIn: 3600, scopes: ["x", "y"] },
    ],
    ["without a token type", { access_token: "a" }, { accessToken: "a" }],
    ["with an unknown token type", { access_token: "a", token_type: "bot" }, { accessToken: "a" }],
    [
      "with the lifetime as a string",
      { access_token: "a", expires_in: "3600" },
      { accessToken: "a", expiresIn: 3600 },
    ],
    [
      "with a lifetime of 0, which is ignored",
      { access_token: "a", expires_in: 0 },
      { accessToken: "a" },
    ],
    ["with a lifetime of null", { access_token: "a", expires_in: null }, { accessToken: "a" }],
    [
      "with a lifetime that isn't a number",
      { access_token: "a", expires_in: "never" },
      { accessToken: "a" },
    ],
    ["with an empty refresh token", { access_token: "a", refresh_token: "" }, { accessToken: "a" }],
    [
      "with comma-separated scopes",
      { access_token: "a", scope: "repo,gist" },
      { accessToken: "a", scopes: ["repo", "gist"] },
    ],
    [
      "with scopes as a list",
      { access_token: "a", scope: ["repo", "gist", "gist", 1] },
      { accessToken: "a", scopes: ["repo", "gist"] },
    ],
    ["with an empty error", { access_token: "a", error: "", ok: true }, { accessToken: "a" }],
  ])("is parsed %s", (_, body, tokens) => expect(parse(body)).toEqual({ tokens }));

  it("is parsed as a form, which GitHub sends", () => {
    expect(
      parse("access_token=gho_1&scope=repo%2Cgist&token_type=bearer", {
        type: "application/x-www-form-urlencoded",
      }),
    ).toEqual({ tokens: { accessToken: "gho_1", scopes: ["repo", "gist"] } });
    expect(parse("access_token=a&expires_in=7200", { type: "text/plain" })).toEqual({
      tokens: { accessToken: "a", expiresIn: 7200 },
    });
  });

  it("is parsed with nested tokens, such as the user token of Slack", () => {
    const body = {
      ok: true,
      access_token: "xoxb-1",
      token_type: "bot",
      scope: "chat:write",
      authed_user: { id: "U1", access_token: "xoxp-1", scope: "chat:write,users:read" },
      team: { name: "Acme" },
    };
    expect(parse(body, { at: "/authed_user" })).toEqual({
      tokens: {
        accessToken: "xoxp-1",
        scopes: ["chat:write", "users:read"],
        who: { id: "U1", name: "Acme" },
      },
    });
    expect(parse(body)).toMatchObject({ tokens: { accessToken: "xoxb-1" } });
  });

  it("identifies the end user by the ID token", () => {
    const claims = btoa(
      JSON.stringify({ sub: "s1", email: "ada@example.com", name: "Ada" }),
    ).replaceAll("=", "");
    expect(parse({ access_token: "a", id_token: `h.${claims}.s` })).toEqual({
      tokens: { accessToken: "a", who: { id: "s1", name: "Ada", email: "ada@example.com" } },
    });
    expect(parse({ access_token: "a", id_token: "rubbish" })).toEqual({
      tokens: { accessToken: "a" },
    });
  });
});

describe("a token error", () => {
  it.each([
    [
      "in the standard format",
      400,
      { error: "invalid_grant", error_description: "Token has been revoked." },
      { error: "invalid_grant", description: "Token has been revoked.", kind: "grant" },
    ],
    [
      "with the status 200, as from GitHub",
      200,
      {
        error: "bad_refresh_token",
        error_description: "The refresh token passed is incorrect or expired.",
      },
      {
        error: "bad_refresh_token",
        description: "The refresh token passed is incorrect or expired.",
        kind: "grant",
      },
    ],
    [
      "with the status 200, as from Slack",
      200,
      { ok: false, error: "invalid_code" },
      { error: "invalid_code", description: "", kind: "grant" },
    ],
    [
      "with a token, which is ignored",
      200,
      { error: "server_error", access_token: "a" },
      { error: "server_error", description: "", kind: "later" },
    ],
    [
      "for an invalid client",
      401,
      { error: "invalid_client" },
      { error: "invalid_client", description: "", kind: "client" },
    ],
    [
      "for an invalid client, as from GitHub",
      200,
      { error: "incorrect_client_credentials" },
      { error: "incorrect_client_credentials", description: "", kind: "client" },
    ],
    [
      "with an error object",
      400,
      { error: { code: "invalid_grant", message: "gone" } },
      { error: "invalid_grant", description: "gone", kind: "grant" },
    ],
    [
      "with the status 503 and any error code",
      503,
      { error: "invalid_grant" },
      { error: "invalid_grant", description: "", kind: "later" },
    ],
    [
      "with the status 429 and any error code",
      429,
      { error: "invalid_grant" },
      { error: "invalid_grant", description: "", kind: "later" },
    ],
    [
      "as an HTML page",
      502,
      "<html>Bad gateway</html>",
      { error: "http_502", description: "", kind: "later" },
    ],
    [
      "as an empty response",
      200,
      "",
      { error: "unreadable", description: "The response contains no access token.", kind: "later" },
    ],
    [
      "as an HTML page with the status 200",
      200,
      "<html>access_token=x</html>",
      { error: "unreadable", description: "The response contains no access token.", kind: "later" },
    ],
    [
      "as a JSON array",
      200,
      "[]",
      { error: "unreadable", description: "The response contains no access token.", kind: "later" },
    ],
    [
      "with a token that isn't a string",
      200,
      { access_token: { a: 1 } },
      { error: "unreadable", description: "The response contains no access token.", kind: "later" },
    ],
    ["as a redirect", 302, "", { error: "http_302", description: "", kind: "later" }],
  ])("is parsed %s", (_, status, body, refused) =>
    expect(parse(body, { status: status as number })).toEqual({ refused }),
  );

  it("has a description without tokens, control characters and bidirectional characters", () => {
    const { refused } = parse(
      {
        error: "invalid_grant",
        error_description: `Code 4/0AX4XfWh-9bcd1234567890abcdefg was\u0000 used\u202e twice\n${"x".repeat(900)}`,
      },
      { status: 400 },
    ) as { refused: { description: string } };
    expect(refused.description).toMatch(/^Code … was used twice x+…$/);
    expect(refused.description.length).toBe(300);
  });
});
