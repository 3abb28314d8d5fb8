import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createEmulator, type Emulator } from "emulate";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { START_FILE } from "../fixtures/program.ts";
import { chromiumPath, submitByKeyboard, tabTo } from "./chromium.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

const RATES = { base: "USD", date: "2026-11-20", rates: { EUR: 0.86 } };

const catalogFolder = process.env["CATALOG_DIR"];
const skipReason = !chromiumPath
  ? "Chromium is not installed, and CHROMIUM names no executable"
  : !catalogFolder && "CATALOG_DIR is not set";

/**
 * What an owner does first, with the program and the catalog as they are: from the setup link to the
 * runs of two apps. An emulated GitHub and an imitation of Frankfurter's API replace the real ones.
 */
describe.skipIf(skipReason)(`the first run${skipReason ? ` (${skipReason})` : ""}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  let github: Emulator;
  let frankfurter: Awaited<ReturnType<typeof startUpstream>>;
  let program: RuntimeProcess;
  let browser: Browser;
  let page: Page;
  let secret: string;

  beforeAll(async () => {
    frankfurter = await startUpstream(respondJson(RATES));
    github = await createEmulator({ service: "github", port: 0 });
    program = await startOn("node", [START_FILE], {
      env: {
        SITE: "off",
        PLATFORM: "on",
        PLATFORM_PORT: "0",
        LOG: "off",
        DATA_DIR: folder,
        CATALOG_DIR: catalogFolder,
        APP_OVERRIDES: `github=${new URL(github.url).origin},frankfurter=${frankfurter.origin}`,
      },
    });
    browser = await chromium.launch({ executablePath: chromiumPath });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
    await github?.close();
    await frankfurter?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let screenshots = 0;
  /** Takes a screenshot if `SCREENSHOTS` names a folder. */
  async function show(name: string): Promise<void> {
    const target = process.env["SCREENSHOTS"];
    const path = `${String(++screenshots).padStart(2, "0")}-${name}.png`;
    if (target) await page.screenshot({ path: join(target, path), fullPage: true });
  }

  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const follow = (name: string) => page.getByRole("link", { name, exact: true }).first().click();

  it("leads from the setup link to the runs of two apps", { timeout: 120_000 }, async () => {
    await addAuthenticator(page);
    await page.goto((await readFile(join(folder, "setup-link"), "utf8")).trim());
    await page.fill("[name=name]", "Ada");
    await show("setup");
    await press("Create a passkey");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await show("overview");

    await follow("Keys");
    await follow("New key");
    await page.fill("[name=name]", "laptop");
    await press("Create the key");
    secret = (await page.textContent("#secret"))!.trim();
    await show("key");

    await follow("Integrations");
    await page.fill("[name=q]", "exchange rate of the dollar");
    await page.keyboard.press("Enter");
    await follow("Connect Frankfurter");
    await page.fill("[name=q]", "today's exchange rates");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /^Try Get current exchange rates/ }).click();
    await press("Run");
    await page.waitForSelector("#result");
    await show("frankfurter");
    expect(await page.textContent("main")).toContain("0.86");

    await follow("Integrations");
    await follow("Sign-in servers");
    await page.getByRole("link", { name: /^github\.com, localhost/ }).click();
    await page.fill("[name=client_id]", "client_1");
    await page.fill("[name=client_secret]", "client_secret_1");
    await press("Save the client");
    await page.getByRole("button", { name: "Test the client" }).waitFor();
    await show("server");
    await follow("GitHub");
    await page
      .getByRole("button", { name: /^Connect GitHub: / })
      .first()
      .click();
    await show("connect");
    await page.getByRole("button").first().click();
    await show("emulator");
    await page.getByRole("button", { name: "admin" }).click();
    await page.getByRole("heading", { name: "Connections" }).waitFor();
    await show("github");
    await page.fill("[name=q]", "create a repository for me");
    await page.keyboard.press("Enter");
    await follow("Try Create a repository");
    await page.fill("[name='a.name']", "hello");
    await page.check("[name=confirmed]");
    await press("Run");
    await page.waitForSelector("#result");
    await show("created");
    expect(await page.textContent("main")).toContain("admin/hello");

    await follow("Activity");
    await show("activity");
    const runs = await page.locator(".log a").allTextContents();
    expect(runs).toEqual([
      expect.stringMatching(/Succeeded.*github\.repos_create_for_authenticated_user/),
      expect.stringMatching(/Succeeded.*frankfurter\.get_latest_rates/),
    ]);
  });

  it("creates a trigger for a list of the connected app", { timeout: 60_000 }, async () => {
    await page.goto(page.url().replace(/\/activity.*/, "/triggers/new"));
    await follow("GitHub");
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
      "Events that GitHub sends",
      "New items of a list",
    ]);
    await page.goto(
      `${page.url().replace(/\?.*/, "")}?kind=poll&watch=github.issues_list_for_repo`,
    );
    expect(JSON.parse(await page.inputValue("[name=list]"))).toEqual({ owner: "", repo: "" });
    await page.fill("[name=name]", "New issues");
    await page.fill("[name=list]", '{"owner": "admin", "repo": "hello"}');
    await page.fill("[name=tool]", "frankfurter.get_latest_rates");
    await page.fill("[name=arguments]", '{"base": "USD"}');
    await show("new-trigger");
    await press("Create the trigger");
    await page.getByRole("heading", { name: "New issues" }).waitFor();
    expect(await page.textContent("main")).toContain("Reads github.issues_list_for_repo");
    await show("trigger");
    await page.goto(page.url().replace(/\/triggers.*/, "/activity"));
  });

  it("can be repeated with the keyboard only, on a phone", { timeout: 120_000 }, async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    /** Moves the focus to a control and presses Enter, which loads a page. */
    const open = async (selector: string) => {
      await tabTo(page, selector);
      await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    };
    await page.goto(page.url().replace(/\/activity.*/, "/"));
    await open("nav a[href='/integrations']");
    await submitByKeyboard(page, { q: "github" });
    await open("[aria-label='Connect GitHub']");
    await open("form[action='/integrations/github/connect'] button");
    await open("button[type=submit]");
    await page.getByRole("button", { name: "admin" }).waitFor();
    await tabTo(page, "button");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Connections 2" }).waitFor();
    await submitByKeyboard(page, { q: "create a repository for me" });
    await open("[href$='repos_create_for_authenticated_user']");
    await tabTo(page, "[name='a.name']");
    await page.keyboard.type("by-keyboard");
    await tabTo(page, "[name=confirmed]");
    await page.keyboard.press("Space");
    await open("form[action$='/run'] button");
    expect(await page.textContent("main")).toContain("admin/by-keyboard");
    await open("nav a[href='/activity']");
    expect(await page.locator(".log a").count()).toBe(3);
  });

  it("runs a tool for each new issue, as the documentation shows", {
    timeout: 60_000,
  }, async () => {
    const call = async (method: string, path: string, body?: object): Promise<any> => {
      const response = await fetch(`${program.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      expect([response.status, text]).toEqual([200, expect.any(String)]);
      return JSON.parse(text);
    };
    const repo = { owner: "admin", repo: "hello" };
    const createIssue = (title: string) =>
      call("POST", "/tools/github.issues_create/run", { arguments: { ...repo, title } });
    await createIssue("It works");
    const { trigger, samples } = await call("POST", "/triggers", {
      name: "Greet new issues",
      watch: { kind: "poll", tool: "github.issues_list_for_repo", arguments: repo },
      actions: [
        {
          kind: "run",
          tool: "github.issues_create_comment",
          arguments: {
            ...repo,
            issue_number: "${event.data.number}",
            body: 'Thanks for "${event.data.title}"!',
          },
        },
      ],
    });
    expect(samples).toMatchObject([{ type: "poll.new", data: { title: "It works" } }]);
    await createIssue("It hums");
    const { events } = await call("POST", `/triggers/${trigger.id}/fire`, {});
    expect(events).toHaveLength(1);
    const readStatus = async () =>
      (await call("GET", `/events?trigger=${trigger.id}`)).data[0].status;
    await expect.poll(readStatus, { timeout: 10_000 }).toBe("done");
    const comments = await call("POST", "/tools/github.issues_list_comments/run", {
      arguments: { ...repo, issue_number: 2 },
    });
    expect(comments.data).toMatchObject([{ body: 'Thanks for "It hums"!' }]);
  });
});
