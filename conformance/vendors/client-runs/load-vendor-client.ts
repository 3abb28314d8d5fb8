import { globSync } from "node:fs";
import { basename, join } from "node:path";
import type { VendorClient } from "./vendor-client.ts";

const FOLDER = join(import.meta.dirname, "../lines");

/** The apps with lines, sorted. */
export const LINE_APPS: readonly string[] = globSync("*.ts", { cwd: FOLDER })
  .map((file) => basename(file, ".ts"))
  .toSorted();

export async function loadVendorClient(app: string): Promise<VendorClient> {
  const module = (await import(join(FOLDER, `${app}.ts`))) as { default: VendorClient };
  return module.default;
}
