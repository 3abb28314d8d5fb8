import { join } from "node:path";
import process from "node:process";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createKey } from "../../core/platform/auth/create-key.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { startAccountService } from "./account-service.ts";
import { chromiumPath, findViolations, scrollsSideways, WINDOWS } from "./chromium.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

const suiteName = chromiumPath
  ? "activity in a browser"
  : "activity in a browser (Chromium is not installed, and CHROMIUM names no executable)";

describe.skipIf(!chromiumPath)(suiteName, () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof startAccountService>>;
  let page: Page;
  let errors: string[];
  let key: string;

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
    const created = await createKey({
      account: DEFAULT_ACCOUNT,
      name: '<img src=x onerror="x()">',
      permissions: ["read", "run"],
      user: "user_1",
    });
    await service.keyStore.addKey(created.key);
    key = created.secret;
    await addAuthenticator(page);
    await page.goto(await service.createSetupLink());
    await page.fill("[name=name]", "Ada");
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.waitForURL(`${service.pageUrl}/`);
  });
  afterEach(async () => {
    await page.context().close();
    await service.close();
  });

  /** Runs a tool with the API key. Returns the ID of the run. */
  async function run(tool: string): Promise<string> {
    const response = await fetch(`${service.url}/api/v1/tools/${tool}/run`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: "{}",
    });
    return ((await response.json()) as { run: string }).run;
  }

  /** Makes the app wait. Returns a function that lets it respond. */
  function holdResponses(): () => void {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    service.respondWith(async (request, response) => {
      await released;
      respondJson({ id: 1 })(request, response);
    });
    return release;
  }

  const countRows = () => page.locator(".log li").count();

  it("shows a new run within 2 seconds, and hostile names as text", async () => {
    await page.goto(`${service.pageUrl}/activity`);
    await page.waitForSelector("#live:visible");
    const id = await run("open.read");
    await page.waitForSelector(`[data-run="${id}"]`, { timeout: 2_000 });
    const row = page.locator(`[data-run="${id}"]`);
    expect(await row.locator("b").textContent()).toBe("open.read");
    expect(await row.locator(".sr").textContent()).toBe("Failed");
    expect(await page.locator("#no-runs").count()).toBe(0);
    service.respondWith(respondJson({ id: 1 }));
    const second = await run("open.write");
    await page.waitForSelector(`[data-run="${second}"]`, { timeout: 2_000 });
    expect(await page.locator(".log li").first().getAttribute("data-run")).toBe(second);
    expect(await page.locator(`[data-run="${second}"] small`).textContent()).toBe(
      '<img src=x onerror="x()"> for user_1',
    );
    expect(await page.locator("main img").count()).toBe(0);
    await row.locator("a").click();
    await page.waitForURL(`**/activity/${id}`);
    expect(errors).toEqual([]);
  });

  it("doesn't change while it is paused, and catches up afterwards", async () => {
    await page.goto(`${service.pageUrl}/activity`);
    await page.getByRole("button", { name: "Pause" }).click();
    const id = await run("open.read");
    await page.waitForTimeout(2_000);
    expect(await countRows()).toBe(0);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.waitForSelector(`[data-run="${id}"]`, { timeout: 2_000 });
    expect(errors).toEqual([]);
  });

  it("shows a run while it is in progress, on its page as well", async () => {
    const release = holdResponses();
    await page.goto(`${service.pageUrl}/activity`);
    const running = run("open.write");
    await page.waitForSelector(".log .jack.running", { timeout: 2_000 });
    await page.locator(".log a").click();
    await page.waitForSelector("h2 >> text=Running");
    release();
    await page.waitForSelector("h2 >> text=Succeeded", { timeout: 3_000 });
    expect(page.url()).toContain(await running);
    expect(errors).toEqual([]);
  });

  it("says so after the session has ended", async () => {
    await page.goto(`${service.pageUrl}/activity`);
    await page.waitForSelector("#live:visible");
    const [member] = await service.stores.peopleStore.listMembers(DEFAULT_ACCOUNT);
    const { sessionStore } = service.stores;
    for (const { id } of await sessionStore.list(DEFAULT_ACCOUNT, member!.person))
      await sessionStore.end(DEFAULT_ACCOUNT, member!.person, id);
    await page.waitForSelector("#live >> text=Not live", { timeout: 6_000 });
  });

  it("works without script: refreshing, filtering and running again", async () => {
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await plain.context().addCookies(await page.context().cookies());
    await plain.goto(`${service.pageUrl}/activity`);
    expect(await plain.textContent("main")).toContain("Nothing has run yet");
    expect(await plain.isVisible("#live")).toBe(false);
    service.respondWith(respondJson({ id: 1 }));
    const id = await run("open.write");
    await plain.getByRole("link", { name: "Refresh" }).click();
    await plain.selectOption("[name=status]", "succeeded");
    await plain.getByRole("button", { name: "Filter" }).click();
    await plain.locator(".log a").click();
    await plain.getByRole("button", { name: "Run again" }).click();
    expect(plain.url()).toContain(id);
    await plain.check("[name=confirmed]");
    await plain.getByRole("button", { name: "Run again" }).click();
    expect(plain.url()).not.toContain(id);
    expect(await plain.textContent("main")).toContain(id);
    await plain.context().close();
  });

  it.each(WINDOWS)(
    "shows its pages without defects, $width pixels wide and $colorScheme",
    async ({ width, colorScheme }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const check = async (name: string) => {
        expect({
          name,
          sideways: await scrollsSideways(page),
          violations: await findViolations(page),
        }).toEqual({ name, sideways: false, violations: [] });
        const folder = process.env["SCREENSHOTS"];
        const file = `${name}-${width}-${colorScheme}.png`;
        if (folder) await page.screenshot({ path: join(folder, file), fullPage: true });
      };
      const failed = await run("open.read");
      service.respondWith((_, response) => void response.destroy());
      const unknown = await run("open.write");
      service.respondWith(respondJson({ id: 1 }));
      await run("open.write");
      const release = holdResponses();
      const running = run("open.write");
      await page.goto(`${service.pageUrl}/activity`);
      await page.waitForSelector(".log .jack.running", { timeout: 3_000 });
      await page.getByText("More filters").click();
      await check("activity-list");
      await page.locator(".log li:has(.jack.running) a").click();
      await page.waitForSelector("h2 >> text=Running");
      await check("activity-running");
      release();
      await running;
      // The page reloads by itself, which would abort the next navigation.
      await page.waitForSelector("h2 >> text=Succeeded");
      await page.goto(`${service.pageUrl}/activity/${failed}`);
      await check("activity-failed");
      await page.goto(`${service.pageUrl}/activity/${unknown}`);
      await check("activity-unknown");
      await page.goto(`${service.pageUrl}/activity?status=failed&app=nothing`);
      await check("activity-none");
      await page.goto(`${service.pageUrl}/`);
      await check("activity-overview");
      expect(errors).toEqual([]);
    },
    60_000,
  );
});
