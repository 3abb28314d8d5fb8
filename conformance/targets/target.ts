import type { Service } from "../services/service.ts";
import type { RatePolicy } from "./rate-limit.ts";

/** A request of the suite. It is sent literally, without normalization. */
export interface TestRequest {
  /** Default: GET. */
  readonly method?: string;
  /** The literal path with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A response. */
export interface TestResponse {
  readonly status: number;
  /** Lowercase names. Repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body decoded as UTF-8. */
  readonly text: string;
}

/** A running target. */
export interface Target {
  /** The base URL without a trailing slash. */
  readonly url: string;
  /** The API key that callers send, if the target requires one. */
  readonly key?: string | undefined;
  send(request: TestRequest): Promise<TestResponse>;
  /** The rate limit that the responses so far have named. */
  ratePolicy?(): RatePolicy | undefined;
  close(): Promise<void>;
}

/** A kind of target, with a way to start it. */
export interface TargetKind {
  readonly service: Service;
  readonly name: string;
  /** Whether it serves the fixture, including simulated faults. */
  readonly isFixture: boolean;
  /** Whether cases may write data. The suite's own targets always allow it. */
  readonly allowsWrites?: boolean;
  /**
   * What the target implements: `everything` that the service serves, only the `operations` of the
   * published document, or only the `document` itself (a mock).
   */
  readonly scope: "everything" | "operations" | "document";
  /** Why the target can't be started here, if so. */
  skipReason?(): string | undefined;
  start(): Promise<Target>;
}

/** Converts a response to a web Response. */
export function toWebResponse({ status, headers, bytes }: TestResponse): Response {
  const empty = status === 204 || status === 304 || status === 202;
  return new Response(empty ? null : (bytes as BodyInit), { status, headers });
}
