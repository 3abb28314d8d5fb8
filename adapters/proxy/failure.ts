import {
  isOutboundFailure,
  type OutboundFailure,
  outboundFailure,
} from "../../core/ports/outbound.ts";

/** The maximum size of response headers. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Converts an error of an upstream connection. */
export function toOutboundFailure(error: Error & { code?: string }, host: string): OutboundFailure {
  if (isOutboundFailure(error)) return error;
  if (error.code === "HPE_HEADER_OVERFLOW")
    return outboundFailure(
      "too_large",
      `${host} sent more than ${MAX_HEADER_BYTES} bytes of headers.`,
    );
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN")
    return outboundFailure("unresolvable", `${host} has no address.`);
  return isParserError(error)
    ? outboundFailure("bad_answer", `${host} did not respond with HTTP.`)
    : outboundFailure("unreachable", `${host} can't be reached (${error.code ?? error.message}).`);
}

/** Returns whether the web's `Response` supports a status. */
export const isFinalStatus = (status: number): boolean => status >= 200 && status <= 599;

/** Returns whether a response with this status never has a body. */
export const isBodiless = (status: number): boolean =>
  status === 204 || status === 205 || status === 304;

export const createStatusFailure = (status: number): OutboundFailure =>
  outboundFailure("bad_answer", `The upstream sent the invalid status ${status}.`);

/** Returns whether the server responded with something other than HTTP. */
export const isParserError = ({ code }: Error & { code?: string }): boolean =>
  /^HPE_|^Malformed_HTTP/.test(String(code));
