import { join } from "node:path";
import process from "node:process";
import { type Browser, type ConsoleMessage, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VALID_FORM } from "../ports/payments/sandbox-fixture.ts";
import {
  chromiumPath,
  findViolations,
  scrollsSideways,
  submitByKeyboard,
  WINDOWS,
} from "./chromium.ts";
import { type ConnectService, startConnectService } from "./connect-service.ts";
import { type DemoShop, startDemoShop } from "./demo-shop.ts";
import { type MarkdownSite, startMarkdownSite } from "./markdown-site.ts";

let browser: Browser;
let shop: DemoShop;
let markdownSite: MarkdownSite;
let platform: ConnectService;

/** Opens a page of each kind in a new tab. */
const PAGES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  support: (page) => page.goto(`${shop.url}/support`),
  payment: async (page) => page.goto((await shop.createCheckout("tether-cable-set")).payPage),
  "rejected payment": async (page) => {
    await page.goto((await shop.createCheckout("tether-cable-set")).payPage);
    await submitByKeyboard(page, { email: "nobody" });
  },
  receipt: async (page) => {
    await page.goto((await shop.createCheckout("desk-license")).payPage);
    await submitByKeyboard(page, CARD_FORM);
  },
  "checkout status": async (page) =>
    page.goto((await shop.createCheckout("desk-license")).statusPage),
  "Markdown page": (page) => page.goto(markdownSite.url),
  "missing page": (page) => page.goto(`${shop.url}/nothing`),
  "missing checkout": (page) => page.goto(`${shop.url}/checkout/chk_guessed`),
  "missing page of the platform": (page) => page.goto(`${platform.url}/nothing`),
  "platform home": (page) => page.goto(platform.url),
  connect: async (page) => page.goto(await platform.createLink()),
  "connect with a way back": async (page) => {
    await page.goto(await platform.createLink("api_key", RETURN_URL));
    await page.getByText("Cancel and go back to app.example").waitFor();
  },
  "refused by the app": async (page) => {
    platform.provider.routes["/authorize"] = ({ url }) => {
      const { redirect_uri, state } = Object.fromEntries(url.searchParams);
      return {
        status: 302,
        headers: { location: `${redirect_uri}?error=server_error&state=${state}` },
      };
    };
    await page.goto(await platform.createLink("oauth2", RETURN_URL));
    await page.getByText("Continue to Notes").click();
    await page.getByText("Back to app.example").waitFor();
  },
  "rejected API key": async (page) => {
    await page.goto(await platform.createLink("api_key"));
    await submitByKeyboard(page, { f_key: "wrong" });
  },
  connected: async (page) => {
    await page.goto(await platform.createLink("api_key"));
    await submitByKeyboard(page, { f_key: "sk_1" });
  },
  "invalid connect link": (page) => page.goto(`${platform.url}/connect/cl_unknown`),
};

const RETURN_URL = "https://app.example/connected";
const { email, card_number, card_expiry, card_code } = VALID_FORM;
const CARD_FORM = { email, card_number, card_expiry, card_code };

const VIEWS = WINDOWS.flatMap((window) => Object.keys(PAGES).map((name) => ({ ...window, name })));

/** The folder for a screenshot of each view. By default, there are none. */
const SCREENSHOTS = process.env["SCREENSHOTS"];

const suiteName = chromiumPath
  ? "pages in a browser"
  : "pages in a browser (Chromium is not installed, and CHROMIUM names no executable)";

describe.skipIf(!chromiumPath)(suiteName, () => {
  beforeAll(async () => {
    [browser, shop, markdownSite, platform] = await Promise.all([
      chromium.launch({ executablePath: chromiumPath }),
      startDemoShop(),
      startMarkdownSite(),
      startConnectService({ returnOrigins: [new URL(RETURN_URL).origin] }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), shop?.close(), markdownSite?.close(), platform?.close()]);
  });

  it.each(VIEWS)(
    "shows the page '$name' without defects, $width pixels wide and $colorScheme",
    async ({ name, width, colorScheme }) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !reportsExpectedStatus(message, page.url()))
          errors.push(`${message.text()} (${message.location().url})`);
      });
      await PAGES[name]!(page);
      if (SCREENSHOTS)
        await page.screenshot({
          path: join(SCREENSHOTS, `${name.replaceAll(" ", "-")}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      expect({
        errors,
        scrollsSideways: await scrollsSideways(page),
        violations: await findViolations(page),
      }).toEqual({ errors: [], scrollsSideways: false, violations: [] });
      await context.close();
    },
  );

  it("shows the images and the inline styles of Markdown pages", async () => {
    const page = await browser.newPage();
    await page.goto(markdownSite.url);
    const shown = await page.evaluate(() => ({
      imageWidth: document.querySelector("img")?.naturalWidth,
      weight: getComputedStyle(document.querySelector("#inline")!).fontWeight,
    }));
    expect(shown).toEqual({ imageWidth: 120, weight: "900" });
    await page.close();
  });

  it("wraps code in narrow windows, so that no one has to scroll it", async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 900 } });
    const page = await context.newPage();
    for (const url of [platform.url, markdownSite.url]) {
      await page.goto(url);
      const overflows = await page.$$eval("pre", (blocks) =>
        blocks.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      );
      expect(overflows.length).toBeGreaterThan(0);
      expect(overflows).not.toContain(true);
    }
    await context.close();
  });

  it("lets a buyer pay in the sandbox with the keyboard", async () => {
    const page = await browser.newPage();
    await page.goto((await shop.createCheckout("tether-cable-set")).payPage);
    await submitByKeyboard(page, { ...VALID_FORM, country: "United K" });
    expect(new URL(page.url()).pathname).toMatch(/^\/checkout\/receipt\//);
    expect(await page.textContent("h1")).toBe("Your payment succeeded");
    expect(await page.textContent("main")).toContain("United Kingdom");
    await page.close();
  });

  it("lets a user connect an app with the keyboard", async () => {
    const page = await browser.newPage();
    await page.goto(await platform.createLink("api_key"));
    await submitByKeyboard(page, { f_key: "sk_1" });
    expect(await page.textContent("h1")).toBe("Notes is connected");
    await page.close();
  });
});

/**
 * Whether the browser reports the status of the page itself, which some pages have, or of the icon
 * that it requests from every site.
 */
function reportsExpectedStatus(message: ConsoleMessage, pageUrl: string): boolean {
  const { url } = message.location();
  return (
    message.text().startsWith("Failed to load resource") &&
    (url === pageUrl || new URL(url).pathname === "/favicon.ico")
  );
}
