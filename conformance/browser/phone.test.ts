import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAccountService } from "./account-service.ts";
import { chromiumPath } from "./chromium.ts";

const skipReason = chromiumPath
  ? ""
  : " (Chromium is not installed, and CHROMIUM names no executable)";

const PATHS = [
  "/",
  "/integrations",
  "/integrations/notes",
  "/integrations/notes/tools/notes.list",
  "/integrations/add",
  "/keys",
  "/keys/new",
  "/activity",
  "/triggers",
  "/triggers/new",
  "/triggers/new?kind=schedule",
  "/users",
  "/users/user_42",
  "/account",
  "/account/members",
  "/account/settings",
  "/sign-in-servers",
  "/sign-in-servers/auth.example",
];

describe.skipIf(!chromiumPath)(`the account on a phone${skipReason}`, () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof startAccountService>>;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath });
    service = await startAccountService();
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    page = await context.newPage();
    await setUp(page, service);
    await page.waitForURL(`${service.pageUrl}/`);
    await connectNotes();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  /** Connects an app with a label that fills a line. */
  async function connectNotes(): Promise<void> {
    await page.goto(`${service.pageUrl}/integrations/notes`);
    await page.locator("form[action$='/connect']").first().getByRole("button").click();
    await page.fill("[name=f_key]", "sk_1");
    await page.locator("form[method=post] button[type=submit]").click();
    await page.waitForURL(/status=active/);
    await page.goto(`${service.pageUrl}/integrations/notes`);
    await page.getByText("Details").last().click();
    await page.locator("[name=label]").last().fill("Notes of the whole studio north");
    await page.getByRole("button", { name: "Rename" }).last().click();
  }

  it("reaches each destination of the navigation, with and without script", async () => {
    const wide = await destinations(1280);
    expect(wide.length).toBeGreaterThan(6);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of wide) {
      await page.goto(`${service.pageUrl}/`);
      const more = page.locator("nav summary");
      const link = page.locator(`nav a[href="${path}"]:visible`).last();
      if ((await link.count()) === 0) await more.click();
      await link.click();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  async function destinations(width: number): Promise<string[]> {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${service.pageUrl}/`);
    return page
      .locator("nav a:visible")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  }

  it("has controls that cover nothing, and are large enough for a finger", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const faults: Record<string, unknown> = {};
    for (const path of PATHS) {
      await page.goto(service.pageUrl + path);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll("main details")) fold.setAttribute("open", "");
      });
      const found = await findCollisions(page);
      if (found.covered.length > 0 || found.small.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
  }, 180_000);
});

describe.skipIf(!chromiumPath)(`a new key${skipReason}`, () => {
  it("is used by the first tab, and waits visibly for its first use only", async () => {
    const browser = await chromium.launch({ executablePath: chromiumPath });
    const service = await startAccountService();
    const page = await browser.newPage();
    await setUp(page, service);
    await page.goto(`${service.pageUrl}/keys/new`);
    await page.fill("[name=name]", "laptop");
    await page.getByRole("button", { name: "Create the key" }).click();
    const secret = await page.textContent("#secret");
    expect(await page.textContent("[role=tabpanel]:visible pre")).toContain("JACKFIELD_API_KEY");
    expect(await page.locator(".fresh .spin").count()).toBe(1);
    await fetch(`${service.url}/api/v1/connections`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    await page.getByText("The key works.").waitFor({ timeout: 10_000 });
    expect(await page.locator(".fresh .spin").count()).toBe(0);
    const plain = await browser.newContext({ javaScriptEnabled: false });
    await plain.addCookies(await page.context().cookies());
    const withoutScript = await plain.newPage();
    await withoutScript.goto(`${service.pageUrl}/keys/new`);
    await withoutScript.fill("[name=name]", "desk");
    await withoutScript.getByRole("button", { name: "Create the key" }).click();
    expect(await withoutScript.locator(".fresh .spin").count()).toBe(0);
    await browser.close();
    await service.close();
  }, 180_000);
});

/** Sets up the account with a password. */
async function setUp(
  page: Page,
  service: Awaited<ReturnType<typeof startAccountService>>,
): Promise<void> {
  const code = (await service.createSetupLink()).split("#")[1]!;
  await page.goto(`${service.pageUrl}/setup`);
  await page.fill("[name=code]", code);
  await page.fill("[name=name]", "Ada");
  await page.fill("[name=password]", "correct horse battery");
  await page.getByRole("button", { name: "Set up with a password" }).click();
}

/**
 * Returns the controls that lie on each other or on text, and those smaller than 40 pixels, except
 * links within a text.
 */
const findCollisions = (page: Page): Promise<{ covered: string[]; small: string[] }> =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width <= 1 || height <= 1;
    };
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input:not([type=hidden]), select, textarea, summary",
      ),
    ].filter(
      (control) =>
        isSeen(control) &&
        !isHidden(control) &&
        !control.matches(".cover, .skip") &&
        !control.closest("nav"),
    );
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}`;
    const boxOf = (element: Element) => {
      const box = element.getBoundingClientRect();
      return { left: box.left + 1, right: box.right - 1, top: box.top + 1, bottom: box.bottom - 1 };
    };
    type Box = ReturnType<typeof boxOf>;
    const overlap = (a: Box, b: Box) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const clip = (box: Box, element: Element): Box => {
      let clipped = box;
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        const { overflowX } = getComputedStyle(parent);
        if (overflowX === "visible" || parent === document.body) continue;
        const edge = parent.getBoundingClientRect();
        clipped = {
          ...clipped,
          left: Math.max(clipped.left, edge.left),
          right: Math.min(clipped.right, edge.right),
        };
      }
      return clipped;
    };
    const texts: { box: Box; node: Text }[] = [];
    const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const parent = node.parentElement!;
      if (
        !node.data.trim() ||
        !isSeen(parent) ||
        isHidden(parent) ||
        parent.closest("select, textarea, .sr")
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const box = {
          left: rect.left + 1,
          right: rect.right - 1,
          top: rect.top + 3,
          bottom: rect.bottom - 3,
        };
        const shown = clip(box, parent);
        if (shown.right > shown.left) texts.push({ box: shown, node });
      }
    }
    const covered: string[] = [];
    for (const control of controls) {
      const box = clip(boxOf(control), control);
      if (box.right <= box.left) continue;
      const other = controls.find(
        (each) =>
          each !== control &&
          !each.contains(control) &&
          !control.contains(each) &&
          overlap(clip(boxOf(each), each), box),
      );
      const label = (control as HTMLInputElement).labels?.[0];
      const text = texts.find(
        ({ box: textBox, node }) =>
          !control.contains(node) &&
          !label?.contains(node) &&
          !node.parentElement!.closest(".search") &&
          !(getComputedStyle(control).display === "inline") &&
          overlap(textBox, box),
      );
      if (other) covered.push(`${name(control)} lies on ${name(other)}`);
      if (text) covered.push(`${name(control)} lies on "${text.node.data.trim().slice(0, 40)}"`);
    }
    const isInText = (control: Element) =>
      control.tagName === "A" &&
      getComputedStyle(control).display === "inline" &&
      control.closest("p, dd, li, h3, td, th, small, .lead, label") !== null;
    const small = controls
      .filter((control) => !isInText(control))
      .filter((control) => {
        const target =
          control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)
            ? control.closest("label")!
            : control;
        return target.getBoundingClientRect().height < 39.5;
      })
      .map((control) => `${name(control)} ${Math.round(control.getBoundingClientRect().height)}`);
    return { covered: [...new Set(covered)], small: [...new Set(small)] };
  });
