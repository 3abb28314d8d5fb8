import type { Service } from "../services/service.ts";

/** A request as the suite writes it: nothing in it is tidied up on its way. */
export interface TestRequest {
  /** GET by default. */
  readonly method?: string;
  /** The path and the query, exactly as they go over the wire. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What came back. */
export interface TestResponse {
  readonly status: number;
  /** By lower-case name; several of one name are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The bytes as UTF-8. */
  readonly text: string;
}

/** Something that can be asked, running. */
export interface Target {
  /** Where it is, without a slash at the end. */
  readonly url: string;
  /** The key that callers send; none where none is asked for. */
  readonly key?: string | undefined;
  send(request: TestRequest): Promise<TestResponse>;
  close(): Promise<void>;
}

/** Something that can be asked, and how to start it. */
export interface TargetKind {
  readonly service: Service;
  readonly name: string;
  /** Whether it serves the rig, faults included. */
  readonly isFixture: boolean;
  /** Whether it may be asked for what leaves something behind; what is the suite's own always may. */
  readonly allowsWrites?: boolean;
  /**
   * What it knows: `everything` that the service serves; `operations` alone, as the published document has them; or, as
   * `document`, nothing but the document.
   */
  readonly scope: "everything" | "operations" | "document";
  /** Why it can't be started here, if so. */
  skipReason?(): string | undefined;
  start(): Promise<Target>;
}

/** A web Response of what came back, for clients that want one. */
export function toWebResponse({ status, headers, bytes }: TestResponse): Response {
  const empty = status === 204 || status === 304 || status === 202;
  return new Response(empty ? null : (bytes as BodyInit), { status, headers });
}
