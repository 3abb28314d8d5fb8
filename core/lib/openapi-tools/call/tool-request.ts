import type { HttpBinding } from "../tool-record.ts";

/** A request to an app. It contains the credential, so it must never be logged or stored. */
export interface ToolRequest {
  readonly method: HttpBinding["method"];
  readonly url: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /**
   * Whether the request may be retried: its method is safe (RFC 9110, section 9.2.1), and the tool is
   * annotated as reading. Some services change data with GET requests.
   */
  readonly isSafe: boolean;
  /** Whether the request has an idempotency key, so the app carries it out only once. */
  readonly isIdempotent: boolean;
}
