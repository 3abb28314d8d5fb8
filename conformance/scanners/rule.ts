import type { TestRequest, TestResponse } from "../targets/target.ts";

/** Asks the site that is scanned. */
export type SendRequest = (request: TestRequest) => Promise<TestResponse>;

/** What a scanner makes of a site: it is so, it is not, or there is nothing to look at. */
export type Finding =
  | { readonly outcome: "pass" }
  | { readonly outcome: "fail" | "absent"; readonly reason: string };

/** One documented rule of a scanner. */
export interface Rule {
  /** As the scanner calls it. */
  readonly id: string;
  /** What passes. */
  readonly shouldPass: string;
  /** Why a site of ours has nothing for it, and never will; it is then asked that nothing pretends to be there. */
  readonly declinedReason?: string;
  /** Why there may be nothing for it yet, or on this site; counted as not asked until there is. */
  readonly mayBeAbsent?: string;
  check(ask: SendRequest): Promise<Finding>;
}

export const pass: Finding = { outcome: "pass" };
export const fail = (reason: string): Finding => ({ outcome: "fail", reason });

/** Passes where nothing is wrong. */
export const failUnless = (wrong: readonly (string | false | undefined)[]): Finding => {
  const messages = wrong.filter((each) => typeof each === "string");
  return messages.length > 0 ? fail(messages.join("; ")) : pass;
};

/** Nothing there, said as a scanner wants it: with a 404 that is no page. A page that says 200, or a 404 that is HTML, fails. */
export function isAbsent(path: string, { status, headers }: TestResponse): Finding {
  const isPage = (headers["content-type"] ?? "").startsWith("text/html");
  if (status === 404 && !isPage) return { outcome: "absent", reason: `${path} answers 404` };
  return fail(`${path} answers ${status} ${headers["content-type"]}`);
}

/** What a path says in JSON, looked at; the first of several paths that is there. */
export async function parseJson(
  ask: SendRequest,
  paths: readonly string[],
  accept: string,
  check: (value: any, response: TestResponse) => Finding | Promise<Finding>,
): Promise<Finding> {
  let last: Finding = fail("no path");
  for (const path of paths) {
    const response = await ask({ path, headers: { accept } });
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

/** The media type of an answer, without its parameters. */
export const parseMediaType = ({ headers }: TestResponse): string =>
  (headers["content-type"] ?? "").split(";", 1)[0]!.trim();
