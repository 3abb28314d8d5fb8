import {
  type Finding,
  fail,
  failUnless,
  isAbsent,
  parseJson,
  parseMediaType,
  pass,
  type Rule,
  type SendRequest,
} from "../rule.ts";

const JSON_TYPE = "application/json";
const NO_OAUTH = "there is no OAuth here: everything that is served is open";

const nothingAt =
  (paths: readonly string[]) =>
  (ask: SendRequest): Promise<Finding> =>
    parseJson(ask, paths, JSON_TYPE, () => fail(`there is something at one of ${paths}`));

/** The documents by which agents find what a site offers. */
export const documents: readonly Rule[] = [
  {
    id: "apiCatalog",
    shouldPass: "/.well-known/api-catalog is a linkset with something in it",
    check: (ask) =>
      parseJson(
        ask,
        ["/.well-known/api-catalog"],
        "application/linkset+json, application/json",
        ({ linkset }, response) =>
          failUnless([
            parseMediaType(response) !== "application/linkset+json" &&
              `it is ${parseMediaType(response)}`,
            !(linkset?.length > 0) && "it is empty",
          ]),
      ),
  },
  {
    id: "oauthDiscovery",
    shouldPass: "the metadata of an authorization server",
    declinedReason: NO_OAUTH,
    check: nothingAt([
      "/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server",
    ]),
  },
  {
    id: "oauthProtectedResource",
    shouldPass: "the metadata of a protected resource",
    declinedReason: NO_OAUTH,
    check: nothingAt(["/.well-known/oauth-protected-resource"]),
  },
  {
    id: "authMd (the file)",
    shouldPass: "/auth.md is Markdown whose first heading says auth.md",
    async check(ask) {
      const response = await ask({ path: "/auth.md" });
      if (response.status !== 200) return isAbsent("/auth.md", response);
      return failUnless([
        parseMediaType(response) !== "text/markdown" && `it is ${parseMediaType(response)}`,
        !/^# .*auth\.md/m.test(response.text) && "its heading is another",
      ]);
    },
  },
  {
    id: "authMd (with OAuth metadata)",
    shouldPass: "auth.md, and the OAuth metadata that it leads to",
    declinedReason: NO_OAUTH,
    check: nothingAt(["/.well-known/oauth-protected-resource"]),
  },
  {
    id: "mcpServerCard",
    shouldPass: "a server card with serverInfo, an endpoint and capabilities",
    check: (ask) =>
      parseJson(
        ask,
        [
          "/.well-known/mcp/server-card.json",
          "/.well-known/mcp.json",
          "/.well-known/mcp/server-cards.json",
        ],
        JSON_TYPE,
        ({ serverInfo, endpoint, transport, capabilities }) =>
          failUnless([
            !(serverInfo?.name && serverInfo?.version) && "serverInfo lacks its name or version",
            !(endpoint ?? transport?.endpoint) && "there is no endpoint",
            !capabilities && "there are no capabilities",
          ]),
      ),
  },
  {
    id: "a2aAgentCard",
    shouldPass: "/.well-known/agent-card.json is an A2A card",
    declinedReason: "A2A is not spoken here",
    check: nothingAt(["/.well-known/agent-card.json", "/.well-known/agent.json"]),
  },
  {
    id: "agentSkills",
    shouldPass:
      "an index of agent skills, 0.2.0, each with a name, type, description, url and digest",
    check: (ask) =>
      parseJson(
        ask,
        ["/.well-known/agent-skills/index.json", "/.well-known/skills/index.json"],
        JSON_TYPE,
        ({ $schema, skills }) =>
          failUnless([
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
    shouldPass: "/.well-known/ai-catalog.json has specVersion and entries",
    check: (ask) =>
      parseJson(ask, ["/.well-known/ai-catalog.json"], JSON_TYPE, ({ specVersion, entries }) =>
        failUnless([
          typeof specVersion !== "string" && "specVersion is no text",
          !(entries?.length > 0) && "there are no entries",
        ]),
      ),
  },
  {
    id: "webMcp",
    shouldPass: "the front page registers tools with the browser",
    declinedReason: "pages stay as their operator wrote them: no script is put into them",
    async check(ask) {
      const { text } = await ask({ path: "/" });
      return /modelContext/.test(text)
        ? pass
        : { outcome: "absent", reason: "the front page registers no tools" };
    },
  },
];
