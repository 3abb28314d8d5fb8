import { fileURLToPath } from "node:url";
import { table as platform } from "../../generated/platform/operations.ts";
import { table as site } from "../../generated/site/operations.ts";
import type { Table } from "../../generated/table.ts";

/** The spec of a service. */
export interface Spec {
  readonly name: "site" | "platform";
  readonly table: Table;
  /** The path of the OpenAPI document. */
  readonly document: string;
}

/** The specs by service. */
export const specs: Readonly<Record<Spec["name"], Spec>> = {
  site: { name: "site", table: site, document: documentPath("site") },
  platform: { name: "platform", table: platform, document: documentPath("platform") },
};

function documentPath(name: Spec["name"]): string {
  return fileURLToPath(new URL(`../../generated/${name}/openapi.json`, import.meta.url));
}

/** The MCP tools of a service, sorted by name. */
export const listToolNames = ({ operations }: Table): string[] =>
  Object.values(operations)
    .flatMap(({ tool }) => (tool ? [tool.name] : []))
    .sort();
