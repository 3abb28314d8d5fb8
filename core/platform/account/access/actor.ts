import { PERMISSIONS } from "../../../../generated/table.ts";
import type { Actor } from "../../auth/actor.ts";
import type { CurrentSession } from "./sessions.ts";

/** A person with a session may do everything that an API key can. */
export const toActor = ({ person, member }: CurrentSession): Actor => ({
  id: person.id,
  account: member.account,
  name: person.name,
  permissions: PERMISSIONS,
});
