import { describe, expect, it } from "vitest";
import { formatCompiledLevels, parseCompiledLevels } from "./compiled-levels.ts";
import { createEntry } from "./create-entry.ts";
import { type AppState, createAppState } from "./keys.ts";
import { formatLevels, parseLevels } from "./level-record.ts";
import { findUnknown, resolveLevels } from "./resolve-levels.ts";

const MATCHES = "matches_client notes@1.2.3";
const ENDPOINT = "known_endpoint notes@1.2.3";

const createApp = (slug: string, tools: number): [string, AppState] => [
  slug,
  {
    vendor: `${slug.split("_")[0]}.example`,
    tools: Array.from({ length: tools }, (_, index) => ({
      name: `${slug}.tool_${index}`,
      state: `state ${index}`,
    })),
  },
];

/** Replaces the tool with a number, as if its document had changed. */
const change = (apps: ReadonlyMap<string, AppState>, slug: string, index: number) => {
  const app = apps.get(slug)!;
  const tools = app.tools.with(index, { ...app.tools[index]!, state: "changed" });
  return new Map([...apps, [slug, { ...app, tools }]]);
};

describe.each([
  ["with a key for each tool", 12],
  ["with rules and exceptions", 600],
])("an entry %s", (_, size) => {
  const apps = new Map([createApp("notes", size)]);
  // Of five tools, three agree, one has a known endpoint, and one wasn't compared.
  const claims = new Map(
    apps
      .get("notes")!
      .tools.flatMap(({ name }, index) =>
        index % 5 < 4 ? [[name, index % 5 < 3 ? MATCHES : ENDPOINT] as const] : [],
      ),
  );
  const record = { notes: createEntry(claims, apps) };

  it("has the claims of all tools", () => {
    expect(resolveLevels(record, apps)).toEqual(claims);
    expect(parseLevels(formatLevels(record))).toEqual(record);
  });

  it.each([0, 3, 7, 11])("loses the claim of a changed tool, and no other (%i)", (index) => {
    const resolved = resolveLevels(record, change(apps, "notes", index));
    const expected = new Map(claims);
    expected.delete(`notes.tool_${index}`);
    expect(resolved).toEqual(expected);
  });

  it("gives a new tool no claim", () => {
    const { vendor, tools } = apps.get("notes")!;
    const added = { name: "notes.tool_9999", state: "new" };
    const resolved = resolveLevels(
      record,
      new Map([["notes", { vendor, tools: [...tools, added] }]]),
    );
    expect(resolved.has(added.name)).toBe(false);
    expect(resolved).toEqual(claims);
  });

  it("keeps the claims of the other tools when one is gone", () => {
    const { vendor, tools } = apps.get("notes")!;
    const resolved = resolveLevels(record, new Map([["notes", { vendor, tools: tools.slice(1) }]]));
    const expected = new Map(claims);
    expected.delete("notes.tool_0");
    expect(resolved).toEqual(expected);
  });
});

describe("an entry of many apps", () => {
  const apps = new Map([createApp("acme_a", 40), createApp("acme_b", 30), createApp("acme_c", 3)]);
  const claims = new Map(
    ["acme_a", "acme_b"].flatMap((app) =>
      apps.get(app)!.tools.map(({ name }) => [name, MATCHES] as const),
    ),
  );

  it.each(["acme_", "acme.example"])("names them by what they have in common: %s", (pattern) => {
    const entry = createEntry(claims, apps, pattern);
    expect(entry.most).toEqual({ 0: [pattern], "-": ["acme_c"] });
    expect(resolveLevels({ acme: entry }, apps)).toEqual(claims);
  });

  it("is the same each time", () =>
    expect(createEntry(claims, apps, "acme_")).toEqual(createEntry(claims, apps, "acme_")));
});

it("takes the client from the tool's facts, and loses the claim when that changes", () => {
  const withClient = (client: string) => {
    const [slug, app] = createApp("notes", 3);
    return new Map([[slug, { ...app, tools: app.tools.map((tool) => ({ ...tool, client })) }]]);
  };
  const apps = withClient("@aws-sdk/client-notes@3.1.0");
  const claims = new Map([["notes.tool_1", "matches_client *"]]);
  const record = { notes: createEntry(claims, apps) };
  expect([...resolveLevels(record, apps)]).toEqual([
    ["notes.tool_1", "matches_client @aws-sdk/client-notes@3.1.0"],
  ]);
  expect(resolveLevels(record, withClient("@aws-sdk/client-notes@3.2.0")).size).toBe(0);
});

it("prefers the higher of two claims about a tool, and a refutation to a known endpoint", () => {
  const apps = new Map([createApp("notes", 2)]);
  const [first, second] = apps.get("notes")!.tools.map(({ name }) => name) as [string, string];
  const refuted = "refuted other@2.0.0";
  const record = {
    a: createEntry(
      new Map([
        [first, ENDPOINT],
        [second, ENDPOINT],
      ]),
      apps,
    ),
    b: createEntry(
      new Map([
        [first, MATCHES],
        [second, refuted],
      ]),
      apps,
    ),
  };
  expect(resolveLevels(record, apps)).toEqual(
    new Map([
      [first, MATCHES],
      [second, refuted],
    ]),
  );
});

it.each([
  ["another base URL", { base: "https://other.example" }],
  ["another header", { headers: { "notes-version": "2" } }],
  [
    "another place for the key",
    {
      methods: [
        {
          id: "key",
          type: "api_key",
          fields: [],
          from: "document",
          placements: { key: { in: "query", name: "key" } },
        },
      ],
    },
  ],
] as const)("an app with %s has other states", (_, members) => {
  const record = {
    slug: "notes",
    name: "Notes",
    description: "",
    vendor: "notes.example",
    categories: [],
    kind: "http",
    auth: [],
    tools: 1,
    verified: "unverified",
    methods: [],
    base: "https://notes.example",
    baseFields: [],
    source: { origin: "test", document: "notes", retrievedAt: "" },
  } as const;
  const tools = [{ name: "notes.list", version: "1" }];
  const { state } = createAppState(record, tools, [{}]).tools[0]!;
  expect(createAppState({ ...record, description: "New." }, tools, [{}]).tools[0]!.state).toBe(
    state,
  );
  expect(createAppState({ ...record, ...members }, tools, [{}]).tools[0]!.state).not.toBe(state);
});

describe("a record", () => {
  const entry = createEntry(new Map([["notes.tool_0", MATCHES]]), new Map([createApp("notes", 2)]));

  it.each([
    ["an unknown level", { ...entry, claims: ["perfect notes@1.2.3"] }],
    ["a client without a version", { ...entry, claims: ["matches_client notes"] }],
    ["an example without a date", { ...entry, claims: ["matches_example https://notes.example"] }],
    ["a claim that doesn't exist", { ...entry, listed: { notes: { 1: "AAAA" } } }],
    ["half a key", { ...entry, listed: { notes: { 0: "AAA" } } }],
    ["rules without sums", { ...entry, most: { 0: ["notes"] } }],
    ["an unknown member", { ...entry, tools: 3 }],
  ])("is rejected with %s", (_, malformed) =>
    expect(() => parseLevels(JSON.stringify({ notes: malformed }))).toThrow(
      /^levels\.json: the entry of notes is malformed: /,
    ),
  );

  it("may not name an app or a tool that doesn't exist", () => {
    expect(findUnknown({ notes: entry }, new Map([createApp("mail", 2)]))).toEqual([
      "notes names the app notes",
    ]);
    const apps = new Map([createApp("notes", 600)]);
    const claims = new Map(
      apps
        .get("notes")!
        .tools.slice(1)
        .map(({ name }) => [name, MATCHES]),
    );
    const ruled = createEntry(claims, apps);
    expect(findUnknown({ notes: ruled }, apps)).toEqual([]);
    const { vendor, tools } = apps.get("notes")!;
    expect(
      findUnknown({ notes: ruled }, new Map([["notes", { vendor, tools: tools.slice(1) }]])),
    ).toEqual([expect.stringMatching(/^notes names a tool of notes \(key .{3}\)$/)]);
  });
});

it("compiles to runs of claims by tool number", () => {
  const apps = new Map([createApp("mail", 2), createApp("notes", 4)]);
  const claims = new Map([
    ["notes.tool_1", MATCHES],
    ["notes.tool_2", MATCHES],
    ["notes.tool_3", "matches_example https://notes.example/docs 2026-11-28"],
  ]);
  const text = formatCompiledLevels(claims, apps);
  expect(JSON.parse(text).runs).toEqual({ notes: [1, -1, 2, 0, 1, 1] });
  const checks = parseCompiledLevels(text, (app) => (app === "notes" ? 2 : 0), 6);
  expect(Array.from({ length: 6 }, (_, number) => checks.find(number))).toEqual([
    undefined,
    undefined,
    undefined,
    { level: "matches_client", client: { name: "notes", version: "1.2.3" } },
    { level: "matches_client", client: { name: "notes", version: "1.2.3" } },
    {
      level: "matches_example",
      example: { url: "https://notes.example/docs", date: "2026-11-28" },
    },
  ]);
  expect(checks.count("notes")).toEqual({
    matches_client: 2,
    matches_example: 1,
    known_endpoint: 0,
    refuted: 0,
  });
  expect(checks.count("mail")).toBeUndefined();
});
