import robotsParser from "robots-parser";
import { Problem } from "../../../core/site.ts";
import { fetchRobots, type LiveSite } from "./live-site.ts";
import { ROBOT_NAME } from "./robot-name.ts";

// The package exports a function, but its types describe a module with a default export.
const parseRobots = robotsParser as unknown as (typeof robotsParser)["default"];

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
  const url = `${site.origin}/robots.txt`;
  const { status, text = "" } = await fetchRobots(site);
  if (status >= 500) throw new Problem("unavailable", `${url} returned ${status}.`);
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.length <= MAX_LINE);
  const robots = parseRobots(url, lines.join("\n"));
  return {
    allows: (path) => robots.isAllowed(site.origin + path, ROBOT_NAME) !== false,
    delayMs: (robots.getCrawlDelay(ROBOT_NAME) ?? 0) * 1000,
  };
}
