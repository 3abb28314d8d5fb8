import assert from "node:assert/strict";
import type { Catalog } from "../../core/index.ts";

/** A catalog of the two apps below, opened by a driver. */
export interface CatalogFixture {
  readonly catalog: Catalog;
  close(): Promise<void>;
}

/** Makes a catalog of these documents, by slug, with `index` as its index. */
export type CatalogDriver = (
  documents: Readonly<Record<string, unknown>>,
  index: Uint8Array,
) => Promise<CatalogFixture>;

/** One observable promise of the port. */
export interface CatalogCheck {
  readonly name: string;
  run(driver: CatalogDriver): Promise<void>;
}

const createDocument = (title: string, paths: object) => ({
  openapi: "3.0.0",
  info: { title, version: "1" },
  servers: [{ url: `https://${title.toLowerCase()}.acme.io` }],
  paths,
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    schemas: {
      Part: {
        type: "object",
        properties: {
          größe: { type: "string" },
          parts: { type: "array", items: { $ref: "#/components/schemas/Part" } },
        },
      },
      Other: { type: "string" },
    },
  },
});

const body = {
  content: {
    "application/json": {
      schema: { type: "object", properties: { part: { $ref: "#/components/schemas/Part" } } },
    },
  },
};
const DOCUMENTS = {
  zebra: createDocument("Zebra", {
    "/parts": {
      post: { operationId: "createPart", summary: "Create a part — größer", requestBody: body },
      get: { operationId: "listParts" },
    },
  }),
  aardvark: createDocument("Aardvark", {
    "/ants/{id}": {
      delete: {
        operationId: "deleteAnt",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      },
    },
  }),
};

const check = (name: string, run: (catalog: Catalog) => Promise<void>): CatalogCheck => ({
  name,
  async run(driver) {
    const fixture = await driver(DOCUMENTS, new Uint8Array([1, 2, 3]));
    try {
      await run(fixture.catalog);
    } finally {
      await fixture.close();
    }
  },
});

/** What every driver of the Catalog port must do. */
export const catalogSuite: readonly CatalogCheck[] = [
  check("lists the apps by slug, the very same list each time", async (catalog) => {
    assert.deepEqual(
      catalog.apps.map(({ slug, name, tools }) => [slug, name, tools]),
      [
        ["aardvark", "Aardvark", 1],
        ["zebra", "Zebra", 2],
      ],
    );
    assert.equal(catalog.apps, catalog.apps);
    assert.equal(catalog.tools, 3);
  }),

  check("gives an app's record, and nothing of one that it doesn't have", async (catalog) => {
    const record = await catalog.findApp("zebra");
    assert.equal(record?.base, "https://zebra.acme.io");
    assert.deepEqual(
      record?.methods.map(({ id, type }) => [id, type]),
      [["bearer", "bearer"]],
    );
    for (const slug of ["none", "", "..", "__proto__", "constructor"])
      assert.equal(await catalog.findApp(slug), undefined);
  }),

  check(
    "numbers the tools by app and name, and gives the cards in the order asked for",
    async (catalog) => {
      assert.deepEqual(catalog.toolRange("aardvark"), { first: 0, end: 1 });
      assert.deepEqual(catalog.toolRange("zebra"), { first: 1, end: 3 });
      assert.equal(catalog.toolRange("none"), undefined);
      const cards = await catalog.readCards([2, 0, 2, 1]);
      assert.deepEqual(
        cards.map(({ name }) => name),
        ["zebra.list_parts", "aardvark.delete_ant", "zebra.list_parts", "zebra.create_part"],
      );
      assert.equal(cards[3]!.title, "Create a part — größer");
      assert.deepEqual(cards[1]!.input, ["id (string, required)"]);
      assert.deepEqual(await catalog.readCards([]), []);
    },
  ),

  check("refuses a number that no tool has", async (catalog) => {
    for (const number of [3, -1, 0.5])
      await assert.rejects(catalog.readCards([number]), RangeError);
  }),

  check("gives a tool with all that its input refers to, and nothing else", async (catalog) => {
    const tool = await catalog.findTool("zebra.create_part");
    assert.deepEqual(tool?.input["$defs"], {
      Part: {
        type: "object",
        properties: {
          größe: { type: "string" },
          parts: { type: "array", items: { $ref: "#/$defs/Part" } },
        },
      },
    });
    assert.equal((await catalog.findTool("zebra.list_parts"))?.input["$defs"], undefined);
    for (const name of ["zebra.create", "zebra", "zebra.", ".create_part", "none.create_part", ""])
      assert.equal(await catalog.findTool(name), undefined);
  }),

  check("gives the same of many who ask at a time", async (catalog) => {
    const tools = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        catalog.findTool(index % 2 ? "zebra.create_part" : "aardvark.delete_ant"),
      ),
    );
    assert.deepEqual(
      new Set(tools.map((tool) => tool?.name)),
      new Set(["zebra.create_part", "aardvark.delete_ant"]),
    );
  }),

  check("gives the index as it was put in", async (catalog) => {
    assert.deepEqual(await catalog.readIndex(), new Uint8Array([1, 2, 3]));
  }),
];
