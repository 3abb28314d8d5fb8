import type { TestRequest, TestResponse } from "../targets/target.ts";

/** Sends a request to the scanned site. */
export type SendRequest = (request: TestRequest) => Promise<TestResponse>;

/** The result of a rule: passed, failed, or not applicable. */
export type Finding =
  | { readonly outcome: "pass" }
  | { readonly outcome: "fail" | "absent"; readonly reason: string };

/** A documented rule of a scanner. */
export interface Rule {
  /** The scanner's ID of the rule. */
  readonly id: string;
  /** The condition to pass, as a sentence. */
  readonly shouldPass: string;
  /**
   * Why Jackfield deliberately doesn't offer this. The test then checks that the
   * feature is absent.
   */
  readonly declinedReason?: string;
  /**
   * Why this may be absent, in general or on this site. It counts as skipped while it is absent.
   */
  readonly mayBeAbsent?: string;
  check(send: SendRequest): Promise<Finding>;
}

export const pass: Finding = { outcome: "pass" };
export const fail = (reason: string): Finding => ({ outcome: "fail", reason });

/** Passes if there are no errors. */
export const failUnless = (errors: readonly (string | false | undefined)[]): Finding => {
  const messages = errors.filter((each) => typeof each === "string");
  return messages.length > 0 ? fail(messages.join("; ")) : pass;
};

/**
 * Whether a document is absent as scanners expect: with a 404 that isn't HTML. A page with status
 * 200 or an HTML 404 fails.
 */
export function isAbsent(path: string, { status, headers }: TestResponse): Finding {
  const isPage = (headers["content-type"] ?? "").startsWith("text/html");
  if (status === 404 && !isPage) return { outcome: "absent", reason: `${path} returned 404` };
  return fail(`${path} returned ${status} ${headers["content-type"]}`);
}

/** Checks the JSON of the first path that exists. */
export async function parseJson(
  send: SendRequest,
  paths: readonly string[],
  accept: string,
  check: (value: any, response: TestResponse) => Finding | Promise<Finding>,
): Promise<Finding> {
  let last: Finding = fail("no path was checked");
  for (const path of paths) {
    const response = await send({ path, headers: { accept } });
    if (response.status !== 200) {
      last = isAbsent(path, response);
      if (last.outcome === "fail") return last;
      continue;
    }
    try {
      return await check(JSON.parse(response.text), response);
    } catch (error) {
      return fail(`${path}: ${String(error)}`);
    }
  }
  return last;
}

/** Returns the media type of a response without parameters. */
export const parseMediaType = ({ headers }: TestResponse): string =>
  (headers["content-type"] ?? "").split(";", 1)[0]!.trim();
