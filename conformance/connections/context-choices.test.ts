import { describe, expect, it } from "vitest";
import { createBooks, ORGANIZATION, TWO } from "./context-fixture.ts";

describe("several choices", () => {
  const createTwo = async () => {
    const fixture = await createBooks();
    fixture.provider.routes["/api/organizations"] = () => ({ body: TWO });
    return fixture;
  };
  const choose = (
    { platform }: Awaited<ReturnType<typeof createBooks>>,
    id: string,
    context: object,
  ) => platform.api("PATCH", `/connections/${id}`, { context });

  it("are listed, and the API chooses one", async () => {
    const fixture = await createTwo();
    const id = await fixture.connect();
    expect((await fixture.find(id)).context.organization).toEqual({
      label: "Organization",
      id: "org_1",
      name: "Acme",
      choices: TWO,
    });
    expect((await fixture.run()).body.data).toEqual({ organization: "org_1" });
    const changed = await choose(fixture, id, { organization: "org_2" });
    expect(changed).toMatchObject({
      status: 200,
      body: { context: { organization: { id: "org_2", name: "Umbrella" } } },
    });
    expect((await fixture.run()).body.data).toEqual({ organization: "org_2" });
  });

  it("can only be one that the app lists", async () => {
    const fixture = await createTwo();
    const id = await fixture.connect();
    expect(await choose(fixture, id, { organization: "org_3" })).toMatchObject({
      status: 400,
      body: {
        code: "invalid_input",
        errors: [{ pointer: "/context/organization" }],
        hint: 'Send one of: "org_1", "org_2". To list them again, test the connection.',
      },
    });
    expect(await choose(fixture, id, { site: "org_1" })).toMatchObject({
      status: 400,
      body: { hint: 'Its context has: "organization".' },
    });
    expect((await fixture.find(id)).context.organization.id).toBe("org_1");
  });

  it("are kept when the user signs in again, as long as the app lists them", async () => {
    const fixture = await createTwo();
    const { platform, provider } = fixture;
    const id = await fixture.connect();
    await choose(fixture, id, { organization: "org_2" });
    const reconnect = async () => {
      const { body } = await platform.api("POST", `/connections/${id}/reconnect`, {});
      const browser = platform.openBrowser();
      await browser.submit(await browser.open(body.url));
      return (await fixture.find(id)).context.organization.id;
    };
    expect(await reconnect()).toBe("org_2");
    provider.routes["/api/organizations"] = () => ({ status: 503 });
    expect(await reconnect()).toBeNull();
    expect((await fixture.run()).status).toBe(503);
    provider.routes["/api/organizations"] = () => ({ body: TWO });
    expect((await fixture.run()).body.data).toEqual({ organization: "org_2" });
    provider.routes["/api/organizations"] = () => ({ body: TWO.slice(0, 1) });
    expect(await reconnect()).toBe("org_1");
  });

  it("are listed again by a test, which keeps the choice", async () => {
    const fixture = await createTwo();
    const id = await fixture.connect();
    await choose(fixture, id, { organization: "org_2" });
    const third = { id: "org_3", name: "Initech" };
    fixture.provider.routes["/api/organizations"] = () => ({ body: [third, ...TWO] });
    const { body } = await fixture.platform.api("POST", `/connections/${id}/test`);
    expect(body).toMatchObject({ ok: true });
    expect(body.connection.context.organization).toMatchObject({
      id: "org_2",
      choices: [third, ...TWO],
    });
    fixture.provider.routes["/api/organizations"] = () => ({ status: 500 });
    await fixture.platform.api("POST", `/connections/${id}/test`);
    expect((await fixture.find(id)).context.organization.choices).toHaveLength(3);
  });

  it("are offered on the page after the sign-in, before it returns to the program", async () => {
    const { platform, find, provider } = await createTwo();
    const { body } = await platform.api("POST", "/apps/books/connect", {
      auth_method: "oauth2",
      return_url: "https://app.example/done",
    });
    const browser = platform.openBrowser();
    browser.stopUrl = "https://app.example/";
    const page = await browser.submit(await browser.open(body.url));
    expect(page.text).toContain("Organization The tools of this connection use it. Acme Umbrella");
    const done = await browser.submit(page, { c_organization: "org_2" });
    expect(done.url).toContain("https://app.example/done?connection=conn_");
    expect((await find(body.connection.id)).context.organization.id).toBe("org_2");
    // With a single choice, it returns at once.
    provider.routes["/api/organizations"] = () => ({ body: TWO.slice(0, 1) });
    const other = await platform.api("POST", "/apps/books/connect", {
      auth_method: "oauth2",
      label: "Other",
      return_url: "https://app.example/done",
    });
    const returned = await browser.submit(await browser.open(other.body.url));
    expect(returned.url).toContain("https://app.example/done?connection=conn_");
  });

  it("are named in the audit log apart from the end user", async () => {
    const fixture = await createBooks([{ ...ORGANIZATION, name: "user", label: "User" }]);
    fixture.provider.routes["/api/organizations"] = () => ({ body: TWO });
    const id = await fixture.connect({ auth_method: "oauth2", user: "ada" });
    await choose(fixture, id, { user: "org_2" });
    const [entry] = await fixture.platform.listAudit();
    expect(entry).toMatchObject({
      action: "connection.changed",
      details: { app: "books", user: "ada", "context.user": "org_2" },
    });
  });

  it("are still offered if the form before is submitted twice", async () => {
    const { platform } = await createTwo();
    const { body } = await platform.api("POST", "/apps/books/connect", {
      auth_method: "key",
      return_url: "https://app.example/done",
    });
    const browser = platform.openBrowser();
    const form = await browser.open(body.url);
    await browser.submit(form, { f_token: "key_12345678" });
    const again = await browser.submit(form, { f_token: "key_12345678" });
    expect(again.text).toContain("Acme Umbrella");
    expect(again.headers.get("refresh")).toBeNull();
  });

  it("that the page didn't offer are ignored", async () => {
    const { platform, find } = await createTwo();
    const { body } = await platform.api("POST", "/apps/books/connect", { auth_method: "oauth2" });
    const browser = platform.openBrowser();
    const page = await browser.submit(await browser.open(body.url));
    await browser.submit(page, { c_organization: "org_9" });
    expect((await find(body.connection.id)).context.organization.id).toBe("org_1");
  });

  it("can't be chosen with a link of a revoked key", async () => {
    const { platform, find } = await createTwo();
    const { key, secret } = await platform.createKey({});
    const { body } = await platform.api(
      "POST",
      "/apps/books/connect",
      { auth_method: "oauth2" },
      { secret },
    );
    const browser = platform.openBrowser();
    const page = await browser.submit(await browser.open(body.url));
    await platform.revokeKey(key.id);
    expect((await browser.submit(page, { c_organization: "org_2" })).status).toBe(410);
    expect((await find(body.connection.id)).context.organization.id).toBe("org_1");
  });
});
