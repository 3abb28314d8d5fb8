import { expect, vi } from "vitest";
import { oauthClientsCommand } from "../../../adapters/cli/oauth-clients.ts";
import { basicAuthorization, type Deployment, MINUTE, type RunOptions } from "../deployment.ts";
import { tablesOf } from "../encrypted-values.ts";

/** Registers tests of refresh, revocation and expiry with stored tokens and OAuth clients. */
export function testOAuth(deployment: Deployment): void {
  const { it, expected, writtenAt, keyOf, idOf, run, lastRequest } = deployment;

  it("refreshes expired tokens with the stored refresh tokens and clients", async () => {
    const { servers } = deployment;
    vi.setSystemTime(writtenAt + 120 * MINUTE);
    const refresh = async (app: string, connection: string, options?: RunOptions) => {
      const before = servers.requests.length;
      const { body } = await run(
        `${app}.${app === "ember" ? "write_note" : "get_note"}`,
        connection,
        options,
      );
      expect([connection, body.status]).toEqual([connection, "succeeded"]);
      expect(lastRequest().headers["authorization"]).toMatch(
        new RegExp(`^Bearer ${app}_access_current_\\d+$`),
      );
      return servers.requests.slice(before).find(({ url }) => url.pathname.endsWith("/token"))!;
    };
    const quill = { client_id: "quill_operator_client", client_secret: "quill_operator_secret" };
    expect((await refresh("quill", "Quill work")).form).toEqual({
      grant_type: "refresh_token",
      refresh_token: "quill_refresh_stored_1",
      ...quill,
    });
    expect((await refresh("quill", "Quill home")).form).toEqual({
      grant_type: "refresh_token",
      refresh_token: "quill_refresh_stored_2",
      ...quill,
    });
    expect((await refresh("willow", "Willow")).form).toEqual({
      grant_type: "refresh_token",
      refresh_token: "willow_refresh_stored_3",
      client_id: "willow_operator_client",
    });
    const ferry = await refresh("ferry", "Ferry");
    expect([ferry.form["refresh_token"], ferry.headers["authorization"]]).toEqual([
      "ferry_refresh_stored_4",
      basicAuthorization("ferry_entered_client", "ferry_entered_secret"),
    ]);
    const beacon = await refresh("beacon", "Beacon");
    expect([beacon.form, beacon.headers["authorization"]]).toEqual([
      { grant_type: "client_credentials", scope: "notes:read notes:write" },
      basicAuthorization("beacon_entered_client", "beacon_entered_secret"),
    ]);
    const ember = await refresh("ember", "Ember", { args: { text: "a" } });
    expect([
      ember.url.href,
      ember.form["refresh_token"],
      ember.form["resource"],
      ember.headers["authorization"],
    ]).toEqual([
      "https://auth.ember.example/token",
      "ember_refresh_stored_6",
      "https://mcp.ember.example/mcp",
      basicAuthorization("ember_client_stored_1", "ember_client_secret_stored_1"),
    ]);
    const granary = await refresh("granary", "Granary sign-in");
    expect([granary.url.href, granary.form["refresh_token"], granary.form["client_id"]]).toEqual([
      "https://login.granary.example/refresh/token",
      "granary_refresh_stored_8",
      "granary_operator_client",
    ]);
  });

  it("uses an operator's new client secret for stored connections", async () => {
    const { services } = deployment;
    vi.setSystemTime(writtenAt + 120 * MINUTE);
    const options = { ...deployment.commandOptions, origin: "http://127.0.0.1:4200" };
    expect(
      await oauthClientsCommand(
        ["configure", "granary", "--own", "--client-id", "granary_operator_client"],
        options,
        { print: () => {}, readSecret: async () => "a_new_secret" },
      ),
    ).toBe(0);
    const { body } = await services.platform(
      "POST",
      `/connections/${idOf("Granary sign-in")}/test`,
      keyOf("laptop"),
    );
    expect(body.ok).toBe(true);
    expect(lastRequest().form).toMatchObject({
      client_id: "granary_operator_client",
      client_secret: "a_new_secret",
    });
  });

  it("continues counting from a connection's stored failures", async () => {
    const { services, servers } = deployment;
    const before = expected.views.find(({ label }: any) => label === "Failing renewal");
    servers.routes.set("login.willow.example/token", () => ({ status: 503, body: {} }));
    const { body } = await services.platform(
      "POST",
      `/connections/${idOf("Failing renewal")}/test`,
      keyOf("laptop"),
    );
    servers.routes.delete("login.willow.example/token");
    // The delay is 30 seconds after the first failure and one minute after the second.
    expect(body.connection.next_refresh_at).toBe(new Date(writtenAt + MINUTE).toISOString());
    expect(body.connection.status_reason).toMatchObject({
      code: "refresh_failing",
      at: before.status_reason.at,
    });
  });

  it("revokes a stored sign-in when its connection is deleted", async () => {
    const { services, servers } = deployment;
    for (const [label, url] of [
      ["Ember of 42", "https://auth.ember.example/revoke"],
      ["Ferry", "https://login.ferry.example/revoke"],
    ] as const) {
      const before = servers.requests.length;
      const { body } = await services.platform(
        "DELETE",
        `/connections/${idOf(label)}`,
        keyOf("laptop"),
      );
      expect(body.status).toBe("revoked");
      await vi.waitFor(() =>
        expect(servers.requests.slice(before).map((request) => request.url.href)).toEqual([url]),
      );
    }
    const { connections } = await tablesOf(services.sql);
    expect(
      connections!.filter(({ status }) => status === "revoked").map(({ sealed }) => sealed),
    ).toEqual([null, null, null]);
  });

  it("registers a new OAuth client when the stored one has expired", async () => {
    const { services, servers } = deployment;
    vi.setSystemTime(Date.parse("2026-12-19T23:59:30Z"));
    const { body } = await services.platform("POST", "/apps/ember/connect", keyOf("laptop"), {});
    const browser = services.browser();
    const before = servers.requests.length;
    await browser.submit(await browser.open(body.url));
    expect(servers.requests.slice(before).map(({ url }) => url.pathname)).toContain("/register");
  });
}
