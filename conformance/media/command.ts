/** Writes the images of the README. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs, promisify } from "node:util";
import { chromiumPath } from "../browser/chromium.ts";
import { findProgram } from "../targets/http-client.ts";
import { type Demo, withDemo } from "./demo.ts";
import { drawTerminal, type Scene } from "./terminal-svg.ts";

const ROOT = join(import.meta.dirname, "../..");
const TARGET = join(ROOT, ".github/images");
const catalog = resolve(process.env["CATALOG_DIR"] ?? join(ROOT, "catalog"));
const REPO = { owner: "admin", repo: "hello" };

/** Commands of the README, shortened by `jq`. */
const COMMANDS = [
  `curl -s "http://127.0.0.1:4100/agent/search?q=loudness+targets&limit=1" | jq .hits`,
  `curl -s "http://127.0.0.1:4100/agent/read?url=http://127.0.0.1:4100/docs/loudness-targets.html" |
  head -8 | fold -s -w 98`,
  `curl -s http://127.0.0.1:4200/api/v1/tools/find -H "Authorization: Bearer $KEY" \\
  --json '{"task": "open an issue in a GitHub repository", "limit": 1}' |
  jq '.tools[] | {name, title, ready: .connection.ready, confidence, why}'`,
  `curl -s http://127.0.0.1:4200/api/v1/tools/github.issues_create/run \\
  -H "Authorization: Bearer $KEY" \\
  --json '{"arguments": {"owner": "admin", "repo": "hello", "title": "It works"}}' |
  jq '{run, tool, status, data: .data | {number, title, state, html_url}}'`,
];

const USAGE = `Usage: npm run media

Writes the images of the README to .github/images, from the running program: a recording of a
terminal session and screenshots of the account's pages. Needs Chromium, curl and jq.

  CATALOG_DIR  the app catalog. Default: the catalog folder of the checkout
  --help       show this help`;

const { help, error } = readOptions();
if (error !== undefined) fail(`${error}. Run with --help for all options.`);
if (help) {
  console.log(USAGE);
  process.exit();
}
const missing = [
  !chromiumPath && "Chromium",
  ...["curl", "jq", "fold"].map((name) => !findProgram(name) && name),
].filter(Boolean);
if (missing.length > 0) fail(`Install ${missing.join(", ")} first.`);
if (!existsSync(join(catalog, "catalog.json")))
  fail(`${catalog} has no app catalog. Run npm run catalog first.`);

function readOptions(): { readonly help?: boolean | undefined; readonly error?: string } {
  try {
    return parseArgs({ options: { help: { type: "boolean", short: "h" } } }).values;
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function record({ startOutput, secret }: Demo): Promise<readonly Scene[]> {
  const scenes: Scene[] = [{ command: "npm start", output: startOutput }];
  for (const command of COMMANDS) {
    const { stdout } = await promisify(execFile)("bash", ["-c", command], {
      env: { ...process.env, KEY: secret },
    });
    scenes.push({ command, output: stdout });
  }
  return scenes;
}

/** Takes a screenshot of a page of the account, light and dark. */
async function photograph({ page, origin }: Demo, path: string, name: string): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${origin}${path}`);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(TARGET, `${name}-${scheme}.png`) });
    console.log(`${name}-${scheme}.png`);
  }
}

async function addActivity({ call }: Demo): Promise<void> {
  await call("POST", "/tools/github.repos_create_for_authenticated_user/run", {
    arguments: { name: REPO.repo },
  });
  await call("POST", "/tools/frankfurter.get_latest_rates/run", { arguments: { base: "USD" } });
}

async function addTrigger({ call }: Demo): Promise<string> {
  const { trigger } = (await call("POST", "/triggers", {
    name: "Greet new issues",
    watch: { kind: "poll", tool: "github.issues_list_for_repo", arguments: REPO },
    actions: [
      {
        kind: "run",
        tool: "github.issues_create_comment",
        arguments: { ...REPO, issue_number: "${event.data.number}", body: "Thanks!" },
      },
    ],
  })) as { trigger: { id: string } };
  for (const title of ["Loudness meter", "Dark mode"])
    await call("POST", "/tools/github.issues_create/run", { arguments: { ...REPO, title } });
  await call("POST", `/triggers/${trigger.id}/fire`, {});
  return trigger.id;
}

mkdirSync(TARGET, { recursive: true });
await withDemo(catalog, async (demo) => {
  await addActivity(demo);
  const title =
    "A terminal: Jackfield starts, finds and reads a page of the demo shop, finds a tool for a task, and runs it.";
  writeFileSync(join(TARGET, "terminal.svg"), drawTerminal(title, await record(demo)));
  console.log("terminal.svg");
  await photograph(demo, "/integrations", "integrations");
  const trigger = await addTrigger(demo);
  await photograph(demo, `/triggers/${trigger}`, "trigger");
  await photograph(demo, "/activity", "activity");
});
