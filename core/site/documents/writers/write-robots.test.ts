import { expect, test } from "vitest";
import { AI_AGENTS, completeRobots, formatRobots } from "./write-robots.ts";

const SITEMAP = "https://shop.example/sitemap.xml";
const SIGNAL = "search=yes, ai-train=no";

test("states only the sitemap without preferences", () => {
  expect(formatRobots({}, SITEMAP)).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${SITEMAP}\n`);
});

test("adds a group for AI crawlers and the signal to each group", () => {
  const names = AI_AGENTS.map((agent) => `User-agent: ${agent}\n`).join("");
  expect(formatRobots({ contentSignal: SIGNAL, aiAgents: "allow" }, SITEMAP)).toBe(
    `User-agent: *\nContent-Signal: ${SIGNAL}\nAllow: /\n\n${names}Content-Signal: ${SIGNAL}\nAllow: /\n\nSitemap: ${SITEMAP}\n`,
  );
});

test("leaves a complete file unchanged", () => {
  const original = `# ours\nUser-agent: *\nContent-Signal: search=no\nDisallow: /cart\n\nSitemap: https://shop.example/map.xml\n`;
  expect(completeRobots(original, { contentSignal: SIGNAL }, SITEMAP)).toBe(original);
});

test("keeps the site's own lines in their order", () => {
  const original =
    "User-agent: a\nUser-agent: b\nDisallow: /x # why\n\nuser-agent: *\nDisallow: /cart\n";
  const completed = completeRobots(
    original,
    { contentSignal: SIGNAL, aiAgents: "disallow" },
    SITEMAP,
  ).split("\n");
  const originalLines = original.split("\n").filter(Boolean);
  let index = -1;
  for (const line of originalLines) {
    index = completed.indexOf(line, index + 1);
    expect(index, line).toBeGreaterThan(-1);
  }
  expect(completed.filter((line) => line.startsWith("Content-Signal"))).toHaveLength(3);
});

test("repeats the site's rules for all crawlers in the group for AI crawlers", () => {
  const completed = completeRobots(
    "User-agent: *\nDisallow: /cart\n",
    { aiAgents: "allow" },
    SITEMAP,
  );
  expect(completed).toContain("User-agent: Diffbot\nDisallow: /cart\n");
  expect(completed).not.toContain("Allow: /\n");
});

test("adds no rules for crawlers that the site names", () => {
  const completed = completeRobots(
    "User-agent: gptbot\nAllow: /\n",
    { aiAgents: "disallow" },
    SITEMAP,
  );
  expect(completed).not.toContain("User-agent: GPTBot");
  expect(completed).toContain("User-agent: Diffbot\nDisallow: /\n");
});
