import { expect, test } from "vitest";
import { AI_AGENTS, completeRobots, formatRobots } from "./robots.ts";

const SITEMAP = "https://shop.example/sitemap.xml";
const SIGNAL = "search=yes, ai-train=no";

test("says no more than where the sitemap is where nothing is wished", () => {
  expect(formatRobots({}, SITEMAP)).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${SITEMAP}\n`);
});

test("names the crawlers of AI companies, and gives each group the signal", () => {
  const names = AI_AGENTS.map((agent) => `User-agent: ${agent}\n`).join("");
  expect(formatRobots({ contentSignal: SIGNAL, aiAgents: "allow" }, SITEMAP)).toBe(
    `User-agent: *\nContent-Signal: ${SIGNAL}\nAllow: /\n\n${names}Content-Signal: ${SIGNAL}\nAllow: /\n\nSitemap: ${SITEMAP}\n`,
  );
});

test("leaves a file that says it all as it is", () => {
  const original = `# ours\nUser-agent: *\nContent-Signal: search=no\nDisallow: /cart\n\nSitemap: https://shop.example/map.xml\n`;
  expect(completeRobots(original, { contentSignal: SIGNAL }, SITEMAP)).toBe(original);
});

test("keeps each line of the site's own, in its order", () => {
  const original =
    "User-agent: a\nUser-agent: b\nDisallow: /x # why\n\nuser-agent: *\nDisallow: /cart\n";
  const completed = completeRobots(
    original,
    { contentSignal: SIGNAL, aiAgents: "disallow" },
    SITEMAP,
  ).split("\n");
  const originalLines = original.split("\n").filter(Boolean);
  let at = -1;
  for (const line of originalLines)
    expect((at = completed.indexOf(line, at + 1)), line).toBeGreaterThan(-1);
  expect(completed.filter((line) => line.startsWith("Content-Signal"))).toHaveLength(3);
});

test("repeats the site's rules for everyone where a crawler gets a group of its own", () => {
  const completed = completeRobots(
    "User-agent: *\nDisallow: /cart\n",
    { aiAgents: "allow" },
    SITEMAP,
  );
  expect(completed).toContain("User-agent: Diffbot\nDisallow: /cart\n");
  expect(completed).not.toContain("Allow: /\n");
});

test("leaves the crawlers that the site names to it", () => {
  const completed = completeRobots(
    "User-agent: gptbot\nAllow: /\n",
    { aiAgents: "disallow" },
    SITEMAP,
  );
  expect(completed).not.toContain("User-agent: GPTBot");
  expect(completed).toContain("User-agent: Diffbot\nDisallow: /\n");
});
