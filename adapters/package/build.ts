/** Writes `dist/`, which `npm pack` publishes: the compiled program and the files that it reads. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

rmSync(join(ROOT, "dist"), { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", import.meta.dirname],
  { stdio: "inherit" },
);
for (const path of [
  "adapters/content/demo",
  "adapters/content/docs",
  "adapters/content/demo-products.json",
  "adapters/catalog/overlay",
  "adapters/catalog/vectors.bin",
])
  cpSync(join(ROOT, path), join(ROOT, "dist", path), { recursive: true });
chmodSync(join(ROOT, "dist/adapters/start.js"), 0o755);
