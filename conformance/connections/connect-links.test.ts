import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAppRecord, keyMethod } from "../fixtures/connections/apps.ts";
import {
  type NotesPlatform,
  ORIGIN,
  startNotesPlatform,
  startTestPlatform,
  type TestPlatform,
} from "../fixtures/connections/test-platform.ts";

let fixture: NotesPlatform;
let platform: TestPlatform;

beforeAll(async () => {
  fixture = await startNotesPlatform();
  platform = fixture.platform;
});
afterAll(() => fixture.close());

describe("connect links", () => {
  const createLink = async (body: object = { auth_method: "api_key" }) =>
    (await platform.api("POST", "/apps/notes/connect", body)).body as {
      url: string;
      connection: { id: string };
    };

  /** Sends the form of a link. Returns the page. */
  const fetchWith = async (url: string, headers: Record<string, string>) =>
    (
      await platform.handler(
        new Request(url, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
          body: "method=api_key",
        }),
      )
    ).body as string;

  it("can be opened any number of times before use, because programs prefetch links", async () => {
    const { url } = await createLink();
    for (let count = 0; count < 3; count++)
      expect((await platform.openBrowser().open(url)).status).toBe(200);
    const browser = platform.openBrowser();
    expect((await browser.submit(await browser.open(url), { f_key: "sk_1" })).text).toContain(
      "is connected",
    );
  });

  it("work once, and then show the result only to the browser that used them", async () => {
    const { url } = await createLink();
    const browser = platform.openBrowser();
    const page = await browser.open(url);
    await browser.submit(page, { f_key: "sk_1" });
    expect((await browser.open(url)).text).toContain("Notes is connected");
    expect((await browser.submit(page, { f_key: "sk_2" })).text).toContain("Notes is connected");
    const otherPage = await platform.openBrowser().open(url);
    expect([otherPage.status, otherPage.text]).toEqual([
      410,
      expect.stringContaining("This link has already been used"),
    ]);
  });

  it("say that an app whose tools only read can't change data", async () => {
    const method = { ...keyMethod, toolCounts: { all: 42, readOnly: 42 } };
    const reader = await startTestPlatform([createAppRecord("news", [method])], {
      allowedOrigins: [],
    });
    const { body } = await reader.api("POST", "/apps/news/connect", {});
    const { text } = await reader.openBrowser().open(body.url);
    expect(text).toContain("They only read data within the permissions of your credentials.");
    expect(text).not.toMatch(/create|change|delete data/);
    await reader.close();
  });

  it("belong to the browser that first submits the form", async () => {
    const { url } = await createLink();
    const firstBrowser = platform.openBrowser();
    const secondBrowser = platform.openBrowser();
    const firstPage = await firstBrowser.open(url);
    const secondPage = await secondBrowser.open(url);
    await firstBrowser.submit(firstPage, { f_key: "bad" });
    await firstBrowser.submit(firstPage, { f_key: "sk_1", method: "oauth2" });
    expect((await secondBrowser.submit(secondPage, { f_key: "sk_2" })).status).toBe(410);
  });

  it("expire after 15 minutes, and their connections fail", async () => {
    const latePlatform = await startTestPlatform([createAppRecord("notes", [keyMethod])], {
      allowedOrigins: [],
    });
    const { url, connection } = (await latePlatform.api("POST", "/apps/notes/connect", {})).body;
    const browser = latePlatform.openBrowser();
    const page = await browser.open(url);
    latePlatform.advance(15 * 60_000 + 1);
    expect((await browser.submit(page, { f_key: "sk_1" })).text).toContain("This link has expired");
    await latePlatform.connecting.refreshScheduler.runOnce();
    const stored = (await latePlatform.api("GET", `/connections/${connection.id}`)).body;
    expect(stored).toMatchObject({ status: "failed", status_reason: { code: "link_expired" } });
    // A new link restores the connection.
    const newBrowser = latePlatform.openBrowser();
    expect(
      (await newBrowser.submit(await newBrowser.open(stored.reconnect_url), { f_key: "sk_1" }))
        .text,
    ).toContain("is connected");
    expect((await latePlatform.api("GET", `/connections/${connection.id}`)).body.status).toBe(
      "active",
    );
    await latePlatform.close();
  });

  it("lead back to the program after an error, without its state for another person", async () => {
    const return_url = "http://localhost:3000/done?state=canary_1";
    const { url } = await createLink({ auth_method: "api_key", return_url });
    const browser = platform.openBrowser();
    const page = await browser.open(url);
    const foreign = await fetchWith(url, { "sec-fetch-site": "cross-site" });
    expect(foreign).toContain("Open the link again");
    browser.stopUrl = "http://localhost:3000";
    await browser.submit(page, { f_key: "sk_1" });
    const other = await platform.openBrowser().open(url);
    expect(other.html).toContain('href="http://localhost:3000/"');
    expect(other.html).not.toContain("canary_1");
    const { url: late } = await createLink({ auth_method: "api_key", return_url });
    platform.advance(15 * 60_000 + 1);
    const { html, text } = await platform.openBrowser().open(late);
    expect(text).toContain("This link has expired");
    expect(html).toContain('href="http://localhost:3000/done?state=canary_1"');
  });

  it("name the page of the app where a key is created", async () => {
    const { url } = await createLink();
    const { html } = await platform.openBrowser().open(url);
    expect(html).toContain(
      'Create the key on this page of Notes: <a href="https://notes.example/keys"',
    );
    expect(html).toContain(">notes.example/keys</a>");
    const { setupUrl: _, ...method } = keyMethod;
    const hostile = { ...method, setupUrl: "javascript:alert(1)" };
    const documented = await startTestPlatform(
      [
        createAppRecord("news", [method], { docs: "https://docs.news.example/auth" }),
        createAppRecord("odd", [hostile], { website: "javascript:alert(1)" }),
      ],
      { allowedOrigins: [] },
    );
    const open = async (app: string) => {
      const { body } = await documented.api("POST", `/apps/${app}/connect`, {});
      return (await documented.openBrowser().open(body.url)).html;
    };
    expect(await open("news")).toContain(">docs.news.example/auth</a>");
    expect(await open("odd")).not.toContain("javascript:");
    await documented.close();
  });

  it("require a cookie and a form sent from their own page", async () => {
    const { url } = await createLink();
    const send = (headers: Record<string, string>) =>
      platform.serve(
        new Request(url, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
          body: "method=api_key&f_key=sk_1",
        }),
      );
    expect((await send({ "sec-fetch-site": "same-origin" })).status).toBe(400);
    expect((await send({ cookie: "jf_connect=abc" })).status).toBe(403);
    expect((await send({ cookie: "jf_connect=abc", origin: "null" })).status).toBe(403);
    expect((await send({ cookie: "jf_connect=abc", "sec-fetch-site": "cross-site" })).status).toBe(
      403,
    );
    expect((await send({ cookie: "jf_connect=abc", origin: "https://evil.example" })).status).toBe(
      403,
    );
    expect(
      (
        await platform.serve(
          new Request(url, {
            method: "POST",
            headers: { "content-type": "application/json", cookie: "jf_connect=abc" },
            body: "{}",
          }),
        )
      ).status,
    ).toBe(403);
  });

  it("are invalid if they were changed or forged", async () => {
    const { url } = await createLink();
    for (const invalidUrl of [
      `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`,
      `${ORIGIN}/connect/cl_x`,
      `${ORIGIN}/connect/x`,
    ]) {
      expect((await platform.openBrowser().open(invalidUrl)).status).toBe(404);
    }
  });

  it("stop working when their API key is revoked or their connection is deleted", async () => {
    const { key, secret } = await platform.createKey({});
    const links = await Promise.all(
      ["40", "41"].map(
        async (user) =>
          (
            await platform.api(
              "POST",
              "/apps/notes/connect",
              { auth_method: "api_key", user },
              { secret },
            )
          ).body,
      ),
    );
    await platform.api("DELETE", `/connections/${links[0].connection.id}`);
    expect((await platform.openBrowser().open(links[0].url)).text).toContain(
      "This link is no longer valid",
    );
    const browser = platform.openBrowser();
    const page = await browser.open(links[1].url);
    await platform.revokeKey(key.id);
    expect((await browser.submit(page, { f_key: "sk_1" })).text).toContain(
      "This link is no longer valid",
    );
  });

  it("forbid framing, caching, scripts and referrers", async () => {
    const { url } = await createLink();
    const { headers } = await platform.openBrowser().open(url);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^jf_connect=[\w-]{43}; Path=\/connect; Max-Age=3600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });
});
