import type { Passkey } from "../../../ports/stores/people-store.ts";
import type { Session } from "../../../ports/stores/session-store.ts";
import type { CurrentSession } from "../access/sessions.ts";
import type { Output } from "../contract.ts";
import { allowsPasskeys, passkeyHost } from "./passkey-ceremonies.ts";

const formatTime = (time: number): string => new Date(time).toISOString();

/** The API's view of a session of the current person. */
export const sessionView = (
  { id, person, method, browser, network, created, seen, expires }: Session,
  { person: { name }, member: { role } }: Pick<CurrentSession, "person" | "member">,
  isCurrent: boolean,
): Output<"getSession"> => ({
  id,
  person,
  name,
  role,
  method,
  browser,
  ...(network !== undefined && { network }),
  created: formatTime(created),
  seen: formatTime(seen),
  expires: formatTime(expires),
  current: isCurrent,
});

export const passkeyView = (
  { id, name, rpId, isBackedUp, created, lastUsed }: Passkey,
  origin: string,
): Output<"addPasskey"> => ({
  id,
  name,
  host: rpId,
  usable: allowsPasskeys(origin) && rpId === passkeyHost(origin),
  backed_up: isBackedUp,
  created,
  ...(lastUsed !== undefined && { last_used: lastUsed }),
});
