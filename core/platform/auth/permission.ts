import type { Permission } from "../../../generated/table.ts";
import { Problem } from "../../http/problem.ts";
import type { Actor } from "./actor.ts";
import type { KeyHint } from "./key-hint.ts";

/** Throws the `Problem` "permission_denied" if the actor lacks the permission. */
export function requirePermission(actor: Actor, permission: Permission, keyHint: KeyHint): void {
  if (actor.permissions.includes(permission)) return;
  const name = JSON.stringify(actor.name);
  const granted = actor.permissions.join(", ") || "none";
  throw new Problem(
    "permission_denied",
    `API key ${name} lacks the "${permission}" permission. Its permissions: ${granted}.`,
    {
      hint: `Use a key that has it. ${keyHint({ name: actor.name, permissions: [...actor.permissions, permission] })}`,
    },
  );
}

/** Whether the actor may use the app. */
export const allowsApp = ({ apps }: Pick<Actor, "apps">, slug: string): boolean =>
  apps === undefined || apps.includes(slug);
