import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChallenge, createVerifier } from "../../core/lib/oauth/index.ts";
import { type PlatformWithPeople, startPlatformWithPeople } from "../mcp/platform-with-people.ts";
import { chromiumPath, findViolations, scrollsSideways, tabTo, WINDOWS } from "./chromium.ts";

const suiteName = chromiumPath
  ? "allowing an MCP client with a browser"
  : "allowing an MCP client (Chromium is not installed, and CHROMIUM names no executable)";

describe.skipIf(!chromiumPath)(suiteName, () => {
  let browser: Browser;
  let platform: PlatformWithPeople;
  let client: Server;
  let redirectUri: string;
  let clientId: string;
  const returned: URLSearchParams[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath });
    platform = await startPlatformWithPeople();
    // The client redirects once more, as some do to a page of theirs.
    client = createServer(({ url }, response) => {
      const { pathname, searchParams } = new URL(url!, "http://127.0.0.1");
      if (pathname !== "/callback") return void response.end("<title>Done</title>");
      returned.push(searchParams);
      const { port } = client.address() as AddressInfo;
      response.writeHead(302, { location: `http://localhost:${port}/done` }).end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => client.once("listening", resolve));
    redirectUri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`;
    const response = await fetch(`${platform.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Loudness helper", redirect_uris: [redirectUri] }),
    });
    clientId = ((await response.json()) as { client_id: string }).client_id;
  });
  afterAll(async () => {
    await browser?.close();
    client?.close();
    await platform?.close();
  });

  /** Returns the URL to which the client sends the browser. */
  async function start(changes: Readonly<Record<string, string>> = {}): Promise<string> {
    const parameters = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: await createChallenge(createVerifier()),
      code_challenge_method: "S256",
      scope: "read run",
      state: "state-1",
      resource: `${platform.url}/mcp`,
      ...changes,
    });
    return `${platform.pageUrl}/oauth/authorize?${parameters}`;
  }

  async function openPage(
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext(options);
    return { context, page: await context.newPage() };
  }

  async function signIn(page: Page): Promise<void> {
    await page.waitForURL("**/sign-in?*");
    await page.fill("[name=name]", "Ada");
    await page.fill("[name=password]", platform.password);
    await page.getByRole("button", { name: "Sign in with a password" }).click();
    await page.waitForURL("**/oauth/authorize?*");
  }

  it.each([true, false])(
    "signs in, allows the client and returns to it, with script: %s",
    async (javaScriptEnabled) => {
      const { context, page } = await openPage({ javaScriptEnabled });
      await page.goto(await start());
      await signIn(page);
      expect(await page.textContent("h1")).toBe("Let Loudness helper use your account?");
      await page.getByRole("button", { name: "Allow" }).click();
      await page.waitForURL("**/done");
      const parameters = returned.at(-1)!;
      expect(parameters.get("code")).toMatch(/^[\w-]{43}$/);
      expect([parameters.get("state"), parameters.get("iss")]).toEqual(["state-1", platform.url]);
      await context.close();
    },
  );

  it("returns to the client without a code if the person cancels", async () => {
    const { context, page } = await openPage();
    await page.goto(await start());
    await signIn(page);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.waitForURL("**/done");
    const parameters = returned.at(-1)!;
    expect([parameters.get("error"), parameters.get("code")]).toEqual(["access_denied", null]);
    await context.close();
  });

  it("is allowed by keyboard", async () => {
    const { context, page } = await openPage();
    await page.goto(await start());
    await signIn(page);
    await tabTo(page, "button[type=submit]");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/done");
    await context.close();
  });

  it("isn't shown in a frame of another page", async () => {
    const { context, page } = await openPage();
    const url = await start();
    await page.goto(url);
    await signIn(page);
    await page.goto(redirectUri.replace("/callback", "/done"));
    await page.evaluate((source) => {
      const frame = document.createElement("iframe");
      frame.src = source;
      document.body.append(frame);
    }, url);
    await page.waitForTimeout(1_000);
    const frame = page.frames().find((each) => each !== page.mainFrame())!;
    expect(await frame.locator("form").count()).toBe(0);
    await context.close();
  });

  it.each(WINDOWS)(
    "shows its pages without defects, $width pixels wide and $colorScheme",
    async ({ width, colorScheme }) => {
      const { context, page } = await openPage({ viewport: { width, height: 900 }, colorScheme });
      const errors: string[] = [];
      page.on("console", (message) => {
        const isExpected = /favicon|status of 400/.test(message.text() + message.location().url);
        if (message.type() === "error" && !isExpected) errors.push(message.text());
      });
      const check = async (name: string) => {
        expect([name, await scrollsSideways(page), await findViolations(page)]).toEqual([
          name,
          false,
          [],
        ]);
        const folder = process.env["SCREENSHOTS"];
        const path = `authorize-${name}-${width}-${colorScheme}.png`;
        if (folder) await page.screenshot({ path: join(folder, path), fullPage: true });
      };
      await page.goto(await start());
      await signIn(page);
      await check("decision");
      await page.getByText("Limit it to apps").click();
      await page.fill("[name=apps]", "nothing_known");
      await page.getByRole("button", { name: "Allow" }).click();
      await page.waitForSelector("[name=apps][aria-invalid=true]");
      await check("rejected");
      await page.goto(await start({ code_challenge_method: "plain" }));
      await check("invalid");
      await page.goto(await start({ redirect_uri: "https://evil.example/" }));
      await check("foreign");
      await page.goto(`${platform.pageUrl}/keys`);
      await check("keys");
      expect(errors).toEqual([]);
      await context.close();
    },
  );
});
