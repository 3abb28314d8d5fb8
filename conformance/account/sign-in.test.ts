import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD, startTestAccount, type TestAccount } from "./fixtures/fixture.ts";

let account: TestAccount;

beforeEach(async () => {
  account = await startTestAccount();
});
afterEach(() => account.close());

const MINUTE = 60_000;
const DAY = 86_400_000;

describe("setting up the account", () => {
  it("makes the person with the link the owner, and signs them in", async () => {
    const browser = account.openBrowser();
    const code = await account.createSetupCode();
    const response = await browser.form("/setup", { code, name: "Ada", password: PASSWORD });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
    expect((await browser.api("GET", "/session")).body).toMatchObject({
      name: "Ada",
      role: "owner",
      method: "setup",
      network: "192.0.2.0/24",
    });
  });

  it("accepts a code in lower case and with spaces", async () => {
    const browser = account.openBrowser();
    const code = (await account.createSetupCode()).toLowerCase().replaceAll("-", " ");
    expect((await browser.api("POST", "/setup", { code, name: "Ada" })).status).toBe(201);
  });

  it("shows the form again with what is wrong, without the code and the password", async () => {
    const browser = account.openBrowser();
    const code = await account.createSetupCode();
    const response = await browser.form("/setup", { code, name: "Ada <b>", password: "short" });
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(text).toContain("The password has fewer than 12 characters.");
    expect(text).toContain('value="Ada &lt;b&gt;"');
    expect(text).not.toContain(code);
  });

  it("stops working after 24 hours", async () => {
    const code = await account.createSetupCode();
    account.advance(DAY);
    const { status } = await account.openBrowser().api("POST", "/setup", { code, name: "Ada" });
    expect(status).toBe(401);
  });
});

describe("signing in", () => {
  it("works with a passkey", async () => {
    const passkey = await (await account.setUp()).addPasskey();
    const browser = account.openBrowser();
    expect(await browser.signInWith(passkey)).toMatchObject({
      status: 201,
      body: { name: "Ada", method: "passkey" },
    });
    expect((await browser.api("GET", "/passkeys")).body.data[0]).toMatchObject({
      id: passkey.id,
      host: "jackfield.example",
      usable: true,
    });
  });

  it("works with a password, whatever the case of the name", async () => {
    await account.setUp();
    const browser = account.openBrowser();
    const response = await browser.form("/sign-in/password?next=%2Faccount", {
      name: " ADA ",
      password: PASSWORD,
    });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/account"]);
    expect((await browser.request("GET", "/account")).status).toBe(200);
  });

  it("works with a link from the command line, once, and changes nothing else", async () => {
    const owner = await account.setUp();
    const passkey = await owner.addPasskey();
    await account.addMember("Ben");
    expect((await owner.api("GET", "/session")).status).toBe(200);
    expect((await account.openBrowser().signInWith(passkey)).status).toBe(201);
  });

  it("ends with signing out", async () => {
    const browser = await account.setUp();
    const before = [...browser.cookies].find(([name]) => name === "__Host-jf_session")!;
    await browser.form("/sign-out");
    // The browser stays known, which signs nobody in.
    expect([...browser.cookies.keys()]).toEqual(["__Host-jf_device"]);
    expect((await browser.api("GET", "/session")).status).toBe(401);
    browser.cookies.set(...before);
    expect((await browser.api("GET", "/session")).status).toBe(401);
  });

  it("ends after 30 days without a request, and after 90 days in any case", async () => {
    const browser = await account.setUp();
    account.advance(30 * DAY - 1);
    expect((await browser.api("GET", "/session")).status).toBe(200);
    for (const _ of [1, 2, 3]) {
      account.advance(20 * DAY - 1);
      await browser.api("GET", "/session");
    }
    account.advance(4);
    expect((await browser.api("GET", "/session")).status).toBe(401);
    const idle = await account.addMember("Ben");
    account.advance(30 * DAY);
    expect((await idle.api("GET", "/session")).status).toBe(401);
  });

  it("uses a cookie that is bound to the host, hidden from scripts, and needs TLS", async () => {
    const browser = account.openBrowser();
    const code = await account.createSetupCode();
    const response = await browser.form("/setup", { code, name: "Ada", password: PASSWORD });
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-jf_session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});

describe("the pages", () => {
  it("send a browser at 127.0.0.1 to localhost, where passkeys work", async () => {
    const local = await startTestAccount({ origin: "http://127.0.0.1:4200" });
    const browser = local.openBrowser();
    expect(local.origin).toBe("http://localhost:4200");
    expect(await (await browser.request("GET", "/sign-in")).text()).toContain("data-passkey");
    await local.close();
  });

  it("offer a password where browsers allow no passkeys", async () => {
    const lan = await startTestAccount({ origin: "http://192.168.1.5:4200" });
    const browser = lan.openBrowser();
    const page = await (await browser.request("GET", "/setup")).text();
    expect(page).not.toContain("data-passkey");
    const code = await lan.createSetupCode();
    await browser.form("/setup", { code, name: "Ada", password: PASSWORD });
    expect(browser.cookies.has("jf_session")).toBe(true);
    await lan.close();
  });

  it("show owners the audit log, and let them remove members", async () => {
    const browser = await account.setUp();
    const ben = await account.addMember("Ben");
    expect((await ben.request("GET", "/account/audit")).status).toBe(403);
    expect((await ben.request("GET", "/account/members/per_ben")).status).toBe(403);
    const members = async () => (await browser.request("GET", "/account/members")).text();
    expect(await members()).toContain("Ben");
    const removed = await browser.confirm("/account/members/per_ben/remove");
    expect([removed.status, removed.headers.get("location")]).toEqual([303, "/account/members"]);
    expect(await members()).not.toContain("Ben");
    account.advance(1000);
    expect((await ben.request("GET", "/account")).headers.get("location")).toContain("/sign-in");
    const log = await (await browser.request("GET", "/account/audit")).text();
    expect(log).toContain("Member removed");
    expect(log).toContain("192.0.2.0/24");
  });

  it("name the person on the home page, and offer to sign out", async () => {
    const browser = await account.setUp();
    const response = await browser.request("GET", "/");
    const text = await response.text();
    expect(text).toContain("<strong>Ada</strong>");
    const page = await (await browser.request("GET", "/account")).text();
    expect(page).toContain('action="/sign-out"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(await (await account.openBrowser().request("GET", "/")).text()).toContain("/sign-in");
  });

  it("list and end other sessions", async () => {
    const browser = await account.setUp();
    const other = account.openBrowser();
    await other.api("POST", "/sign-in/password", { name: "Ada", password: PASSWORD });
    const { data } = (await browser.api("GET", "/sessions")).body;
    const { id } = data.find(({ current }: { current: boolean }) => !current);
    await browser.confirm("/account/sessions/end", { session: id });
    account.advance(1000);
    expect((await other.api("GET", "/session")).status).toBe(401);
    expect((await browser.api("GET", "/session")).status).toBe(200);
  });

  it("ask for a confirmation before a change, and make it after a new sign-in", async () => {
    const browser = await account.setUp();
    account.advance(16 * MINUTE);
    const fields = { password: "another good password" };
    const refused = await browser.form("/account/password", fields);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("Confirm that it’s you");
    await browser.form("/sign-in/password", { name: "Ada", password: PASSWORD });
    expect((await browser.form("/account/password", fields)).status).toBe(303);
    expect((await browser.api("GET", "/sessions")).body.data).toHaveLength(1);
  });
});
