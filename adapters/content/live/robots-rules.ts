import robotsParser from "robots-parser";
import { Problem } from "../../../core/site.ts";
import type { LiveSite } from "./live-site.ts";

// The package exports a function, but its types describe a module with a default export.
const parseRobots = robotsParser as unknown as (typeof robotsParser)["default"];

/** The name that rules in robots.txt address. */
const USER_AGENT = "jackfield";
const MAX_BYTES = 512 * 1024;
/** Longer lines are ignored, because matching a rule takes time in proportion to its length. */
const MAX_LINE = 2048;

/** The rules of a site for crawlers (RFC 9309). */
export interface RobotsRules {
  /** Returns whether Jackfield may crawl a path. */
  allows(path: string): boolean;
  /** The time between two requests that the site asks for, in milliseconds. */
  readonly delayMs: number;
}

/**
 * Reads robots.txt. A site without one allows everything. Rejects with the `Problem` "unavailable"
 * if the site can't be reached or fails with a status from 500, because it may then forbid anything
 * (RFC 9309 section 2.3.1).
 */
export async function readRobotsRules(site: LiveSite): Promise<RobotsRules> {
  const text = await readRobotsText(site);
  const url = `${site.origin}/robots.txt`;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.length <= MAX_LINE);
  const robots = parseRobots(url, lines.join("\n"));
  return {
    allows: (path) => robots.isAllowed(site.origin + path, USER_AGENT) !== false,
    delayMs: (robots.getCrawlDelay(USER_AGENT) ?? 0) * 1000,
  };
}

async function readRobotsText(site: LiveSite): Promise<string> {
  const response = await site.get("/robots.txt", { maxBytes: MAX_BYTES, timeoutMs: 15_000 });
  if (response.status === 200) return site.withProblems(response.text());
  await response.body.cancel();
  if (response.status >= 500)
    throw new Problem("unavailable", `${site.origin}/robots.txt returned ${response.status}.`);
  return "";
}
