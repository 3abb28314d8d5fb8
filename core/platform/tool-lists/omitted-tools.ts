import { type ListingLimit, MAX_PAGES, MAX_TOOLS } from "./list-remote-tools.ts";

/** The tools of a list that can't be used, and how many can. */
interface OmittedTools {
  readonly stoppedBy?: ListingLimit | undefined;
  /** The number of tools that are too large. */
  readonly large: number;
  /** The number of tools without a usable name. */
  readonly unusable: number;
  readonly used: number;
}

/** Explains to users which tools of an app are missing, and what to do. `undefined`: all are there. */
export function describeOmitted(
  app: string,
  { stoppedBy, large, unusable, used }: OmittedTools,
): string | undefined {
  const reasons = [
    stoppedBy && `${STOPPED[stoppedBy](app)} The first ${used.toLocaleString("en")} can be used.`,
    large > 0 && `${leftOut(large)} because of a definition of more than 100 kB.`,
    unusable > 0 && `${leftOut(unusable)} because the name is missing, repeated or too long.`,
  ].filter(Boolean);
  if (reasons.length === 0) return undefined;
  const advice =
    "If you need a missing tool, reduce what the server lists, in its settings or with fewer permissions.";
  return [...reasons, advice].join(" ");
}

const STOPPED: Readonly<Record<ListingLimit, (app: string) => string>> = {
  tools: (app) => `${app} lists more than ${MAX_TOOLS.toLocaleString("en")} tools.`,
  pages: (app) => `${app} lists its tools on more than ${MAX_PAGES} pages.`,
  bytes: (app) => `The list of ${app}'s tools is longer than 4 MB.`,
  repeated_page: (app) => `${app} repeats a page of its list of tools.`,
};

const leftOut = (count: number): string =>
  count === 1 ? "1 tool is left out" : `${count} tools are left out`;
