import type { Answered, Asking } from "../targets/target.ts";

/** Asks the site that is scanned. */
export type Ask = (asking: Asking) => Promise<Answered>;

/** What a scanner makes of a site: it is so, it is not, or there is nothing to look at. */
export type Finding =
  | { readonly outcome: "pass" }
  | { readonly outcome: "fail" | "absent"; readonly because: string };

/** One documented rule of a scanner. */
export interface Rule {
  /** As the scanner calls it. */
  readonly id: string;
  /** What passes. */
  readonly passes: string;
  /** Why a site of ours has nothing for it, and never will; it is then asked that nothing pretends to be there. */
  readonly declined?: string;
  /** Why there may be nothing for it yet, or on this site; counted as not asked until there is. */
  readonly may?: string;
  look(ask: Ask): Promise<Finding>;
}

export const pass: Finding = { outcome: "pass" };
export const fail = (because: string): Finding => ({ outcome: "fail", because });

/** Passes where nothing is wrong. */
export const unless = (wrong: readonly (string | false | undefined)[]): Finding => {
  const said = wrong.filter((each) => typeof each === "string");
  return said.length > 0 ? fail(said.join("; ")) : pass;
};

/** Nothing there, said as a scanner wants it: with a 404 that is no page. A page that says 200, or a 404 that is HTML, fails. */
export function absence(path: string, { status, headers }: Answered): Finding {
  const isPage = (headers["content-type"] ?? "").startsWith("text/html");
  if (status === 404 && !isPage) return { outcome: "absent", because: `${path} answers 404` };
  return fail(`${path} answers ${status} ${headers["content-type"]}`);
}

/** What a path says in JSON, looked at; the first of several paths that is there. */
export async function inJson(
  ask: Ask,
  paths: readonly string[],
  accept: string,
  look: (value: any, answer: Answered) => Finding | Promise<Finding>,
): Promise<Finding> {
  let last: Finding = fail("no path");
  for (const path of paths) {
    const answer = await ask({ path, headers: { accept } });
    if (answer.status !== 200) {
      last = absence(path, answer);
      if (last.outcome === "fail") return last;
      continue;
    }
    try {
      return await look(JSON.parse(answer.text), answer);
    } catch (error) {
      return fail(`${path}: ${String(error)}`);
    }
  }
  return last;
}

/** The media type of an answer, without its parameters. */
export const typeOf = ({ headers }: Answered): string =>
  (headers["content-type"] ?? "").split(";", 1)[0]!.trim();
