// Plain JavaScript for Node 18 and later: it runs before anything is installed, on whatever Node the machine has.
// Installs what package-lock.json names, once, and again when it has changed; then the runtimes are in node_modules/.bin.
import { spawn } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MARK = `${ROOT}node_modules/.set-up`;
const LOCK = `${ROOT}package-lock.json`;
// Not in package-lock.json: some of its packages for other platforms are missing from the registry, and `npm ci` would fail.
const DENO = "deno@2.9.6";

if (!existsSync(MARK) || statSync(LOCK).mtimeMs > statSync(MARK).mtimeMs) {
  await step("Setting up, once: installing packages (about a minute)", ["ci"]);
  const deno = await step("Installing Deno", ["install", "--no-save", DENO], { optional: true });
  if (!deno)
    console.log("Deno could not be installed: start:deno and the tests on Deno are left out.");
  writeFileSync(MARK, "");
  console.log("Set up.\n");
}

/** Runs npm and shows that it is still at work; ends this process if what must be there can't be installed. */
async function step(title, words, { optional = false } = {}) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const live = process.stdout.isTTY;
  process.stdout.write(live ? `${title} …` : `${title}\n`);
  const ticking = setInterval(
    () => {
      process.stdout.write(
        live ? `\r${title} … ${seconds()} s` : `  still at it after ${seconds()} s\n`,
      );
    },
    live ? 1000 : 15_000,
  );

  let said = "";
  const code = await new Promise((resolve) => {
    const npm = spawn("npm", [...words, "--no-audit", "--no-fund", "--no-progress"], {
      cwd: ROOT,
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, npm_config_loglevel: "error", npm_config_engine_strict: "false" },
    });
    npm.stdout.on("data", (text) => (said += text));
    npm.stderr.on("data", (text) => (said += text));
    npm.on("error", (error) => resolve(error.message));
    npm.on("close", resolve);
  });
  clearInterval(ticking);
  process.stdout.write(live ? `\r${title} … ${seconds()} s\n` : "");
  if (code === 0) return true;
  if (!optional) {
    console.error(`npm ${words.join(" ")} failed (${code}):\n${said}`);
    process.exit(1);
  }
  return false;
}
