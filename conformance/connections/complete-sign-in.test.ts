import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hex, sha256 } from "../../core/lib/kit/bytes/digest.ts";
import { findLeaks } from "../fixtures/connections/connect-app.ts";
import type { OAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import {
  type NotesPlatform,
  ORIGIN,
  startNotesPlatform,
  type TestPlatform,
} from "../fixtures/connections/test-platform.ts";

let fixture: NotesPlatform;
let platform: TestPlatform;
let provider: OAuthProvider;

beforeAll(async () => {
  fixture = await startNotesPlatform();
  platform = fixture.platform;
  provider = fixture.provider;
});
afterAll(() => fixture.close());

describe("completeSignIn", () => {
  const startSignIn = async (browser = platform.openBrowser(), options: object = {}) => {
    const { body } = await platform.api("POST", "/apps/notes/connect", {
      auth_method: "oauth2",
      ...options,
    });
    browser.stopUrl = provider.origin;
    const { url } = await browser.submit(await browser.open(body.url));
    browser.stopUrl = undefined;
    const callbackUrl = (query: Record<string, string>) =>
      `${ORIGIN}/oauth/callback?${new URLSearchParams({ state: new URL(url).searchParams.get("state")!, ...query })}`;
    return { browser, id: body.connection.id as string, link: body.url as string, callbackUrl };
  };
  const getConnection = async (id: string) =>
    (await platform.api("GET", `/connections/${id}`)).body;

  it("accepts a state once, in the browser that started the sign-in", async () => {
    const { browser, callbackUrl, id } = await startSignIn();
    const otherPage = await platform.openBrowser().open(callbackUrl({ code: "c" }));
    expect([otherPage.status, otherPage.text]).toEqual([
      400,
      expect.stringContaining("There is no sign-in to complete"),
    ]);
    // The request without the cookie did not consume the state.
    expect((await browser.open(callbackUrl({ code: "c" }))).text).toContain("Notes is connected");
    expect((await browser.open(callbackUrl({ code: "c" }))).text).toContain(
      "There is no sign-in to complete",
    );
    expect((await getConnection(id)).status).toBe("active");
  });

  it("describes what the user allowed, as the page before the sign-in does", async () => {
    const { browser, callbackUrl } = await startSignIn(undefined, { scopes: ["notes:read"] });
    const { text } = await browser.open(callbackUrl({ code: "c" }));
    expect(text).toContain("What you allowed Read your notes notes:read");
  });

  it("keeps the state if another browser sends it with a forged cookie", async () => {
    const { browser, callbackUrl } = await startSignIn();
    const url = callbackUrl({ code: "c" });
    const digest = hex(await sha256(new URL(url).searchParams.get("state")!));
    const forged = new Request(url, {
      headers: { cookie: `jf_signin_${digest.slice(0, 12)}=forged` },
    });
    expect((await platform.serve(forged)).status).toBe(400);
    expect((await browser.open(url)).text).toContain("Notes is connected");
  });

  it("rejects missing, forged, changed and other sign-ins' states", async () => {
    const [signIn, otherSignIn] = [await startSignIn(), await startSignIn()];
    for (const state of [
      "",
      "x",
      `${new URL(signIn.callbackUrl({})).searchParams.get("state")}x`,
      new URL(otherSignIn.callbackUrl({})).searchParams.get("state")!,
    ]) {
      expect(
        (
          await signIn.browser.open(
            `${ORIGIN}/oauth/callback?code=c&state=${encodeURIComponent(state)}`,
          )
        ).status,
      ).toBe(400);
    }
  });

  it("reports that the user refused, and lets them try again", async () => {
    const { browser, callbackUrl, id } = await startSignIn();
    const page = await browser.open(
      callbackUrl({
        error: "access_denied",
        error_description: "The user said no. <script>alert(1)</script>\u202e",
      }),
    );
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining("Notes was not connected"),
    ]);
    expect(page.html).not.toContain("<script>");
    expect(await getConnection(id)).toMatchObject({
      status: "failed",
      status_reason: {
        code: "refused_by_person",
        message: expect.stringContaining("The user said no."),
      },
    });
    const again = await browser.open(
      new URL(/href="(\/connect\/[^"]+)"/.exec(page.html)![1]!, ORIGIN).href,
    );
    expect((await browser.submit(again)).text).toContain("Notes is connected");
    expect((await getConnection(id)).status).toBe("active");
  });

  it("reports the app's error without anything that looks like a token", async () => {
    const { browser, callbackUrl, id } = await startSignIn();
    const page = await browser.open(
      callbackUrl({
        error: "server_error",
        error_description: `trace abcdef0123456789abcdef0123456789 of yours`,
      }),
    );
    expect(page.text).toContain("Notes rejected the sign-in (server_error): trace … of yours");
    expect(await getConnection(id)).toMatchObject({
      status: "failed",
      status_reason: { code: "refused_by_app" },
    });
  });

  it.each([
    ["refused_by_person", { error: "access_denied" }],
    ["refused_by_app", { error: "server_error" }],
  ])("adds the reason %s to the link back to return_url", async (reason, query) => {
    const { browser, callbackUrl, id } = await startSignIn(platform.openBrowser(), {
      return_url: "https://app.example/done",
    });
    expect((await browser.open(callbackUrl(query))).html).toContain(
      `href="https://app.example/done?connection=${id}&amp;status=failed&amp;reason=${reason}"`,
    );
    expect((await getConnection(id)).status_reason.code).toBe(reason);
  });

  it("offers to cancel if there is a return_url", async () => {
    const open = async (body: object) => {
      const { body: link } = await platform.api("POST", "/apps/notes/connect", body);
      const { html } = await platform.openBrowser().open(link.url);
      return { html, id: link.connection.id };
    };
    const { html, id } = await open({ return_url: "https://app.example/done", label: "A" });
    expect(html).toContain(
      `href="https://app.example/done?connection=${id}&amp;status=failed&amp;reason=canceled"`,
    );
    expect(html).toContain("Cancel and go back to app.example");
    expect((await open({ label: "B" })).html).not.toContain("Cancel");
    expect((await getConnection(id)).status).toBe("pending");
  });

  it("redirects to return_url only if its origin is allowed", async () => {
    const { browser, callbackUrl, id } = await startSignIn(platform.openBrowser(), {
      return_url: "https://app.example/settings?tab=apps",
    });
    browser.stopUrl = "https://app.example";
    expect((await browser.open(callbackUrl({ code: "c" }))).url).toBe(
      `https://app.example/settings?tab=apps&connection=${id}&status=active`,
    );
    for (const return_url of [
      "https://evil.example/",
      "https://app.example.evil.example/",
      "https://app.example@evil.example/",
      "javascript:alert(1)",
      "http://app.example/",
    ]) {
      expect((await platform.api("POST", "/apps/notes/connect", { return_url })).body.code).toMatch(
        /return_url_refused|invalid_input/,
      );
    }
  });

  it("keeps the old credentials until a new sign-in is stored, and keeps the connection ID", async () => {
    const { browser, callbackUrl, id } = await startSignIn();
    await browser.open(callbackUrl({ code: "c" }));
    const { record } = await platform.connecting.deps.resolveApp(platform.key.account, "notes");
    const before = await platform.connecting.service.use(platform.key, record, id);
    const { body } = await platform.api("POST", `/connections/${id}/reconnect`, {});
    const newBrowser = platform.openBrowser();
    newBrowser.stopUrl = provider.origin;
    const { url } = await newBrowser.submit(await newBrowser.open(body.url));
    expect((await platform.connecting.service.use(platform.key, record, id)).secrets).toEqual(
      before.secrets,
    );
    newBrowser.stopUrl = undefined;
    const refused = await newBrowser.open(
      `${ORIGIN}/oauth/callback?error=access_denied&state=${encodeURIComponent(new URL(url).searchParams.get("state")!)}`,
    );
    expect(refused.text).toContain("was not connected");
    expect((await platform.connecting.service.use(platform.key, record, id)).secrets).toEqual(
      before.secrets,
    );
    expect((await newBrowser.submit(await newBrowser.open(body.url))).text).toContain(
      "Notes is connected",
    );
    const after = await platform.connecting.service.use(platform.key, record, id);
    expect(after.id).toBe(id);
    expect(after.secrets["access_token"]).not.toBe(before.secrets["access_token"]);
  });
});

it("leaves no secret in the database, the log or a response", () => {
  expect(platform.logLines.join("\n")).not.toMatch(/cl_s1|code_|state=|jf_connect=/);
  expect(
    findLeaks(platform, ["at_secret_", "rt_secret_", "client_secret_1", "sk_verysecret1"]),
  ).toEqual([]);
});
