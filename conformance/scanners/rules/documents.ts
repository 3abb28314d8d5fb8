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
const NO_OAUTH = "the site has no OAuth, because everything is public";

const absentAt =
  (paths: readonly string[]) =>
  (send: SendRequest): Promise<Finding> =>
    parseJson(send, paths, JSON_TYPE, () => fail(`one of ${paths} exists`));

/** Rules about the discovery documents of a site. */
export const documents: readonly Rule[] = [
  {
    id: "apiCatalog",
    shouldPass: "/.well-known/api-catalog is a linkset with entries",
    check: (send) =>
      parseJson(
        send,
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
    shouldPass: "the metadata of an authorization server exists",
    declinedReason: NO_OAUTH,
    check: absentAt([
      "/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server",
    ]),
  },
  {
    id: "oauthProtectedResource",
    shouldPass: "the metadata of a protected resource exists",
    declinedReason: NO_OAUTH,
    check: absentAt(["/.well-known/oauth-protected-resource"]),
  },
  {
    id: "authMd (the file)",
    shouldPass: "/auth.md is Markdown whose first heading contains auth.md",
    async check(send) {
      const response = await send({ path: "/auth.md" });
      if (response.status !== 200) return isAbsent("/auth.md", response);
      return failUnless([
        parseMediaType(response) !== "text/markdown" && `it is ${parseMediaType(response)}`,
        !/^# .*auth\.md/m.test(response.text) && "the heading doesn't contain auth.md",
      ]);
    },
  },
  {
    id: "authMd (with OAuth metadata)",
    shouldPass: "/auth.md leads to OAuth metadata",
    declinedReason: NO_OAUTH,
    check: absentAt(["/.well-known/oauth-protected-resource"]),
  },
  {
    id: "mcpServerCard",
    shouldPass: "the server card has serverInfo, an endpoint and capabilities",
    check: (send) =>
      parseJson(
        send,
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
    declinedReason: "the site doesn't support A2A",
    check: absentAt(["/.well-known/agent-card.json", "/.well-known/agent.json"]),
  },
  {
    id: "agentSkills",
    shouldPass:
      "each skill in the index (version 0.2.0) has a name, type, description, url and digest",
    check: (send) =>
      parseJson(
        send,
        ["/.well-known/agent-skills/index.json", "/.well-known/skills/index.json"],
        JSON_TYPE,
        ({ $schema, skills }) =>
          failUnless([
            !/\/0\.2\.0\//.test($schema ?? "") && `$schema is ${$schema}`,
            !(skills?.length > 0) && "there are no skills",
            skills?.some((skill: any) =>
              ["name", "type", "description", "url", "digest"].some((field) => !skill[field]),
            ) && "a skill lacks a field",
          ]),
      ),
  },
  {
    id: "ard",
    shouldPass: "/.well-known/ai-catalog.json has specVersion and entries",
    check: (send) =>
      parseJson(send, ["/.well-known/ai-catalog.json"], JSON_TYPE, ({ specVersion, entries }) =>
        failUnless([
          typeof specVersion !== "string" && "specVersion isn't a string",
          !(entries?.length > 0) && "there are no entries",
        ]),
      ),
  },
  {
    id: "webMcp",
    shouldPass: "the front page registers tools with the browser",
    declinedReason: "Jackfield adds no scripts to the operator's pages",
    async check(send) {
      const { text } = await send({ path: "/" });
      return /modelContext/.test(text)
        ? pass
        : { outcome: "absent", reason: "the front page registers no tools" };
    },
  },
];
