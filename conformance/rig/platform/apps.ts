import type { CompiledApp } from "../../../core/platform/domain/catalogue/compiled.ts";
import { createCompiledApp, type FixtureTool } from "./app.ts";

const objectSchema = (properties: Record<string, object>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const textSchema = (description: string) => ({ type: "string", description });

/** More than a page of them. */
const RESOURCES = [
  "board",
  "branch",
  "comment",
  "label",
  "milestone",
  "project",
  "release",
  "sprint",
];

const resourceTools = (thing: string): FixtureTool[] => [
  {
    name: `list_${thing}`,
    title: `List each ${thing}`,
    description: `Lists each ${thing} of a workspace.`,
    method: "GET",
    path: `/${thing}`,
    input: objectSchema({ workspace: textSchema("The workspace's name.") }),
  },
  {
    name: `create_${thing}`,
    title: `Create a ${thing}`,
    description: `Creates a ${thing} in a workspace.`,
    method: "POST",
    path: `/${thing}`,
    input: objectSchema({ name: textSchema("What it is called.") }, ["name"]),
  },
  {
    name: `delete_${thing}`,
    title: `Delete a ${thing}`,
    description: `Deletes a ${thing} for good.`,
    method: "DELETE",
    path: `/${thing}/{id}`,
    input: objectSchema({ id: { type: "integer" } }, ["id"]),
  },
];

/** OAuth, many tools, and one whose input refers to schemas that refer to each other. */
export const atlas = createCompiledApp(
  {
    slug: "atlas",
    name: "Atlas",
    aliases: ["Atlas Tracker"],
    description: "Issues and releases of software teams.",
    categories: ["developer tools"],
    auth: ["oauth2"],
    website: "https://atlas.example/",
    docs: "https://atlas.example/docs",
    methods: [
      {
        id: "oauth2",
        type: "oauth2",
        fields: [],
        scopes: [
          { name: "issues", description: "Read and write issues", isDefault: true },
          { name: "admin", isDefault: false },
        ],
        setupUrl: "https://atlas.example/apps",
        from: "overlay",
      },
    ],
  },
  [
    {
      name: "create_issue",
      title: "Create an issue",
      description: "Creates an issue in a project of the tracker.",
      method: "POST",
      path: "/issues",
      scopes: ["issues"],
      input: objectSchema(
        {
          title: textSchema("The title of the issue."),
          labels: { type: "array", items: { $ref: "#/$defs/Label" } },
          parent: { $ref: "#/$defs/Issue" },
        },
        ["title"],
      ),
    },
    ...RESOURCES.flatMap(resourceTools),
  ],
  new Map([
    [
      "Label",
      objectSchema({ name: textSchema("Its name."), parent: { $ref: "#/$defs/Label" } }, ["name"]),
    ],
    [
      "Issue",
      objectSchema({
        title: textSchema("Its title."),
        labels: { type: "array", items: { $ref: "#/$defs/Label" } },
      }),
    ],
  ]),
);

const KEY_FIELD = {
  name: "api_key",
  label: "Your key",
  secret: true,
  required: true,
  pattern: "bsl_[a-z0-9]+",
  help: "Under Settings, Keys.",
} as const;

const basil = createCompiledApp(
  {
    slug: "basil",
    name: "Basil Mail",
    description: "Mail for small teams: sending and reading messages.",
    categories: ["communication"],
    auth: ["api_key"],
    verified: "run",
    methods: [{ id: "api_key", type: "api_key", fields: [KEY_FIELD], from: "document" }],
  },
  [
    {
      name: "send_message",
      title: "Send a message",
      description: "Sends an e-mail message to its recipients.",
      method: "POST",
      path: "/messages",
      input: objectSchema(
        {
          to: textSchema("The recipient's address."),
          subject: textSchema("The subject."),
          text: textSchema("What it says."),
        },
        ["to", "text"],
      ),
    },
    {
      name: "list_messages",
      title: "List messages",
      description: "Lists the messages of a mailbox.",
      method: "GET",
      path: "/messages",
    },
    {
      name: "trash_message",
      title: "Trash a message",
      description: "Moves a message to the bin.",
      method: "DELETE",
      path: "/messages/{id}",
      input: objectSchema({ id: textSchema("The message's id.") }, ["id"]),
    },
  ],
);

/** Its base address needs something of the person who connects it. */
const cumulus = createCompiledApp(
  {
    slug: "cumulus",
    name: "Cumulus Desk",
    description: "Tickets of a help desk.",
    categories: ["customer support"],
    auth: ["basic"],
    verified: "unverified",
    base: "https://{subdomain}.cumulus.example/api",
    baseFields: [
      {
        name: "subdomain",
        label: "Your subdomain",
        secret: false,
        required: true,
        pattern: "[a-z0-9-]+",
      },
    ],
    methods: [
      {
        id: "basic",
        type: "basic",
        fields: [
          { name: "username", label: "User", secret: false, required: true },
          { name: "password", label: "Password", secret: true, required: true },
        ],
        from: "document",
      },
    ],
  },
  [
    {
      name: "create_ticket",
      title: "Open a ticket",
      description: "Opens a support ticket for a customer.",
      method: "POST",
      path: "/tickets",
      input: objectSchema({ subject: textSchema("What it is about.") }, ["subject"]),
    },
    {
      name: "list_tickets",
      title: "List tickets",
      description: "Lists the open tickets.",
      method: "GET",
      path: "/tickets",
    },
  ],
);

/** Nothing is needed to use it. */
const drift = createCompiledApp(
  {
    slug: "drift",
    name: "Drift Weather",
    description: "The weather of any place.",
    categories: ["weather"],
    auth: ["none"],
    methods: [{ id: "none", type: "none", fields: [], from: "document" }],
  },
  [
    {
      name: "get_forecast",
      title: "Get the forecast",
      description: "Gets the weather forecast of a place.",
      method: "GET",
      path: "/forecast",
      input: objectSchema({ place: textSchema("The place's name.") }, ["place"]),
    },
  ],
);

/** A remote MCP server, whose tools are not listed before it is connected. */
const ember = createCompiledApp(
  {
    slug: "ember",
    name: "Émber Docs",
    description: "Documents that are written together.",
    categories: ["documents"],
    kind: "mcp",
    auth: ["mcp_oauth"],
    base: "https://mcp.ember.example/mcp",
    methods: [{ id: "mcp_oauth", type: "mcp_oauth", fields: [], from: "overlay" }],
  },
  [],
);

/** What the rig's catalogue has: 5 apps with 31 tools. */
export const APPS: readonly Omit<CompiledApp, "report">[] = [atlas, basil, cumulus, drift, ember];

/** What the rig's account has added by itself. */
export const ADDED_APP = createCompiledApp(
  {
    slug: "grove",
    name: "Grove",
    description: "An interface of the account's own: trees and who waters them.",
    categories: ["own"],
    auth: ["none"],
    methods: [{ id: "none", type: "none", fields: [], from: "document" }],
    source: { origin: "added", document: "grove.json", retrievedAt: "2026-11-01T00:00:00Z" },
    verified: "unverified",
  },
  [
    {
      name: "water_tree",
      title: "Water a tree",
      description: "Has a tree of the grove watered.",
      method: "POST",
      path: "/trees/{id}/water",
      input: objectSchema({ id: { type: "integer", description: "The tree's number." } }, ["id"]),
    },
  ],
);
