import type { Permission } from "../../../generated/table.ts";
import { Problem } from "../../http/problem.ts";
import type { CommandLine } from "../command-line.ts";
import type { Actor } from "./actor.ts";

/** Throws the `Problem` "permission_denied" if the actor lacks the permission. */
export function requirePermission(
  actor: Actor,
  permission: Permission,
  commandLine: CommandLine,
): void {
  if (actor.permissions.includes(permission)) return;
  const name = JSON.stringify(actor.name);
  const granted = actor.permissions.join(", ") || "none";
  throw new Problem(
    "permission_denied",
    `API key ${name} lacks the "${permission}" permission. Its permissions: ${granted}.`,
    {
      hint: `Ask the operator of this service for a key that has it: ${commandLine(`keys create --name ${name} --permissions ${[...actor.permissions, permission].join(",")}`)}`,
    },
  );
}

/** Whether the actor may use the app. */
export const allowsApp = ({ apps }: Actor, slug: string): boolean =>
  apps === undefined || apps.includes(slug);
