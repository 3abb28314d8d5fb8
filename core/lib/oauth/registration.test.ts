import { describe, expect, it } from "vitest";
import { registerClient } from "./registration.ts";
import { createTestFetch, type TestResponse } from "./testing.ts";

const REGISTRATION_URL = "https://auth.acme.io/register";
const register = async (response: TestResponse | undefined, clientAuth?: readonly string[]) => {
  const { send, calls } = createTestFetch(response ? { [REGISTRATION_URL]: response } : {});
  const result = await registerClient(send, {
    clientName: "Notes",
    registrationUrl: REGISTRATION_URL,
    origin: "https://j.example",
    redirectUri: "https://j.example/oauth/callback",
    clientAuth,
  });
  return { result, body: JSON.parse(String(calls[0]!.options.body)) };
};

describe("registerClient", () => {
  it("registers a public client unless the server needs a secret", async () => {
    const open = await register({ status: 201, body: { client_id: "client_1" } });
    expect(open.body).toMatchObject({
      redirect_uris: ["https://j.example/oauth/callback"],
      token_endpoint_auth_method: "none",
    });
    expect(open.result).toEqual({
      client: {
        id: "client_1",
        auth: "body",
        redirectUri: "https://j.example/oauth/callback",
      },
    });
    const { body } = await register({ body: {} }, ["client_secret_basic"]);
    expect(body).toMatchObject({ token_endpoint_auth_method: "client_secret_basic" });
  });

  it("reports a refusal with its status, and an unreachable server", async () => {
    expect((await register({ status: 403, body: {} })).result).toEqual({
      error: { rule: "refused", status: 403 },
    });
    expect((await register(undefined)).result).toEqual({ error: { rule: "unreachable" } });
  });
});
