import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "../../core/platform/account/pages/index.ts";
import { startAccountService } from "./account-service.ts";
import { chromiumPath, scrollsSideways } from "./chromium.ts";

/** The pages that people with a session have no link to. */
const UNLINKED: ReadonlySet<string> = new Set([
  "/setup",
  "/sign-in",
  "/sign-in/provider/callback",
  "/join",
  "/oauth/authorize",
]);

const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Boats", version: "1" },
  servers: [{ url: "https://api.boats.acme.io" }],
  paths: { "/boats": { get: { operationId: "listBoats", summary: "List boats" } } },
});

const skipReason = chromiumPath
  ? ""
  : " (Chromium is not installed, and CHROMIUM names no executable)";

/**
 * The pages of an account that people reach by links, each with the settings of people who don't use
 * a mouse, a large window, scripts or animations. Links are followed from the overview, so a new
 * page is tested as soon as another one leads to it.
 */
describe.skipIf(!chromiumPath)(`every page of the account${skipReason}`, () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof startAccountService>>;
  let cookies: Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;
  /** The paths of the pages, one for each template. */
  let paths: readonly string[];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath });
    service = await startAccountService();
    const page = await openPage({ javaScriptEnabled: false });
    await setUpWithoutScript(page);
    cookies = await page.context().cookies();
    paths = await followLinks(page);
    await page.context().close();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function openPage(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    if (cookies) await context.addCookies(cookies);
    return context.newPage();
  }

  const press = (page: Page, name: string) =>
    page.getByRole("button", { name, exact: true }).click();

  /** Sets up the account, and does what has a page of its own: a key, an app, a run and a member. */
  async function setUpWithoutScript(page: Page): Promise<void> {
    await page.goto(`${service.pageUrl}/setup`);
    await page.fill("[name=code]", (await service.createSetupLink()).split("#")[1]!);
    await page.fill("[name=name]", "Ada");
    await page.fill("[name=password]", "correct horse battery");
    await press(page, "Set up with a password");
    await page.goto(`${service.pageUrl}/keys/new`);
    await page.fill("[name=name]", "laptop");
    await press(page, "Create the key");
    expect(await page.textContent("#secret")).toMatch(/^jf_/);
    await page.goto(`${service.pageUrl}/integrations/open/tools/open.read`);
    await press(page, "Run");
    expect(await page.textContent("main")).toContain("Out of paper");
    await page.goto(`${service.pageUrl}/integrations/add`);
    await page.setInputFiles("[name=document_file]", {
      name: "boats.json",
      mimeType: "application/json",
      buffer: Buffer.from(DOCUMENT),
    });
    await press(page, "Read the app");
    expect(await page.textContent("#preview")).toBe("Boats");
    await press(page, "Add Boats");
    expect(page.url()).toBe(`${service.pageUrl}/integrations/boats`);
    await page.goto(`${service.pageUrl}/triggers/new`);
    await page.getByRole("link", { name: "Events that programs send" }).click();
    await page.fill("[name=name]", "New pages");
    await page.fill("[name=tool]", "open.read");
    await press(page, "Create the trigger");
    await page.fill("[name=data]", '{"title":"It hums"}');
    await press(page, "See what would happen");
    expect(await page.textContent("[role=status]")).toContain("Would be carried out");
    await page.fill("[name=data]", '{"title":"It hums"}');
    await press(page, "Fire");
    expect(await page.textContent("h1")).toBe("Fire New pages?");
    await press(page, "Fire");
    expect(await page.textContent("main")).toContain("In progress");
    await page.goto(`${service.pageUrl}/sign-in-servers/auth.example`);
    await page.fill("[name=client_id]", "client_1");
    await press(page, "Save the client");
    expect(await page.textContent("main")).toContain("Replace the client");
    await page.goto(`${service.pageUrl}/integrations/notes`);
    await page.locator("form[action$='/connect']").first().getByRole("button").click();
    await page.fill("[name=f_key]", "sk_1");
    await page.locator("form[method=post] button[type=submit]").click();
    await page.waitForURL(/status=active/);
    await page.goto(`${service.pageUrl}/integrations/notes`);
    expect(await page.textContent("main")).toContain("Test");
  }

  /** Follows links from the overview. Returns one path for each page of the account. */
  async function followLinks(page: Page): Promise<readonly string[]> {
    const templates = PAGES.map(({ path }) => path);
    const found = new Map([["/", "/"]]);
    const queue = ["/"];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const response = await page.goto(service.pageUrl + path);
      expect([path, response!.status(), await page.locator("h1").count()]).toEqual([path, 200, 1]);
      const links = await page
        .locator("a[href^='/']")
        .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href")!));
      for (const link of links) {
        const target = link.split(/[?#]/)[0]!;
        const template = findTemplate(templates, target);
        if (template === undefined || found.has(template)) continue;
        found.set(template, target);
        queue.push(target);
      }
    }
    const linked = templates.filter((template) => !UNLINKED.has(template));
    expect([...found.keys()].toSorted()).toEqual(["/", ...linked].toSorted());
    return [...found.values()];
  }

  it("is complete without script, as are the forms that lead to it", () => {
    // The set-up above used a browser without script.
    expect(paths.length).toBeGreaterThan(15);
  });

  it.each([
    { zoom: "200 %", width: 640, deviceScaleFactor: 2 },
    { zoom: "400 %", width: 320, deviceScaleFactor: 4 },
  ])(
    "fits into a window of 1280 pixels at $zoom zoom",
    async ({ width, deviceScaleFactor }) => {
      const page = await openPage({ viewport: { width, height: 400 }, deviceScaleFactor });
      const wide: string[] = [];
      for (const path of paths) {
        await page.goto(service.pageUrl + path);
        if (await scrollsSideways(page)) wide.push(path);
      }
      expect(wide).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  it("has no animation for people who prefer reduced motion", async () => {
    const moving: string[] = [];
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      const page = await openPage({ reducedMotion });
      for (const path of paths) {
        await page.goto(service.pageUrl + path);
        // A sign of something that runs, which some states show.
        await page.evaluate(() => {
          const sign = document.querySelector(".jack, .logo")!.cloneNode(true) as SVGElement;
          sign.setAttribute("class", "jack running");
          sign.append(document.createElementNS("http://www.w3.org/2000/svg", "circle"));
          sign.lastElementChild!.setAttribute("class", "spin");
          document.querySelector("main")!.append(sign);
        });
        const isMoving = await page.evaluate(() =>
          document.getAnimations().some(({ playState }) => playState === "running"),
        );
        if (isMoving) moving.push(`${reducedMotion} ${path}`);
      }
      await page.context().close();
    }
    expect(moving).toEqual(paths.map((path) => `no-preference ${path}`));
  }, 60_000);

  it("can be used with the keyboard, with a visible focus", async () => {
    const page = await openPage({ viewport: { width: 390, height: 844 } });
    for (const path of paths) {
      await page.goto(service.pageUrl + path);
      expect({ path, ...(await tabThrough(page)) }).toEqual({ path, missed: [], unmarked: [] });
    }
    await page.context().close();
  }, 120_000);
});

const findTemplate = (templates: readonly string[], path: string): string | undefined =>
  templates.find((template) => template === path) ??
  templates.find((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );

/**
 * Presses Tab through a page. Returns the controls that never got the focus, and those that look the
 * same with it.
 */
async function tabThrough(page: Page): Promise<{ missed: string[]; unmarked: string[] }> {
  const count = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']",
      ),
    ].filter(
      (control) => control.checkVisibility() && !control.matches(":disabled, [tabindex='-1']"),
    );
    // A group of radio buttons is one stop.
    const groups = new Set<string>();
    const stops = controls.filter((control) => {
      if (!(control instanceof HTMLInputElement) || control.type !== "radio") return true;
      const isFirst = !groups.has(control.name);
      groups.add(control.name);
      return isFirst;
    });
    for (const stop of stops) stop.dataset["stop"] = "";
    return stops.length;
  });
  const unmarked: string[] = [];
  for (let presses = 0; presses < count + 2; presses++) {
    await page.keyboard.press("Tab");
    const plain = await page.evaluate(() => {
      const control = document.activeElement as HTMLElement;
      delete control.dataset["stop"];
      const name = control instanceof HTMLInputElement && control.type === "radio" && control.name;
      if (name)
        for (const radio of document.querySelectorAll<HTMLElement>(`[name="${name}"]`))
          delete radio.dataset["stop"];
      const { outlineStyle, outlineWidth } = getComputedStyle(control);
      const isMarked = outlineStyle !== "none" && outlineWidth !== "0px";
      return isMarked || control === document.body ? undefined : control.outerHTML.slice(0, 120);
    });
    if (plain !== undefined) unmarked.push(plain);
  }
  const missed = await page
    .locator("[data-stop]")
    .evaluateAll((controls) => controls.map(({ outerHTML }) => outerHTML.slice(0, 120)));
  return { missed, unmarked };
}
