import type { ApiKey } from "../../ports/stores/key-store.ts";

/** Who calls an operation of the platform: an API key, or a person with a session. */
export type Actor = Pick<ApiKey, "id" | "account" | "name" | "permissions" | "apps" | "user"> & {
  /** The network of the request, for the audit log: an IPv4 /24 or an IPv6 /48. Absent: unknown. */
  readonly network?: string | undefined;
};

/** The start of the IDs of people, which tells them from keys. */
const PERSON_PREFIX = "per_";

/** Whether the ID of an actor is that of a person. */
export const isPersonId = (id: string): boolean => id.startsWith(PERSON_PREFIX);
