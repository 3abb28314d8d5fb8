import type { Permission } from "../../../generated/table.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import { Problem } from "../../problem.ts";

/** Throws the `Problem` "permission_denied" if the key has not the permission. */
export function requirePermission(key: ApiKey, permission: Permission): void {
  if (key.permissions.includes(permission)) return;
  const granted =
    key.permissions.length > 0 ? `it has ${key.permissions.join(", ")}` : "it has none";
  throw new Problem(
    "permission_denied",
    `The key ${key.name} has not the permission ${permission}: ${granted}.`,
    {
      hint: `The person who runs this service can make one that has it: npm run keys -- create --name ${JSON.stringify(key.name)} --permissions ${[...key.permissions, permission].join(",")}.`,
    },
  );
}

/** Whether a key is for an app. */
export const keyAllowsApp = ({ apps }: ApiKey, slug: string): boolean =>
  apps === undefined || apps.includes(slug);
