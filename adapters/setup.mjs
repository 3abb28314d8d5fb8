// Plain JavaScript for Node 18 and later, because it runs before anything is installed. Installs
// the packages of package-lock.json, and again when that file changes. They include the runtimes in
// node_modules/.bin.
import { spawn } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MARK = `${ROOT}node_modules/.set-up`;
const LOCK = `${ROOT}package-lock.json`;
// Deno isn't in package-lock.json because the registry lacks some of its packages for other
// platforms, so `npm ci` would fail.
const DENO = "deno@2.9.6";

if (!existsSync(MARK) || statSync(LOCK).mtimeMs > statSync(MARK).mtimeMs) {
  await runNpm("Installing packages, which takes one to three minutes", ["ci"]);
  const hasDeno = await runNpm("Installing Deno", ["install", "--no-save", DENO], {
    optional: true,
  });
  if (!hasDeno)
    console.log(
      "Deno could not be installed, so npm run start:deno and the tests on Deno won't work.",
    );
  writeFileSync(MARK, "");
  console.log("Setup complete.\n");
}

/**
 * Runs npm and shows progress. If it fails, returns false for an optional step and otherwise ends
 * the process.
 */
async function runNpm(title, args, { optional = false } = {}) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const isTerminal = process.stdout.isTTY;
  process.stdout.write(isTerminal ? `${title} …` : `${title}\n`);
  const progressTimer = setInterval(
    () => {
      process.stdout.write(
        isTerminal ? `\r${title} … ${seconds()} s` : `  Still installing after ${seconds()} s\n`,
      );
    },
    isTerminal ? 1000 : 15_000,
  );

  let output = "";
  const code = await new Promise((resolve) => {
    const npm = spawn("npm", [...args, "--no-audit", "--no-fund", "--no-progress"], {
      cwd: ROOT,
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, npm_config_loglevel: "error", npm_config_engine_strict: "false" },
    });
    const collect = (text) => {
      output += text;
    };
    npm.stdout.on("data", collect);
    npm.stderr.on("data", collect);
    npm.on("error", (error) => resolve(error.message));
    npm.on("close", resolve);
  });
  clearInterval(progressTimer);
  process.stdout.write(isTerminal ? `\r${title} … ${seconds()} s\n` : "");
  if (code === 0) return true;
  if (!optional) {
    console.error(`npm ${args.join(" ")} failed (${code}):\n${output}`);
    process.exit(1);
  }
  return false;
}
