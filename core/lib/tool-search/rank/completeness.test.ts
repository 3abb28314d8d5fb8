import { expect, it } from "vitest";
import { buildIndex } from "../index/build.ts";
import type { ToolDocument } from "../index/document.ts";
import { openIndex } from "../index/open-index.ts";
import { searchTools } from "../search-tools.ts";

const VERBS = [
  ["List", "GET"],
  ["Get", "GET"],
  ["Create", "POST"],
  ["Update", "PATCH"],
  ["Delete", "DELETE"],
  ["Search", "GET"],
  ["Archive", "POST"],
] as const;
const NOUNS = [
  "issue",
  "issue comment",
  "project",
  "project member",
  "team",
  "user",
  "user account",
  "webhook",
  "file",
  "file version",
  "message",
  "channel",
  "label",
  "invoice",
  "invoice line item",
  "payment method",
];
const APPS = [
  "GitHub",
  "Acme",
  "Acme Cloud",
  "Google Drive",
  "DEV",
  "Microsoft To Do",
  "elmah.io",
  "Monday",
  "Notion",
  "Box",
];

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");

/** Every app has the same tools, so only the app name distinguishes them. */
const documents: ToolDocument[] = [...APPS].sort().flatMap((app) =>
  NOUNS.flatMap((noun) =>
    VERBS.map(([verb, method]) => ({
      name: `${slug(app)}.${slug(`${verb} ${noun}`)}`,
      app: [app],
      categories: ["work"],
      title: `${verb} ${verb === "Create" ? "an" : "the"} ${noun}`,
      description: `${verb}s ${noun}s of a team, with their labels, files and users.`,
      parameters: ["id", "limit"],
      tags: [noun],
      method,
      path: `/${noun.replaceAll(" ", "/{id}/")}`,
    })),
  ),
);
documents.push(
  ...["Me", "A User", "2.0", "Delete a message by its ID."].map((title, index) => ({
    name: `zed.tool_${index}`,
    app: ["Zed"],
    categories: [],
    title,
    description: "",
    parameters: [],
    tags: [],
    method: "GET",
    path: `/${index}`,
  })),
);

it("returns every tool in the top ten for its title and app name", () => {
  const index = openIndex(buildIndex(documents));
  const missing = documents.filter(
    ({ title, app }, tool) =>
      !searchTools(index, { task: `${title} ${app[0]}`, limit: 10 }).some(
        (found) => found.tool === tool,
      ),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});
