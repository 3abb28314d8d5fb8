import type { FailureCode } from "../../lib/openapi-tools/result/index.ts";
import type { OutboundCode } from "../../ports/outbound.ts";

/**
 * The failure that an error of the outbound client stands for, and whether the request may have
 * reached the app.
 */
export function failureForOutbound(code: OutboundCode): {
  readonly failure: FailureCode;
  readonly wasSent: boolean;
} {
  switch (code) {
    case "unresolvable":
    case "unreachable":
    case "busy":
    case "blocked_url":
    case "blocked_address":
    case "bad_request":
      return { failure: "upstream_unreachable", wasSent: false };
    case "timeout":
    case "aborted":
      return { failure: "upstream_timeout", wasSent: true };
    case "too_large":
      return { failure: "response_too_large", wasSent: true };
    case "too_many_redirects":
    case "left_origin":
      return { failure: "upstream_redirect", wasSent: true };
    case "bad_answer":
      return { failure: "upstream_bad_answer", wasSent: true };
  }
}
