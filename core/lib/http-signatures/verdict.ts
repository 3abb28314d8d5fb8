import { quoteString } from "./fields.ts";
import {
  INVALID_REASONS,
  type InvalidReason,
  type Refusal,
  UNVERIFIED_REASONS,
  type UnverifiedReason,
} from "./signature-claim.ts";

/**
 * The result of verifying a request's signatures. `agent` is the URL of the agent's key directory.
 */
export type Verdict =
  | { readonly outcome: "verified"; readonly agent: string; readonly host: string }
  | {
      readonly outcome: "invalid";
      readonly reason: InvalidReason;
      readonly component?: string | undefined;
    }
  | {
      readonly outcome: "unverified";
      readonly reason: UnverifiedReason;
      readonly component?: string | undefined;
    };

/** Converts a refusal to a verdict: invalid, or unverified if the signature couldn't be checked. */
export const refusalVerdict = ({ reason, component }: Refusal): Verdict =>
  Object.hasOwn(INVALID_REASONS, reason)
    ? { outcome: "invalid", reason: reason as InvalidReason, component }
    : { outcome: "unverified", reason: reason as UnverifiedReason, component };

/** The value of Accept-Signature (RFC 9421 §5.1). */
const ACCEPTED_SIGNATURE =
  'sig1=("@authority" "signature-agent";key="sig1");created;expires;tag="web-bot-auth"';

/**
 * Returns the response headers that report the verdict. They don't affect how the request is
 * handled.
 */
export function verdictHeaders(verdict: Verdict): Record<string, string> {
  if (verdict.outcome === "verified")
    return { "signature-outcome": `verified;agent=${quoteString(verdict.agent)}` };
  const { outcome, reason, component } = verdict;
  const detail = { ...INVALID_REASONS, ...UNVERIFIED_REASONS }[reason];
  return {
    "signature-outcome": `${outcome};reason=${reason};detail=${quoteString(`${detail}.`)}${component === undefined ? "" : `;component=${quoteString(component)}`}`,
    "accept-signature": ACCEPTED_SIGNATURE,
  };
}
