import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator } from "emulate";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { chromiumPath } from "../browser/chromium.ts";
import { addAuthenticator } from "../browser/virtual-authenticator.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { START_FILE } from "../fixtures/program.ts";

const SITE_PORT = 4100;
const PLATFORM_PORT = 4200;
const RATES = { base: "USD", date: "2026-11-20", rates: { EUR: 0.86, GBP: 0.75, JPY: 156.2 } };

export interface Demo {
  /** What the program printed at its start. */
  readonly startOutput: string;
  readonly origin: string;
  readonly secret: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Calls the platform's API and returns the JSON. Throws if the status isn't 200. */
  call(method: string, path: string, body?: object): Promise<unknown>;
}

/**
 * Starts the demo shop and the platform on their default ports, with an emulated GitHub, signs an
 * owner in, connects GitHub and creates an API key. `use` receives the result, and everything ends
 * after it.
 */
export async function withDemo(catalog: string, use: (demo: Demo) => Promise<void>): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const github = await createEmulator({ service: "github", port: 0 });
  resources.defer(() => github.close());
  const frankfurter = await startUpstream(respondJson(RATES));
  resources.defer(() => frankfurter.close());
  const program = await startOn("node", [START_FILE], {
    env: {
      SITE_PORT: String(SITE_PORT),
      PLATFORM: "on",
      PLATFORM_PORT: String(PLATFORM_PORT),
      LOG: "off",
      DATA_DIR: folder,
      CATALOG_DIR: catalog,
      APP_OVERRIDES: `github=${new URL(github.url).origin},frankfurter=${frankfurter.origin}`,
    },
  });
  resources.defer(async () => void (await program.stop()));
  const browser = await chromium.launch({ executablePath: chromiumPath });
  resources.defer(() => browser.close());
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
  });
  const page = await context.newPage();
  const startOutput = program.output();
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();

  await addAuthenticator(page);
  await page.goto((await readFile(join(folder, "setup-link"), "utf8")).trim());
  await page.fill("[name=name]", "Ada");
  await press("Create a passkey");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const origin = new URL(page.url()).origin;

  await page.goto(`${origin}/keys/new`);
  await page.fill("[name=name]", "laptop");
  await press("Create the key");
  const secret = (await page.textContent("#secret"))!.trim();

  await page.goto(`${origin}/integrations`);
  await page.getByRole("link", { name: "Sign-in servers", exact: true }).first().click();
  await page.getByRole("link", { name: /^github\.com, localhost/ }).click();
  await page.fill("[name=client_id]", "client_1");
  await page.fill("[name=client_secret]", "client_secret_1");
  await press("Save the client");
  await page.getByRole("link", { name: "GitHub", exact: true }).first().click();
  await press(/^Connect GitHub: /);
  await page.getByRole("button").first().click();
  await page.getByRole("button", { name: "admin" }).click();
  await page.getByRole("heading", { name: "Connections" }).waitFor();

  await use({
    startOutput,
    origin,
    secret,
    page,
    context,
    async call(method, path, body) {
      const response = await fetch(`http://127.0.0.1:${PLATFORM_PORT}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status !== 200)
        throw new Error(`${method} ${path} failed with ${response.status}: ${text}`);
      return JSON.parse(text);
    },
  });
}
