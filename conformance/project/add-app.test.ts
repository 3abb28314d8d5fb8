import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScratchCheckout, type ScratchCheckout } from "../fixtures/scratch-checkout.ts";

const APP = {
  $schema: "../../schemas/app.json",
  name: "Tide Notes",
  description: "Writes and finds notes.",
  vendor: "tidenotes.com",
  categories: ["documents"],
  aliases: [],
  purposes: ["note taking"],
  website: "https://tidenotes.com",
  documents: ["jackfield:tide_notes"],
  methods: [{ id: "bearer", type: "bearer", fields: [secret("token", "API token")] }],
  reviewed: true,
};

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Tide Notes", version: "1", license: { name: "MIT", identifier: "MIT" } },
  servers: [{ url: "https://api.tidenotes.com/v1" }],
  paths: {
    "/notes": {
      post: {
        operationId: "createNote",
        summary: "Create a note",
        requestBody: {
          content: { "application/json": { schema: { type: "object", properties: { raw: {} } } } },
        },
        responses: { "201": { description: "The note." } },
      },
    },
    "/notes/{note_id}": {
      get: {
        operationId: "getNote",
        summary: "Get a note",
        parameters: [{ name: "note_id", in: "path", required: true, schema: { type: "string" } }],
        responses: { "200": { description: "The note." } },
      },
    },
  },
};

const TOOLS = {
  $schema: "../../schemas/tools.json",
  "POST /notes": {
    name: "write_note",
    phrases: ["write a note", "jot something down", "remember this"],
    body: {
      schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      compose: "tide_note",
    },
  },
};

const COMPOSE = `import { type Composers, jsonBody } from "../../../../core/lib/openapi-tools/body/index.ts";

export const COMPOSERS: Composers = {
  tide_note: { compose: ({ text }) => jsonBody({ raw: text }) },
};
`;

function secret(name: string, label: string) {
  return { name, label, secret: true, required: true };
}

const FOLDER = "adapters/catalog/apps/tide_notes";

/** The table and the steps of the guide that CONTRIBUTING.md links to. */
const guide = readFileSync(
  join(import.meta.dirname, "../../adapters/catalog/apps/README.md"),
  "utf8",
);

describe("an app of one folder", () => {
  let checkout: ScratchCheckout;
  beforeAll(() => {
    checkout = createScratchCheckout();
    const write = (name: string, value: unknown) =>
      checkout.write(`${FOLDER}/${name}`, `${JSON.stringify(value, undefined, 2)}\n`);
    write("app.json", APP);
    write("openapi.json", DOCUMENT);
    write("tools.json", TOOLS);
    checkout.write(`${FOLDER}/compose.ts`, COMPOSE);
  });
  afterAll(() => checkout?.remove());

  const catalog = (...args: string[]) =>
    checkout.run("node", "adapters/start.ts", "catalog", "--app", "tide_notes", ...args);

  it("has the files that the guide names, which CONTRIBUTING.md links to", () => {
    for (const name of ["app.json", "openapi.json", "tools.json", "compose.ts"])
      expect(guide).toContain(`\`${name}\``);
    expect(guide).toContain("npm run catalog -- --app <slug>");
    expect(readFileSync(join(import.meta.dirname, "../../CONTRIBUTING.md"), "utf8")).toContain(
      "(adapters/catalog/apps/README.md)",
    );
  });

  it("is compiled and checked by itself", { timeout: 120_000 }, async () => {
    const { code, output } = await catalog();
    expect(output).toContain("Tide Notes (tide_notes): Writes and finds notes.");
    expect(output).toContain("bearer (bearer, token)");
    expect(output).toMatch(/^ {2}get_note\(note_id\) +Get a note +GET \/notes\/\{note_id\}$/m);
    expect(output).toMatch(/^ {2}write_note\(text\) +.+ +POST \/notes$/m);
    expect(output).toContain("No problems found.");
    expect(code).toBe(0);
  });

  it("joins the index of composers with npm run generate", { timeout: 300_000 }, async () => {
    expect(await checkout.run("node", "spec/emit/generate.ts")).toMatchObject({ code: 0 });
    expect(checkout.read("adapters/catalog/app-index.ts")).toContain(
      'tide_notes: () => import("./apps/tide_notes/compose.ts"),',
    );
  });

  it("names the file, the place and the fix of a mistake", { timeout: 120_000 }, async () => {
    checkout.write(
      `${FOLDER}/app.json`,
      JSON.stringify({ ...APP, methods: [{ id: "key", type: "api_key", fields: [] }] }),
    );
    expect(await catalog()).toEqual({
      code: 1,
      output: expect.stringContaining(
        "tide_notes/app.json: /methods/0: an API key method requires `placements`",
      ),
    });
    checkout.write(`${FOLDER}/app.json`, JSON.stringify(APP));
    checkout.write(`${FOLDER}/compose.ts`, COMPOSE.replace("tide_note:", "tide_notes:"));
    expect((await catalog()).output).toContain(
      'tools.json: POST /notes: compose.ts exports no composer "tide_note"',
    );
  });
});
