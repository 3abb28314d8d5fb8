import { redactText } from "../../redaction/index.ts";
import type { AppRecord } from "../app.ts";
import type { HttpBinding } from "../tool-record.ts";
import { type FailureCode, failureForStatus, isErrorBody } from "./failure.ts";
import { nextArguments } from "./next-page.ts";
import { readResult, type ToolResult } from "./result.ts";

/** A response of an app. */
interface AppResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** The URL after redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** Whether the body had more bytes than were read. */
  readonly isPartial: boolean;
}

interface ReadResponseOptions {
  readonly record: Pick<AppRecord, "refusals">;
  readonly binding: Pick<HttpBinding, "slots">;
  /** Longer text is truncated. */
  readonly maxBytes: number;
  /** See `secretTexts`. */
  readonly secrets: readonly string[];
}

/**
 * Reads the response of an app: the result without secrets, the failure if there is one, and
 * otherwise the arguments to change for the next page of a list.
 */
export function readResponse(
  { status, headers, url, bytes, isPartial }: AppResponse,
  { record, binding, maxBytes, secrets }: ReadResponseOptions,
): {
  readonly result: ToolResult;
  readonly failure?: FailureCode | undefined;
  readonly next?: Record<string, unknown> | undefined;
} {
  const result = readResult(bytes, headers, { maxBytes, secrets, isPartial });
  const failure =
    failureForStatus(status) ??
    (isErrorBody(record, result.data) ? "upstream_bad_request" : undefined);
  if (failure || result.content !== "json") return { result, failure };
  const next = nextArguments(binding.slots, {
    link: headers.get("link"),
    data: result.data,
    url,
  });
  return { result, next: next && hasSecret(next, secrets) ? undefined : next };
}

/** The URL of the next page may repeat the credential of the request. */
function hasSecret(value: unknown, secrets: readonly string[]): boolean {
  const text = JSON.stringify(value);
  return redactText(text, secrets) !== text;
}
