import { describe, expect, it } from "vitest";
import type { AuthMethod } from "../app.ts";
import { catchInputError, createConnected, requestFor } from "../call/testing.ts";
import type { HttpBinding } from "../tool-record.ts";

describe("credentials", () => {
  const method = (overrides: Partial<AuthMethod>): AuthMethod => ({
    id: "m",
    type: "api_key",
    fields: [],
    from: "document",
    ...overrides,
  });
  const sent = async (
    overrides: Partial<AuthMethod>,
    secrets: Record<string, string>,
    fields: Record<string, string> = {},
    binding: Partial<HttpBinding> = {},
    args = {},
  ) =>
    requestFor({ path: "/x", ...binding }, args, {
      connected: createConnected("", { method: method(overrides), secrets, fields }),
    });

  it("are placed as their method defines", async () => {
    expect((await sent({ type: "oauth2" }, { access_token: "tok" })).headers["authorization"]).toBe(
      "Bearer tok",
    );
    expect(
      (
        await sent(
          { type: "oauth2", placements: { access_token: { in: "header", name: "X-Shop-Token" } } },
          { access_token: "tok" },
        )
      ).headers,
    ).toMatchObject({ "x-shop-token": "tok" });
    expect(
      (
        await sent(
          {
            type: "oauth2",
            placements: { developer_token: { in: "header", name: "developer-token" } },
          },
          { access_token: "tok", developer_token: "dev" },
        )
      ).headers,
    ).toMatchObject({ authorization: "Bearer tok", "developer-token": "dev" });
    expect(
      (await sent({ type: "basic" }, { password: "pä:ss" }, { username: "ann" })).headers[
        "authorization"
      ],
    ).toBe(`Basic ${Buffer.from("ann:pä:ss").toString("base64")}`);
    expect(
      (await sent({ placements: { key: { in: "query", name: "api key" } } }, { key: "a&b" })).url,
    ).toBe("https://api.desk.example/v1/x?api%20key=a%26b");
    expect(
      (
        await sent(
          {
            placements: {
              key: { in: "cookie", name: "sid" },
              id: { in: "header", name: "X-Id", prefix: "id " },
            },
          },
          { key: "k" },
          { id: "7" },
        )
      ).headers,
    ).toMatchObject({ cookie: "sid=k", "x-id": "id 7" });
    expect(
      (
        await sent(
          { placements: { api_key: { in: "header", name: "Authorization", prefix: "Token " } } },
          { api_key: "k" },
        )
      ).headers["authorization"],
    ).toBe("Token k");
  });

  it("can't be replaced by arguments", async () => {
    const slots: HttpBinding["slots"] = [
      { argument: "auth", in: "header", name: "Authorization", style: "simple" },
      { argument: "host", in: "header", name: "Host", style: "simple" },
      { argument: "te", in: "header", name: "Transfer-Encoding", style: "simple" },
      { argument: "key", in: "query", name: "key", style: "form" },
    ];
    const request = await sent(
      {
        type: "bearer",
        placements: {
          token: { in: "header", name: "authorization", prefix: "Bearer " },
          key: { in: "query", name: "key" },
        },
      },
      { access_token: "tok", key: "real" },
      {},
      { slots },
      { auth: "Bearer mine", host: "evil", te: "chunked", key: "mine" },
    );
    expect(request.headers["authorization"]).toBe("Bearer tok");
    expect(Object.keys(request.headers)).not.toContain("host");
    expect(Object.keys(request.headers)).not.toContain("transfer-encoding");
    expect(request.url).toBe("https://api.desk.example/v1/x?key=real");
  });

  it("are rejected if they contain a line break", async () => {
    expect(
      await catchInputError(sent({ type: "bearer" }, { access_token: "tok\r\nx: y" })),
    ).toEqual({ pointer: "/connection", rule: "credential_text" });
  });

  it("sign the request with AWS Signature Version 4", async () => {
    const request = await sent(
      { type: "sigv4", signingName: "dynamodb" },
      { secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" },
      { access_key_id: "AKIDEXAMPLE", region: "eu-central-1" },
      {
        method: "POST",
        body: { type: "application/x-amz-json-1.0" },
        slots: [{ argument: "TableName", in: "body", name: "TableName", style: "" }],
      },
      { TableName: "t" },
    );
    expect(request.headers["authorization"]).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    expect(JSON.stringify(request)).not.toContain("wJalr");
  });
});
