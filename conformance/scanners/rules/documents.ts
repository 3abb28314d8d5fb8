import {
  type Ask,
  absence,
  type Finding,
  fail,
  inJson,
  pass,
  type Rule,
  typeOf,
  unless,
} from "../rule.ts";

const JSON_TYPE = "application/json";
const NO_OAUTH = "there is no OAuth here: everything that is served is open";

const nothingAt =
  (paths: readonly string[]) =>
  (ask: Ask): Promise<Finding> =>
    inJson(ask, paths, JSON_TYPE, () => fail(`there is something at one of ${paths}`));

/** The documents by which agents find what a site offers. */
export const documents: readonly Rule[] = [
  {
    id: "apiCatalog",
    passes: "/.well-known/api-catalog is a linkset with something in it",
    look: (ask) =>
      inJson(
        ask,
        ["/.well-known/api-catalog"],
        "application/linkset+json, application/json",
        ({ linkset }, answer) =>
          unless([
            typeOf(answer) !== "application/linkset+json" && `it is ${typeOf(answer)}`,
            !(linkset?.length > 0) && "it is empty",
          ]),
      ),
  },
  {
    id: "oauthDiscovery",
    passes: "the metadata of an authorization server",
    declined: NO_OAUTH,
    look: nothingAt([
      "/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server",
    ]),
  },
  {
    id: "oauthProtectedResource",
    passes: "the metadata of a protected resource",
    declined: NO_OAUTH,
    look: nothingAt(["/.well-known/oauth-protected-resource"]),
  },
  {
    id: "authMd (the file)",
    passes: "/auth.md is Markdown whose first heading says auth.md",
    async look(ask) {
      const answer = await ask({ path: "/auth.md" });
      if (answer.status !== 200) return absence("/auth.md", answer);
      return unless([
        typeOf(answer) !== "text/markdown" && `it is ${typeOf(answer)}`,
        !/^# .*auth\.md/m.test(answer.text) && "its heading is another",
      ]);
    },
  },
  {
    id: "authMd (with OAuth metadata)",
    passes: "auth.md, and the OAuth metadata that it leads to",
    declined: NO_OAUTH,
    look: nothingAt(["/.well-known/oauth-protected-resource"]),
  },
  {
    id: "mcpServerCard",
    passes: "a server card with serverInfo, an endpoint and capabilities",
    look: (ask) =>
      inJson(
        ask,
        [
          "/.well-known/mcp/server-card.json",
          "/.well-known/mcp.json",
          "/.well-known/mcp/server-cards.json",
        ],
        JSON_TYPE,
        ({ serverInfo, endpoint, transport, capabilities }) =>
          unless([
            !(serverInfo?.name && serverInfo?.version) && "serverInfo lacks its name or version",
            !(endpoint ?? transport?.endpoint) && "there is no endpoint",
            !capabilities && "there are no capabilities",
          ]),
      ),
  },
  {
    id: "a2aAgentCard",
    passes: "/.well-known/agent-card.json is an A2A card",
    declined: "A2A is not spoken here",
    look: nothingAt(["/.well-known/agent-card.json", "/.well-known/agent.json"]),
  },
  {
    id: "agentSkills",
    passes: "an index of agent skills, 0.2.0, each with a name, type, description, url and digest",
    look: (ask) =>
      inJson(
        ask,
        ["/.well-known/agent-skills/index.json", "/.well-known/skills/index.json"],
        JSON_TYPE,
        ({ $schema, skills }) =>
          unless([
            !/\/0\.2\.0\//.test($schema ?? "") && `$schema is ${$schema}`,
            !(skills?.length > 0) && "there are none",
            skills?.some((skill: any) =>
              ["name", "type", "description", "url", "digest"].some((field) => !skill[field]),
            ) && "a field is missing",
          ]),
      ),
  },
  {
    id: "ard",
    passes: "/.well-known/ai-catalog.json has specVersion and entries",
    look: (ask) =>
      inJson(ask, ["/.well-known/ai-catalog.json"], JSON_TYPE, ({ specVersion, entries }) =>
        unless([
          typeof specVersion !== "string" && "specVersion is no text",
          !(entries?.length > 0) && "there are no entries",
        ]),
      ),
  },
  {
    id: "webMcp",
    passes: "the front page registers tools with the browser",
    declined: "pages stay as their operator wrote them: no script is put into them",
    async look(ask) {
      const { text } = await ask({ path: "/" });
      return /modelContext/.test(text)
        ? pass
        : { outcome: "absent", because: "the front page registers no tools" };
    },
  },
];
