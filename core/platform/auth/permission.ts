import type { Permission } from "../../../generated/table.ts";
import { Problem } from "../../http/problem.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import type { CommandLine } from "../command-line.ts";

/** Throws the `Problem` "permission_denied" if the key lacks the permission. */
export function requirePermission(
  key: ApiKey,
  permission: Permission,
  commandLine: CommandLine,
): void {
  if (key.permissions.includes(permission)) return;
  const name = JSON.stringify(key.name);
  const granted = key.permissions.join(", ") || "none";
  throw new Problem(
    "permission_denied",
    `API key ${name} lacks the "${permission}" permission. Its permissions: ${granted}.`,
    {
      hint: `Ask the operator of this service for a key that has it: ${commandLine(`keys create --name ${name} --permissions ${[...key.permissions, permission].join(",")}`)}`,
    },
  );
}

/** Whether the key may use the app. */
export const keyAllowsApp = ({ apps }: ApiKey, slug: string): boolean =>
  apps === undefined || apps.includes(slug);
