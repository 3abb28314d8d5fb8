import {
  isOutboundFailure,
  type OutboundFailure,
  outboundFailure,
} from "../../core/ports/outbound.ts";

/** The most bytes of an answer's headers. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** What any error of a connection to the origin is to whoever asked. */
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
    ? outboundFailure("bad_answer", `${host} did not answer in HTTP.`)
    : outboundFailure("unreachable", `${host} cannot be reached (${error.code ?? error.message}).`);
}

/** Whether a status is one that every runtime can give: the web's Response knows no others. */
export const isFinalStatus = (status: number): boolean => status >= 200 && status <= 599;

/** Whether an answer of a status has no body, whatever comes with it. */
export const isBodiless = (status: number): boolean =>
  status === 204 || status === 205 || status === 304;

/** An answer that is none. */
export const createStatusFailure = (status: number): OutboundFailure =>
  outboundFailure("bad_answer", `${status} is no status of an answer.`);

/** What can't be read as HTTP is an answer, and no connection that had gone. */
export const isParserError = ({ code }: Error & { code?: string }): boolean =>
  /^HPE_|^Malformed_HTTP/.test(String(code));
