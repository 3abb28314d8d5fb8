import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import aws from "../../adapters/catalog/aws/clients.json" with { type: "json" };
import { installPackages } from "../install-on-demand.ts";
import packages from "./packages.json" with { type: "json" };

/** The folder for the clients of all vendors, which are too large for the repository. */
export const PACKAGES_FOLDER = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "jackfield/vendors",
);

const TIMEOUT = 900_000;

/** The packages of a vendor's clients in exact versions, each `name@version`. */
export function clientPackages(vendor: string): readonly string[] {
  // The facts about AWS name the clients that they come from.
  if (vendor === "aws")
    return [...new Set(Object.values(aws.services).map(({ client }) => client))].toSorted();
  const listed = new Map(Object.entries(packages)).get(vendor) ?? {};
  return Object.entries(listed).map(([name, version]) => `${name}@${version}`);
}

/**
 * Returns the folder with the `node_modules` of a vendor's clients. The first call installs them.
 * Returns undefined if that fails.
 */
export function installClients(vendor: string, parent = PACKAGES_FOLDER): string | undefined {
  const listed = clientPackages(vendor);
  // Published examples need no client.
  if (listed.length === 0) return parent;
  const hash = createHash("sha256").update(listed.join("\n")).digest("hex").slice(0, 8);
  const folder = join(parent, `${vendor}-${hash}`);
  // npm writes this file last.
  if (existsSync(join(folder, "node_modules/.package-lock.json"))) return folder;
  return installPackages(folder, listed, TIMEOUT) ? folder : undefined;
}
