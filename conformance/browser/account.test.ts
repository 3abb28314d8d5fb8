import { join } from "node:path";
import process from "node:process";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startAccountService } from "./account-service.ts";
import { chromiumPath, findViolations, scrollsSideways, WINDOWS } from "./chromium.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

const MINUTE = 60_000;

/** An OpenAPI document, a part of which is left out. */
const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Boats", version: "1" },
  servers: [{ url: "http://10.0.0.5/api" }],
  paths: { "/boats": { get: { operationId: "listBoats", summary: "List boats" } }, boats: {} },
});

const suiteName = chromiumPath
  ? "signing in with a browser"
  : "signing in with a browser (Chromium is not installed, and CHROMIUM names no executable)";

describe.skipIf(!chromiumPath)(suiteName, () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof startAccountService>>;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath });
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    service = await startAccountService();
    page = await (await browser.newContext()).newPage();
    errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      const { url } = message.location();
      if (message.type() === "error" && !url.endsWith("/favicon.ico"))
        errors.push(`${message.text()} (${url})`);
    });
  });
  afterEach(async () => {
    await page.context().close();
    await service.close();
  });

  /** Turns off autofill, which the virtual authenticator would accept as soon as a page opens. */
  const disableAutofill = () =>
    page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });

  /** Opens the setup link and creates a passkey. */
  async function setUp() {
    await addAuthenticator(page);
    await page.goto(await service.createSetupLink());
    await page.fill("[name=name]", "Ada");
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.waitForURL(`${service.pageUrl}/`);
  }

  async function signOut() {
    await page.goto(`${service.pageUrl}/account`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${service.pageUrl}/`);
  }

  it("sets up the account with a passkey, signs out, and signs in with it", async () => {
    await disableAutofill();
    await setUp();
    expect(await page.textContent("h1")).toBe("Overview");
    await page.goto(`${service.pageUrl}/account`);
    expect(await page.textContent("h1")).toBe("Ada");
    expect(await page.textContent("main")).toContain("Chrome on Linux");
    await signOut();
    await page.goto(`${service.pageUrl}/sign-in?next=%2Faccount`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL("**/account");
    expect(await page.textContent("main")).toContain("Signed in with a passkey");
    expect(errors).toEqual([]);
  });

  it.each([
    ["/keys", "/keys"],
    ["/.//evil.example/", "/"],
    ["//evil.example/", "/"],
  ])("continues at %s as %s after a passkey", async (next, path) => {
    await disableAutofill();
    await setUp();
    await page.goto(`${service.pageUrl}/sign-in?${new URLSearchParams({ next })}`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
    expect(page.url()).toBe(service.pageUrl + path);
  });

  it("signs in with a passkey that autofill offers", async () => {
    await setUp();
    await signOut();
    await page.goto(`${service.pageUrl}/sign-in?next=%2Faccount`);
    await page.waitForURL("**/account");
    expect(await page.textContent("main")).toContain("Signed in with a passkey");
  });

  it("removes the code of a link from the address", async () => {
    const link = await service.createSetupLink();
    await page.goto(link);
    expect(page.url()).toBe(`${service.pageUrl}/setup`);
    expect(await page.inputValue("[name=code]")).toBe(link.split("#")[1]);
  });

  it("adds a second passkey only after a recent sign-in", async () => {
    await disableAutofill();
    await setUp();
    await page.goto(`${service.pageUrl}/account`);
    service.clock.offset = 16 * MINUTE;
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.waitForSelector("[role=alert]:not(:empty)");
    expect(await page.textContent("[role=alert]")).toContain("Sign in again");
    await page.goto(`${service.pageUrl}/sign-in?next=%2Faccount`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL("**/account");
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove the passkey" }).click();
    await page.waitForURL("**/account");
    expect(await page.textContent("main")).toContain("You have no passkeys.");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.waitForSelector(".rows >> text=Added");
  });

  it("lets an invited person join with a passkey", async () => {
    await disableAutofill();
    await setUp();
    await page.goto(`${service.pageUrl}/account/members`);
    await page.getByRole("button", { name: "Create an invitation" }).click();
    const link = (await page.textContent("#secret"))!;
    const context = await browser.newContext();
    const ben = await context.newPage();
    await addAuthenticator(ben);
    await ben.goto(link);
    expect(ben.url()).toBe(`${service.pageUrl}/join`);
    await ben.fill("[name=name]", "Ben");
    await ben.getByRole("button", { name: "Create a passkey" }).click();
    await ben.waitForURL(`${service.pageUrl}/`);
    await ben.goto(`${service.pageUrl}/account`);
    expect(await ben.textContent("main")).toContain("Signed in with an invitation");
    expect(await ben.textContent("main")).toContain("Added just now");
    await context.close();
  });

  it("goes on with a dangerous form after a passkey", async () => {
    await disableAutofill();
    await setUp();
    await page.goto(`${service.pageUrl}/keys/new`);
    service.clock.offset = 16 * MINUTE;
    await page.fill("[name=name]", "laptop");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("heading", { name: "Confirm that it’s you" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Confirm with a passkey" }).click();
    await page.waitForSelector("#secret");
    expect(await page.textContent("main")).toContain("laptop");
  });

  it("works without script: setup and sign-in with a password and a link", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    const code = (await service.createSetupLink()).split("#")[1]!;
    await plain.goto(`${service.pageUrl}/setup`);
    await plain.fill("[name=code]", code);
    await plain.fill("[name=name]", "Ada");
    await plain.fill("[name=password]", "correct horse battery");
    await plain.getByRole("button", { name: "Set up with a password" }).click();
    expect(plain.url()).toBe(`${service.pageUrl}/`);
    await plain.goto(`${service.pageUrl}/account`);
    await plain.getByRole("button", { name: "Sign out" }).click();
    await plain.goto(`${service.pageUrl}/sign-in`);
    await plain.fill("[name=name]", "Ada");
    await plain.fill("[name=password]", "correct horse battery");
    await plain.getByRole("button", { name: "Sign in with a password" }).click();
    expect(await plain.textContent("header")).toContain("Ada");
    await plain.goto(`${service.pageUrl}/account`);
    await plain.getByRole("button", { name: "Sign out" }).click();
    const link = (await service.createSignInLink()).split("#")[1]!;
    await plain.goto(`${service.pageUrl}/sign-in`);
    await plain.fill("[name=code]", link);
    await plain.getByRole("button", { name: "Sign in with the code" }).click();
    expect(await plain.textContent("header")).toContain("Ada");
    await context.close();
  });

  it("sends a browser from 127.0.0.1 to localhost", async () => {
    await page.goto(`${service.url}/sign-in?next=%2Faccount`);
    expect(page.url()).toBe(`${service.pageUrl}/sign-in?next=%2Faccount`);
    await page.goto(service.url);
    expect(page.url()).toBe(`${service.pageUrl}/`);
  });

  it.each(WINDOWS)(
    "shows its pages without defects, $width pixels wide and $colorScheme",
    async ({ width, colorScheme }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await disableAutofill();
      const check = async () => {
        const found = {
          url: new URL(page.url()).pathname,
          sideways: await scrollsSideways(page),
          violations: await findViolations(page),
        };
        expect(found).toEqual({ url: found.url, sideways: false, violations: [] });
        const folder = process.env["SCREENSHOTS"];
        const name = (await page.title()).replaceAll(/\W+/g, "-").toLowerCase();
        if (folder)
          await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
      };
      await page.goto(`${service.pageUrl}/setup`);
      await check();
      await setUp();
      await check();
      for (const path of [
        "/account",
        "/account/members",
        "/account/settings",
        "/account/audit",
        "/keys",
        "/keys/new",
        "/integrations",
        "/integrations/add",
        "/sign-in-servers",
        "/sign-in-servers/auth.example",
        "/integrations/notes",
        "/integrations/notes/tools/notes.list",
        "/activity",
        "/users",
        "/users/user_42",
      ]) {
        await page.goto(service.pageUrl + path);
        await check();
      }
      await page.goto(`${service.pageUrl}/integrations/add`);
      await page.fill("[name=document]", DOCUMENT);
      await page.getByRole("button", { name: "Read the app" }).click();
      await page.waitForSelector("#preview");
      await check();
      await page.getByRole("button", { name: "Add Boats" }).click();
      await page.waitForURL("**/integrations/boats");
      await check();
      await page.goto(`${service.pageUrl}/account/members`);
      await page.getByRole("link", { name: "Manage Ada" }).click();
      await page.waitForURL("**/account/members/per_*");
      await check();
      await page.getByRole("button", { name: "Create a sign-in link" }).click();
      await page.waitForSelector("#secret");
      await check();
      await page.goto(`${service.pageUrl}/account/members`);
      await page.getByRole("button", { name: "Create an invitation" }).click();
      await page.waitForSelector("#secret");
      await check();
      await page.goto(`${service.pageUrl}/integrations/open/tools/open.read`);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.waitForSelector("#result");
      await check();
      await page.goto(`${service.pageUrl}/activity`);
      await page.locator(".log a").click();
      await page.waitForURL("**/activity/run_*");
      await check();
      await page.goto(`${service.pageUrl}/activity`);
      await check();
      await page.goto(`${service.pageUrl}/keys/new`);
      await page.fill("[name=name]", "laptop");
      await page.getByRole("button", { name: "Create the key" }).click();
      await page.waitForSelector("#secret");
      await check();
      await page.getByRole("link", { name: "laptop", exact: true }).click();
      await page.waitForURL("**/keys/key_*");
      await check();
      await signOut();
      await page.goto(`${service.pageUrl}/join`);
      await check();
      await page.goto(`${service.pageUrl}/sign-in`);
      await check();
      await page.fill("[name=name]", "Ada");
      await page.fill("[name=password]", "a wrong password");
      await page.getByRole("button", { name: "Sign in with a password" }).click();
      await check();
      expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
    },
    120_000,
  );
});
