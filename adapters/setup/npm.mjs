// Runs npm and shows its progress.
import { spawn } from "node:child_process";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { isForThisMachine } from "./plan.mjs";

// Standard output belongs to the program, so that scripts can read its result.
const output = process.stderr;

/** Runs npm in a folder. Resolves with its exit code and output. `packages` are counted on disk. */
export async function runNpm(title, args, { folder, packages }) {
  const started = Date.now();
  const progress = packages && trackPackages(folder, packages);
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
    const flags = ["--no-audit", "--no-fund", "--no-progress", "--include=dev"];
    const npm = spawn("npm", [...args, "--prefix", ".", ...flags], {
      cwd: folder,
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        npm_config_loglevel: "error",
        npm_config_engine_strict: "false",
        // npm run sets it to the folder of the project.
        npm_config_local_prefix: folder,
      },
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
  return { isComplete, code, npmOutput };
}

/**
 * Returns a function that counts the packages on disk and their megabytes. A package counts once
 * npm has written its package.json.
 */
function trackPackages(root, packages) {
  const missing = new Set(
    Object.entries(packages)
      .filter(([path, entry]) => path && isForThisMachine(entry))
      .map(([path]) => path),
  );
  const all = [...missing];
  const total = all.length;
  let bytes = 0;
  return (isComplete) => {
    if (isComplete) {
      const installed = all.filter((path) => existsSync(join(root, path, "package.json")));
      const size = installed.reduce((sum, path) => sum + folderSize(join(root, path)), 0);
      return [`${installed.length} packages`, `${Math.round(size / 1e6)} MB`];
    }
    for (const path of missing) {
      const folder = join(root, path);
      if (!existsSync(join(folder, "package.json"))) continue;
      missing.delete(path);
      bytes += folderSize(folder);
    }
    const count = total - missing.size;
    // Some optional packages are for other platforms, so the total is only an estimate.
    return [`${count} of ${total} packages`, `${Math.round(bytes / 1e6)} MB`];
  };
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
