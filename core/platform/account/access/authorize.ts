import type { OperationEntry } from "../../../../generated/table.ts";
import { Problem } from "../../../http/problem.ts";
import { PRODUCT_NAME } from "../../product-name.ts";
import { type CurrentSession, sessionCookieName } from "./sessions.ts";

/** How long after a sign-in dangerous actions are possible. */
const FRESH_MILLISECONDS = 15 * 60_000;

/** Whether a session may do dangerous things. */
export const isFresh = ({ session }: CurrentSession, { now }: { now(): number }): boolean =>
  now() - session.proved <= FRESH_MILLISECONDS;

/** Throws a `Problem` if the session may not call an operation. */
export function authorize(
  { role = "owner", fresh }: Pick<OperationEntry, "role" | "fresh">,
  current: CurrentSession | undefined,
  services: { readonly origin: string; now(): number },
): void {
  const { origin } = services;
  if (role === "anyone") return;
  if (!current)
    throw new Problem("session_required", "The request has no valid session.", {
      hint: `Sign in at ${origin}/sign-in.`,
      headers: challenge(origin),
    });
  if (role === "owner" && current.member.role !== "owner")
    throw new Problem("role_required", "Only owners of the account may do this.", {
      hint: "Ask an owner of the account.",
    });
  if (fresh && !isFresh(current, services))
    throw new Problem("proof_required", "You last signed in more than 15 minutes ago.", {
      hint: "Sign in again.",
    });
}

/** By default the same problem for every cause, so that it reveals nothing about people and codes. */
export const signInFailed = (
  origin: string,
  message = "The code, passkey or password is wrong, used or expired.",
): Problem =>
  new Problem("sign_in_failed", message, {
    hint: "Try again, or use another way to sign in.",
    headers: challenge(origin),
  });

/** The challenge of draft-broyer-http-cookie-auth. */
const challenge = (origin: string) => ({
  "www-authenticate": `Cookie realm="${PRODUCT_NAME}", cookie-name="${sessionCookieName(origin)}"`,
});
