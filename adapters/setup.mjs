// Plain JavaScript for Node 18 and later, because it runs before anything is installed. Installs
// the packages of package-lock.json, and again when that file changes. They include the runtimes in
// node_modules/.bin. Then runs the program that the arguments name, so that npm scripts need only
// one command: a shell would remember where the old `node` was before the set-up installed one.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Contains the digest of the package-lock.json that is installed. */
const MARK = join(ROOT, "node_modules/.set-up");
const LOCK = join(ROOT, "package-lock.json");
// Deno isn't in package-lock.json because the registry lacks some of its packages for other
// platforms, so `npm ci` would fail.
const DENO = "deno@2.9.6";
const MIN_NODE_VERSION = 24;

// Standard output belongs to the program, so that scripts can read its result.
const output = process.stderr;

await setUp();
const [program, ...programArgs] = process.argv.slice(2);
if (program !== undefined) await run(join(ROOT, program), programArgs);

async function setUp() {
  const lock = readFileSync(LOCK, "utf8");
  const digest = createHash("sha256").update(lock).digest("hex");
  if (readText(MARK)?.trim() === digest) return;
  const { packages } = JSON.parse(lock);
  if (existsSync(MARK) && isInstalled(packages)) {
    writeFileSync(MARK, digest);
    return;
  }
  await runNpm("Installing packages", ["ci"], packages);
  const hasDeno = await runNpm("Installing Deno", ["install", "--no-save", DENO]);
  if (!hasDeno)
    output.write(
      "Deno could not be installed, so npm run start:deno and the tests on Deno won't work.\n",
    );
  writeFileSync(MARK, digest);
  output.write("Setup complete.\n\n");
}

/**
 * Whether npm has installed exactly these packages, by its own list. Optional packages may be
 * missing, because they may belong to other platforms.
 */
function isInstalled(packages) {
  const text = readText(join(ROOT, "node_modules/.package-lock.json"));
  if (text === undefined) return false;
  const { packages: installed } = JSON.parse(text);
  return Object.entries(packages).every(
    ([path, { version, integrity, optional }]) =>
      path === "" ||
      (installed[path]
        ? installed[path].version === version && installed[path].integrity === integrity
        : optional),
  );
}

function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Runs npm and shows progress. If it fails, ends the process while it installs `packages`, and
 * otherwise returns false.
 */
async function runNpm(title, args, packages) {
  const started = Date.now();
  const progress = packages && trackPackages(packages);
  const formatProgress = (isComplete) =>
    [
      ...(progress ? progress(isComplete) : []),
      `${Math.round((Date.now() - started) / 1000)} s`,
    ].join(", ");
  const line = (isComplete) => `  ${formatProgress(isComplete)}\n`;
  output.write(output.isTTY ? `${title} …` : `${title}\n`);
  const timer = setInterval(
    () => output.write(output.isTTY ? `\r\x1b[K${title}: ${formatProgress()}` : line()),
    output.isTTY ? 1000 : 10_000,
  );

  let npmOutput = "";
  const code = await new Promise((resolve) => {
    const npm = spawn("npm", [...args, "--no-audit", "--no-fund", "--no-progress"], {
      cwd: ROOT,
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, npm_config_loglevel: "error", npm_config_engine_strict: "false" },
    });
    const collect = (text) => {
      npmOutput += text;
    };
    npm.stdout.on("data", collect);
    npm.stderr.on("data", collect);
    npm.on("error", (error) => resolve(error.message));
    npm.on("close", resolve);
  });
  clearInterval(timer);
  const isComplete = code === 0;
  output.write(
    output.isTTY ? `\r\x1b[K${title}: ${formatProgress(isComplete)}\n` : line(isComplete),
  );
  if (isComplete) return true;
  if (packages) {
    output.write(`npm ${args.join(" ")} failed (${code}):\n${npmOutput}\n`);
    process.exit(1);
  }
  return false;
}

/**
 * Returns a function that counts the packages on disk and their megabytes. A package counts once
 * npm has written its package.json.
 */
function trackPackages(packages) {
  const missing = new Set(
    Object.entries(packages)
      .filter(
        ([path, { os, cpu, optional }]) => path && !(optional && (os || cpu) && !fits(os, cpu)),
      )
      .map(([path]) => path),
  );
  const total = missing.size;
  let bytes = 0;
  return (isComplete) => {
    for (const path of missing) {
      const folder = join(ROOT, path);
      if (!existsSync(join(folder, "package.json"))) continue;
      missing.delete(path);
      bytes += folderSize(folder);
    }
    const count = total - missing.size;
    // Some optional packages are for other platforms, so the total is only an estimate.
    const packageCount = isComplete ? `${count} packages` : `${count} of ${total} packages`;
    return [packageCount, `${Math.round(bytes / 1e6)} MB`];
  };
}

function fits(os, cpu) {
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

/** Returns the size of a package, without those in its own node_modules. */
function folderSize(folder) {
  let size = 0;
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // npm replaces folders while it installs them.
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) size += entry.name === "node_modules" ? 0 : folderSize(path);
    else size += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return size;
}

/** Runs a program in this process or, if this Node is too old, on the one that npm installed. */
async function run(file, args) {
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_VERSION) {
    process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...args);
    await import(pathToFileURL(file).href);
    return;
  }
  const suffix = process.platform === "win32" ? ".exe" : "";
  const child = spawn(join(ROOT, `node_modules/node/bin/node${suffix}`), [file, ...args], {
    stdio: "inherit",
  });
  // A terminal sends SIGINT to both processes.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
