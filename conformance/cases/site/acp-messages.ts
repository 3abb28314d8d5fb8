import type { Asking } from "../../targets/target.ts";
import { newKey } from "./checkouts.ts";

/** Where sessions are created. */
export const SESSIONS = "/agent/commerce/acp/checkout_sessions";

export const VERSION = "2026-04-17";

/** A POST as ACP wants it, with a key of its own. */
export function posted(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Asking {
  return {
    method: "POST",
    path,
    headers: { "api-version": VERSION, "idempotency-key": newKey(), "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}
