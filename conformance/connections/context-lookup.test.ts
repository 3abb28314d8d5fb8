import { describe, expect, it } from "vitest";
import { createBooks, TWO } from "./context-fixture.ts";

describe("a lookup that fails", () => {
  it("leaves the connection active, and is repeated by the next run", async () => {
    const { connect, find, run, provider, paths } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 503, body: { message: "Down." } });
    const id = await connect();
    expect(await find(id)).toMatchObject({
      status: "active",
      context: {
        organization: {
          id: null,
          failure: "Books answered 503 to GET /organizations: Down.",
        },
      },
    });
    expect(await run()).toMatchObject({
      status: 503,
      body: {
        code: "provider_unavailable",
        detail: `Books did not return the organization of connection "${id}". Books answered 503 to GET /organizations: Down.`,
      },
    });
    provider.routes["/api/organizations"] = () => ({ body: TWO });
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    const requests = paths().length;
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect(paths()).toHaveLength(requests + 1);
    expect((await find(id)).context.organization).toMatchObject({ id: "org_1", choices: TWO });
  });

  it.each([
    [{ status: 403 }, "Books answered 403 to GET /organizations.", /^Grant access/],
    [
      { body: "<html>" },
      "The response of Books to GET /organizations was not usable JSON.",
      /^Grant/,
    ],
    [{ status: 302, headers: { location: "/x" } }, "Books answered 302", /^Grant access/],
    [{ body: [] }, "Books lists no organization for connection", /^Sign in with an account/],
  ])("with %j explains what to do", async (response, message, hint) => {
    const { connect, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => response;
    const id = await connect();
    const { status, body } = await run();
    expect({ status, code: body.code }).toEqual({ status: 409, code: "connection_incomplete" });
    expect(body.detail).toContain(message);
    expect(body.hint).toMatch(hint);
    expect(body.hint).toContain(`POST /api/v1/connections/${id}/reconnect`);
  });

  it("is a connection problem if the app doesn't respond", async () => {
    const { connect, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ breaksConnection: true });
    await connect();
    expect((await run()).body).toMatchObject({
      code: "provider_unavailable",
      detail: expect.stringContaining("Books sent no usable response to GET /organizations."),
    });
  });

  it("is repeated, but not stored, while a refresh changes the secrets", async () => {
    const { connect, find, run, provider, platform } = await createBooks();
    const { store } = platform.connecting.deps;
    provider.routes["/api/organizations"] = () => ({ status: 500 });
    const id = await connect();
    provider.routes["/api/organizations"] = () => ({ body: TWO });
    const now = Date.now();
    await store.lease(id, { holder: "refresh", now, until: now + 60_000 });
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect((await find(id)).context.organization.id).toBeNull();
    await store.release(id, "refresh");
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect((await find(id)).context.organization.id).toBe("org_1");
  });

  it("isn't stored if the user signs in again in the meantime", async () => {
    const { connect, find, run, provider, platform } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 500 });
    const id = await connect();
    const other = { id: "org_9", name: "Of another user" };
    let isStarted = false;
    let answer: (response: object) => void = () => {};
    provider.routes["/api/organizations"] = () => {
      if (isStarted) return { body: [other] };
      isStarted = true;
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const running = run();
    await expect.poll(() => isStarted).toBe(true);
    const { body } = await platform.api("POST", `/connections/${id}/reconnect`, {});
    const browser = platform.openBrowser();
    await browser.submit(await browser.open(body.url));
    answer({ body: TWO });
    expect((await running).body.data).toEqual({ organization: "org_1" });
    expect((await find(id)).context.organization).toMatchObject({ id: "org_9" });
  });

  it("is repeated with a refreshed token if the app rejects the token", async () => {
    const { connect, find, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = ({ headers }) =>
      headers.authorization === "Bearer at_secret_1" ? { status: 401 } : { body: TWO };
    const id = await connect();
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect((await find(id)).context.organization.id).toBe("org_1");
  });

  it("leaves the connection active if the app rejects every token", async () => {
    const { connect, find, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 401 });
    const id = await connect();
    expect((await run()).body.code).toBe("connection_incomplete");
    expect((await find(id)).status).toBe("active");
  });

  it("takes no longer than the run, and continues for the next one", async () => {
    const { connect, platform, find, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 500 });
    const id = await connect();
    provider.routes["/api/organizations"] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return { body: TWO };
    };
    const { body } = await platform.api("POST", "/tools/books.list/run", {
      arguments: {},
      timeout: 1,
    });
    expect(body).toMatchObject({
      code: "provider_unavailable",
      detail: `Books did not return in time what connection "${id}" belongs to.`,
    });
    await expect
      .poll(async () => (await find(id)).context.organization.id, { timeout: 5_000 })
      .toBe("org_1");
  });

  it.each([
    ["nested too deep", "[".repeat(100_000) + "]".repeat(100_000), 200, "was not usable JSON."],
    [
      "an error nested too deep",
      `${'{"error":'.repeat(50_000)}1${"}".repeat(50_000)}`,
      400,
      "answered 400",
    ],
    ["too large", JSON.stringify([{ id: "x".repeat(600_000) }]), 200, "more than 524288 bytes"],
  ])("because the response is %s doesn't end the sign-in", async (_, text, status, failure) => {
    const { connect, find, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status, body: text });
    const found = await find(await connect());
    expect(found.status).toBe("active");
    expect(found.context.organization.failure).toContain(failure);
    expect((await run()).body.code).toBe("connection_incomplete");
  });

  it("hides credentials, even at the end of a message that is cut", async () => {
    const { connect, find, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({
      status: 403,
      body: { message: `${"x".repeat(290)}at_secret_1` },
    });
    const { context } = await find(await connect());
    expect(context.organization.failure).not.toContain("at_secret");
    expect(context.organization.failure).toContain("[hidden]");
  });

  it("leaves out what can't be an ID", async () => {
    const { connect, find, provider } = await createBooks();
    const ids = [null, 1.5, true, {}, "", "a\r\nx-evil: 1", "x".repeat(501)];
    provider.routes["/api/organizations"] = () => ({
      body: [null, [], "text", ...ids.map((each) => ({ id: each })), ...TWO, ...TWO],
    });
    const { context } = await find(await connect());
    expect(context.organization.choices).toEqual(TWO);
  });

  it("is sent once for concurrent runs", async () => {
    const { connect, run, provider, paths } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 500 });
    await connect();
    const before = paths().length;
    provider.routes["/api/organizations"] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { body: TWO };
    };
    const all = await Promise.all([run(), run(), run()]);
    expect(all.map(({ body }) => body.data.organization)).toEqual(["org_1", "org_1", "org_1"]);
    expect(
      paths()
        .slice(before)
        .filter((path) => path.endsWith("/organizations")),
    ).toHaveLength(1);
  });
});
