import { expect, vi } from "vitest";
import { basicAuthorization, type Deployment, MINUTE } from "../deployment.ts";

/** Registers tests of stored sign-ins, connect links and OAuth clients. */
export function testSignIns(deployment: Deployment): void {
  const { it, expected, writtenAt, keyOf, idOf, run, lastRequest } = deployment;

  const connectionStatus = async (id: string, key = "laptop") =>
    (await deployment.services.platform("GET", `/connections/${id}`, keyOf(key))).body.status;

  it("completes pending sign-ins", async () => {
    const { services } = deployment;
    const complete = async (label: string, query = "") => {
      const { app, link, browserCookie, cookie, state } = expected.pendingSignIns.find(
        (each: any) => each.label === label,
      );
      const response = await services.fetchPlatform(
        `/oauth/callback?code=code_stored&state=${encodeURIComponent(state)}${query}`,
        { headers: { cookie } },
      );
      expect([label, response.status]).toEqual([label, 303]);
      const token = lastRequest();
      expect(await connectionStatus(idOf(label))).toBe("active");
      expect(
        await (await services.fetchPlatform(link, { headers: { cookie: browserCookie } })).text(),
      ).toContain(label);
      await run(`${app}.${app === "ember" ? "write_note" : "get_note"}`, label, {
        args: app === "ember" ? { text: "a" } : { id: "1" },
      });
      expect(lastRequest().headers["authorization"]).toMatch(
        new RegExp(`^Bearer ${app}_access_current_\\d+$`),
      );
      return { token, location: response.headers.get("location") };
    };
    const verifiers = Object.fromEntries(
      Object.values<any>(expected.plaintexts).flatMap(({ verifier, client }) =>
        verifier ? [[client.id, verifier]] : [],
      ),
    );
    const redirect = {
      grant_type: "authorization_code",
      code: "code_stored",
      redirect_uri: "http://127.0.0.1:4200/oauth/callback",
    };
    const quill = await complete("Signing in to Quill");
    expect(quill.location).toBe(
      `http://localhost:5000/back?from=jackfield&connection=${idOf("Signing in to Quill")}&status=active`,
    );
    expect(quill.token.form).toEqual({
      ...redirect,
      code_verifier: verifiers["quill_operator_client"],
      client_id: "quill_operator_client",
      client_secret: "quill_operator_secret",
    });
    const ferry = await complete("Signing in to Ferry");
    expect([ferry.token.form, ferry.token.headers["authorization"]]).toEqual([
      redirect,
      basicAuthorization("ferry_pending_client", "ferry_pending_secret"),
    ]);
    const ember = await complete(
      "Signing in to Ember",
      "&iss=https%3A%2F%2Fauth.ember.example%2Ftenant",
    );
    expect([ember.token.url.href, ember.token.form]).toEqual([
      "https://auth.ember.example/token",
      {
        ...redirect,
        code_verifier: verifiers["ember_client_stored_1"],
        resource: "https://mcp.ember.example/mcp",
      },
    ]);
  });

  it("opens an unused connect link until it expires", async () => {
    const { services } = deployment;
    const link = `http://127.0.0.1:4200${expected.pendingLink}`;
    vi.setSystemTime(writtenAt + 16 * MINUTE);
    expect((await services.browser().open(link)).html).not.toContain("<form");
    vi.setSystemTime(writtenAt);
    const browser = services.browser();
    await browser.submit(await browser.open(link), {
      f_username: "zoe",
      f_password: "a new password",
    });
    expect(await connectionStatus(idOf("Pending"))).toBe("active");
  });

  it("signs in with the stored OAuth clients instead of registering new ones", async () => {
    const { services, servers } = deployment;
    const before = servers.requests.length;
    for (const app of ["ember", "quill", "willow"]) {
      const { body } = await services.platform(
        "POST",
        `/apps/${app}/connect`,
        keyOf("user 42"),
        {},
      );
      const browser = services.browser();
      await browser.submit(await browser.open(body.url));
      expect(await connectionStatus(body.connection.id, "user 42")).toBe("active");
    }
    const requests = servers.requests.slice(before);
    expect(requests.filter(({ url }) => url.pathname === "/register")).toEqual([]);
    const tokens = requests.filter(({ url }) => url.pathname === "/token");
    expect(tokens[0]!.headers["authorization"]).toBe(
      basicAuthorization("ember_client_stored_1", "ember_client_secret_stored_1"),
    );
    expect(tokens[1]!.form).toMatchObject({
      client_id: "quill_operator_client",
      client_secret: "quill_operator_secret",
    });
    expect(tokens[2]!.form).toMatchObject({ client_id: "willow_operator_client" });
    expect(tokens[2]!.form["client_secret"]).toBeUndefined();
  });
}
