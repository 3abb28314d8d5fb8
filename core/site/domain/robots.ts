/** What the operator wishes of crawlers; what is left out is not said. */
export interface CrawlerWishes {
  /** As a Content-Signal line has it: `search=yes, ai-train=no`. */
  readonly contentSignal?: string | undefined;
  /** Whether the crawlers of AI companies are named, and let in or kept out. */
  readonly aiAgents?: "allow" | "disallow" | undefined;
}

/** How the crawlers and fetchers of AI companies call themselves in robots.txt. */
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

/** The robots.txt of a site that has none. */
export const robotsText = (wishes: CrawlerWishes, sitemap: string): string =>
  completedRobots("User-agent: *\nAllow: /\n", wishes, sitemap);

/**
 * A site's own robots.txt with what the operator wishes besides: every line of it stays, in its order. A Content-Signal goes
 * into each group, unless the file has one; crawlers that it does not name are named, under its own rules for everyone; a
 * Sitemap follows where it names none (RFC 9309, contentsignals.org).
 */
export function completedRobots(
  own: string,
  { contentSignal, aiAgents }: CrawlerWishes,
  sitemap: string,
): string {
  const lines = own.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  while (lines.at(-1)?.trim() === "") lines.pop();
  const has = (name: string) => lines.some((line) => fieldOf(line)?.name === name);
  const signal =
    contentSignal && !has("content-signal") ? [`Content-Signal: ${contentSignal}`] : [];
  const named = new Set(
    lines
      .map(fieldOf)
      .flatMap((field) => (field?.name === "user-agent" ? [field.value.toLowerCase()] : [])),
  );
  const missing = aiAgents ? AI_AGENTS.filter((agent) => !named.has(agent.toLowerCase())) : [];
  const group =
    missing.length > 0
      ? [
          "",
          ...missing.map((agent) => `User-agent: ${agent}`),
          ...signal,
          ...rulesFor(aiAgents!, lines),
        ]
      : [];
  const everyone = signal.length > 0 && !named.has("*") ? ["", "User-agent: *", ...signal] : [];
  const end = has("sitemap") ? [] : ["", `Sitemap: ${sitemap}`];
  return [...withSignal(lines, signal), ...group, ...everyone, ...end]
    .join("\n")
    .replace(/^\n+/, "")
    .concat("\n");
}

/** A group of its own hides the rules for everyone from a crawler: they are repeated, for the operator's lines go first. */
function rulesFor(aiAgents: "allow" | "disallow", lines: readonly string[]): string[] {
  if (aiAgents === "disallow") return ["Disallow: /"];
  const rules = groupsOf(lines)
    .filter(({ agents }) => agents.includes("*"))
    .flatMap(({ rules }) => rules);
  return rules.length > 0 ? rules : ["Allow: /"];
}

function groupsOf(lines: readonly string[]): { agents: string[]; rules: string[] }[] {
  const groups: { agents: string[]; rules: string[] }[] = [];
  let isNaming = false;
  for (const line of lines) {
    const field = fieldOf(line);
    if (!field) continue;
    if (field.name === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)!.agents.push(field.value);
      isNaming = true;
    } else if (field.name !== "sitemap") {
      isNaming = false;
      groups.at(-1)?.rules.push(line.trim());
    }
  }
  return groups;
}

/** The signal after the names of each group. */
function withSignal(lines: readonly string[], signal: readonly string[]): string[] {
  const isName = (line: string | undefined) =>
    line !== undefined && fieldOf(line)?.name === "user-agent";
  return lines.flatMap((line, at) => {
    const next = lines.slice(at + 1).find((each) => fieldOf(each));
    return isName(line) && !isName(next) ? [line, ...signal] : [line];
  });
}

function fieldOf(line: string): { name: string; value: string } | undefined {
  const [, name, value] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), value: value!.trim() };
}
