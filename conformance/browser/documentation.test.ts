import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { START_FILE } from "../fixtures/program.ts";
import { chromiumPath, findViolations, scrollsSideways } from "./chromium.ts";

const note = chromiumPath ? "" : " (Chromium is not installed, and CHROMIUM names no executable)";

describe.skipIf(!chromiumPath)(`the documentation in a browser${note}`, () => {
  let program: RuntimeProcess;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    program = await startOn("node", [START_FILE, "docs"], { env: { SITE_PORT: "0", LOG: "off" } });
    ({ origin } = new URL(program.url));
    browser = await chromium.launch({ executablePath: chromiumPath });
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
  });

  async function withContext(
    options: Parameters<Browser["newContext"]>[0],
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    try {
      await use(context);
    } finally {
      await context.close();
    }
  }

  it.each([
    ["light", 1280],
    ["dark", 390],
  ] as const)("is accessible, and fits the window: %s, %i px", async (colorScheme, width) => {
    await withContext({ colorScheme, viewport: { width, height: 850 } }, async (context) => {
      const page = await context.newPage();
      for (const path of [
        "/overview.md",
        "/triggers.md",
        "/settings.md",
        "/sizing.md",
        "/search?q=backup",
      ]) {
        await page.goto(origin + path);
        expect([path, await scrollsSideways(page)]).toEqual([path, false]);
        expect([path, await findViolations(page)]).toEqual([path, []]);
      }
    });
  });

  it.each(["light", "dark"] as const)(
    "shows the plot of Sizing in the %s scheme",
    async (colorScheme) => {
      await withContext({ colorScheme }, async (context) => {
        const page = await context.newPage();
        await page.goto(`${origin}/sizing.md`);
        expect(await page.evaluate("document.querySelector('main img').naturalWidth")).toBe(720);
        // The image itself, because its colors are those of its own document.
        await page.goto(`${origin}/sizing.svg`);
        const paper = await page.evaluate<string>(
          "getComputedStyle(document.querySelector('.paper')).fill",
        );
        expect(paper).toBe(colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(13, 17, 23)");
      });
    },
  );

  it("leads through the pages without scripts", async () => {
    await withContext({ javaScriptEnabled: false }, async (context) => {
      const page = await context.newPage();
      await page.goto(origin);
      await page.getByRole("link", { name: "Next Site quickstart" }).click();
      expect(await page.textContent("h1")).toBe("Give agents an API to your site");
      await page.fill("[name=q]", "back up the keys");
      await page.keyboard.press("Enter");
      await page
        .getByRole("link", { name: /^Operations/ })
        .last()
        .click();
      expect(await page.textContent("h1")).toBe("Operations");
    });
  });

  it("copies a page as Markdown", async () => {
    await withContext({ permissions: ["clipboard-read", "clipboard-write"] }, async (context) => {
      const page = await context.newPage();
      await page.goto(`${origin}/triggers.md`);
      await page.getByRole("button", { name: "Copy page" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      const copied = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(copied).toContain("# Triggers\n");
    });
  });
});
