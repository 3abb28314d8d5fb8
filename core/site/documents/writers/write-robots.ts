/** The operator's preferences for crawlers. Absent preferences aren't stated. */
export interface CrawlerPreferences {
  /** The value of a Content-Signal line, such as `search=yes, ai-train=no`. */
  readonly contentSignal?: string | undefined;
  /** The rule for the crawlers of AI companies. */
  readonly aiAgents?: "allow" | "disallow" | undefined;
}

/** The robots.txt names of crawlers and fetchers of AI companies. */
export const AI_AGENTS = [
  "GPTBot",
  "OAI-SearchBot",
  "ChatGPT-User",
  "ClaudeBot",
  "Claude-SearchBot",
  "Claude-User",
  "anthropic-ai",
  "Google-Extended",
  "PerplexityBot",
  "Perplexity-User",
  "Applebot-Extended",
  "Amazonbot",
  "meta-externalagent",
  "MistralAI-User",
  "DuckAssistBot",
  "cohere-ai",
  "CCBot",
  "Bytespider",
  "Diffbot",
];

/** Creates the robots.txt of a site without its own file. */
export const formatRobots = (preferences: CrawlerPreferences, sitemap: string): string =>
  completeRobots("User-agent: *\nAllow: /\n", preferences, sitemap);

/**
 * Adds the operator's preferences to a site's own robots.txt, whose lines all stay in their order
 * (RFC 9309, contentsignals.org). Each addition is omitted if the file already has it:
 * - a Content-Signal line in each group
 * - a group for the AI crawlers that the file doesn't name
 * - a Sitemap line
 */
export function completeRobots(
  original: string,
  { contentSignal, aiAgents }: CrawlerPreferences,
  sitemap: string,
): string {
  const lines = original.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  while (lines.at(-1)?.trim() === "") lines.pop();
  const has = (name: string) => lines.some((line) => parseField(line)?.name === name);
  const signalLines =
    contentSignal && !has("content-signal") ? [`Content-Signal: ${contentSignal}`] : [];
  const namedAgents = new Set(
    lines
      .map(parseField)
      .flatMap((field) => (field?.name === "user-agent" ? [field.value.toLowerCase()] : [])),
  );
  const missingAgents = aiAgents
    ? AI_AGENTS.filter((agent) => !namedAgents.has(agent.toLowerCase()))
    : [];
  const aiGroup =
    aiAgents && missingAgents.length > 0
      ? [
          "",
          ...missingAgents.map((agent) => `User-agent: ${agent}`),
          ...signalLines,
          ...agentRules(aiAgents, lines),
        ]
      : [];
  const wildcardGroup =
    signalLines.length > 0 && !namedAgents.has("*") ? ["", "User-agent: *", ...signalLines] : [];
  const sitemapLines = has("sitemap") ? [] : ["", `Sitemap: ${sitemap}`];
  return [...withSignal(lines, signalLines), ...aiGroup, ...wildcardGroup, ...sitemapLines]
    .join("\n")
    .replace(/^\n+/, "")
    .concat("\n");
}

/**
 * Returns the rules of the AI crawlers' group. It repeats the rules for `*`, because crawlers with
 * their own group ignore those.
 */
function agentRules(aiAgents: "allow" | "disallow", lines: readonly string[]): string[] {
  if (aiAgents === "disallow") return ["Disallow: /"];
  const rules = parseGroups(lines)
    .filter(({ agents }) => agents.includes("*"))
    .flatMap(({ rules }) => rules);
  return rules.length > 0 ? rules : ["Allow: /"];
}

function parseGroups(lines: readonly string[]): { agents: string[]; rules: string[] }[] {
  const groups: { agents: string[]; rules: string[] }[] = [];
  let isInNames = false;
  for (const line of lines) {
    const field = parseField(line);
    if (!field) continue;
    if (field.name === "user-agent") {
      const last = isInNames ? groups.at(-1) : undefined;
      if (last) last.agents.push(field.value);
      else groups.push({ agents: [field.value], rules: [] });
      isInNames = true;
    } else if (field.name !== "sitemap") {
      isInNames = false;
      groups.at(-1)?.rules.push(line.trim());
    }
  }
  return groups;
}

/** Inserts the signal after the user agents of each group. */
function withSignal(lines: readonly string[], signalLines: readonly string[]): string[] {
  const isName = (line: string | undefined) =>
    line !== undefined && parseField(line)?.name === "user-agent";
  return lines.flatMap((line, at) => {
    const next = lines.slice(at + 1).find((each) => parseField(each));
    return isName(line) && !isName(next) ? [line, ...signalLines] : [line];
  });
}

function parseField(line: string): { name: string; value: string } | undefined {
  const [, name, value] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
  return name === undefined || value === undefined
    ? undefined
    : { name: name.toLowerCase(), value: value.trim() };
}
