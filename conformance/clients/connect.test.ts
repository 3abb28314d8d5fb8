import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chromiumPath } from "../browser/chromium.ts";
import { type ConnectService, startConnectService } from "../browser/connect-service.ts";
import { bundleConnect, type Product, startProduct } from "./connect-product.ts";

describe("the bundle of @jackfield/client/connect", () => {
  it("has at most 2 kB (gzip)", async () => {
    expect(gzipSync(await bundleConnect(), { level: 9 }).length).toBeLessThanOrEqual(2_000);
  });
});

const suiteName = chromiumPath
  ? "connecting from a page of a product"
  : "connecting from a page of a product (Chromium is not installed, and CHROMIUM names no executable)";

describe.skipIf(!chromiumPath)(suiteName, () => {
  let browser: Browser;
  let product: Product;
  let platform: ConnectService;
  let page: Page;
  let count = 0;

  beforeAll(async () => {
    product = await startProduct();
    [browser, platform] = await Promise.all([
      chromium.launch({
        executablePath: chromiumPath,
        ignoreDefaultArgs: ["--disable-popup-blocking"],
      }),
      startConnectService({ returnOrigins: [product.origin] }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await platform?.close();
  });
  beforeEach(async () => {
    product.createLink = (return_url) =>
      platform.api("POST", "/apps/notes/connect", {
        return_url,
        auth_method: "oauth2",
        user: `user_${++count}`,
      });
    answerSignIn({ code: "code_1" });
    page = await (await browser.newContext()).newPage();
    await page.goto(product.origin);
    return () => page.context().close();
  });

  /** Sets how the app answers the user's sign-in. */
  const answerSignIn = (query: Record<string, string>) => {
    platform.provider.routes["/authorize"] = ({ url }) => {
      const back = new URL(url.searchParams.get("redirect_uri")!);
      back.search = String(
        new URLSearchParams({ ...query, state: url.searchParams.get("state")! }),
      );
      return { status: 302, headers: { location: back.href } };
    };
  };

  /** Clicks "Connect", and returns the window with the connect page. */
  const openPopup = async (from = page): Promise<Page> => {
    const opened = from.waitForEvent("popup");
    await from.getByText("Connect", { exact: true }).click();
    const popup = await opened;
    await popup.getByText("Continue to Notes").waitFor();
    return popup;
  };
  const submit = (popup: Page) => popup.getByText("Continue to Notes").click();
  const closed = (popup: Page) => popup.isClosed() || popup.waitForEvent("close");

  /** Waits for the result that the product's page shows. */
  const readResult = async (from = page) => {
    await from.waitForFunction(() => document.title.startsWith("{"));
    return JSON.parse(await from.title());
  };

  it("resolves when the app is connected, and closes the window", async () => {
    const popup = await openPopup();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await submit(popup);
    const result = await readResult();
    expect(result).toEqual({ connection: expect.stringMatching(/^conn_/), status: "active" });
    await closed(popup);
    expect(await platform.api("GET", `/connections/${result.connection}`)).toMatchObject({
      status: "active",
    });
  });

  it.each([
    ["refused_by_person", { error: "access_denied" }],
    ["refused_by_app", { error: "server_error" }],
  ])("resolves with %s", async (reason, answer) => {
    answerSignIn(answer);
    const popup = await openPopup();
    await submit(popup);
    await popup.getByText("Back to localhost").click();
    expect(await readResult()).toMatchObject({ status: "failed", reason });
    await closed(popup);
  });

  it("resolves when the user cancels on the connect page", async () => {
    const popup = await openPopup();
    await popup.getByText("Cancel and go back").click();
    expect(await readResult()).toMatchObject({ status: "failed", reason: "canceled" });
    await closed(popup);
  });

  it("stops waiting when the product aborts after the window was closed", async () => {
    await (await openPopup()).close();
    await page.getByText("Cancel", { exact: true }).click();
    expect(await readResult()).toMatchObject({ name: "AbortError" });
    await page.reload();
    await submit(await openPopup());
    expect(await readResult()).toMatchObject({ status: "active" });
  });

  it("closes the window if the product aborts before there is a link", async () => {
    const { promise, resolve: resolveLink } = Promise.withResolvers();
    product.createLink = () => promise;
    const opened = page.waitForEvent("popup");
    await page.getByText("Connect", { exact: true }).click();
    const popup = await opened;
    await page.getByText("Cancel", { exact: true }).click();
    resolveLink(await platform.api("POST", "/apps/notes/connect", { auth_method: "oauth2" }));
    await closed(popup);
    expect(await readResult()).toMatchObject({ name: "AbortError" });
  });

  it("redirects if the browser blocks the window, and returns to the page", async () => {
    await page.goto(`${product.origin}/?auto`);
    await submit(page);
    const { redirected, again } = await readResult();
    expect(redirected).toMatchObject({ status: "active" });
    expect(again).toBeNull();
    expect(page.url()).toBe(`${product.origin}/?auto`);
    expect(page.context().pages()).toHaveLength(1);
  });

  it("gives each page the result of its own connection", async () => {
    const other = await page.context().newPage();
    await other.goto(product.origin);
    const popup = await openPopup();
    const otherPopup = await openPopup(other);
    await otherPopup.getByText("Cancel and go back").click();
    expect(await readResult(other)).toMatchObject({ status: "failed" });
    expect(await page.title()).toBe("-");
    await submit(popup);
    expect(await readResult()).toMatchObject({ status: "active" });
  });

  it("keeps the window open if the product's page is gone", async () => {
    const popup = await openPopup();
    await page.goto("about:blank");
    await submit(popup);
    await popup.getByText("You can close this window: active").waitFor();
  });

  it("ignores a return page without a result", async () => {
    await page.goto(`${product.origin}/connected?connection=conn_1&status=strange`);
    await page.getByText("Nothing to finish").waitFor();
  });

  it.each([
    ["a script as its URL", { url: "javascript:alert(1)", connection: { id: "conn_1" } }],
    ["an error in place of a link", { code: "app_not_found" }],
    ["no connection", { url: "https://jackfield.example/connect/cl_1" }],
  ])("refuses %s, and closes the window", async (_, answer) => {
    product.createLink = async () => answer;
    await page.getByText("Connect", { exact: true }).click();
    expect(await readResult()).toMatchObject({ code: "invalid_input" });
    await expect.poll(() => page.context().pages().length).toBe(1);
  });
});
