import assert from "node:assert/strict";
import type { Catalogue } from "../../core/index.ts";

/** A catalogue of the two apps below, opened by a driver. */
export interface CatalogueRig {
  readonly catalogue: Catalogue;
  close(): Promise<void>;
}

/** Makes a catalogue of these documents, by slug, with `index` as its index. */
export type CatalogueDriver = (
  documents: Readonly<Record<string, unknown>>,
  index: Uint8Array,
) => Promise<CatalogueRig>;

/** One observable promise of the port. */
export interface CatalogueCheck {
  readonly name: string;
  run(driver: CatalogueDriver): Promise<void>;
}

const document = (title: string, paths: object) => ({
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
  zebra: document("Zebra", {
    "/parts": {
      post: { operationId: "createPart", summary: "Create a part — größer", requestBody: body },
      get: { operationId: "listParts" },
    },
  }),
  aardvark: document("Aardvark", {
    "/ants/{id}": {
      delete: {
        operationId: "deleteAnt",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      },
    },
  }),
};

const check = (name: string, run: (catalogue: Catalogue) => Promise<void>): CatalogueCheck => ({
  name,
  async run(driver) {
    const rig = await driver(DOCUMENTS, new Uint8Array([1, 2, 3]));
    try {
      await run(rig.catalogue);
    } finally {
      await rig.close();
    }
  },
});

/** What every driver of the Catalogue port must do. */
export const catalogueSuite: readonly CatalogueCheck[] = [
  check("lists the apps by slug, the very same list each time", async (catalogue) => {
    assert.deepEqual(
      catalogue.apps.map(({ slug, name, tools }) => [slug, name, tools]),
      [
        ["aardvark", "Aardvark", 1],
        ["zebra", "Zebra", 2],
      ],
    );
    assert.equal(catalogue.apps, catalogue.apps);
    assert.equal(catalogue.tools, 3);
  }),

  check("gives an app's record, and nothing of one that it doesn't have", async (catalogue) => {
    const record = await catalogue.app("zebra");
    assert.equal(record?.base, "https://zebra.acme.io");
    assert.deepEqual(
      record?.methods.map(({ id, type }) => [id, type]),
      [["bearer", "bearer"]],
    );
    for (const slug of ["none", "", "..", "__proto__", "constructor"])
      assert.equal(await catalogue.app(slug), undefined);
  }),

  check(
    "numbers the tools by app and name, and gives the cards in the order asked for",
    async (catalogue) => {
      assert.deepEqual(catalogue.toolsOf("aardvark"), { first: 0, end: 1 });
      assert.deepEqual(catalogue.toolsOf("zebra"), { first: 1, end: 3 });
      assert.equal(catalogue.toolsOf("none"), undefined);
      const cards = await catalogue.cards([2, 0, 2, 1]);
      assert.deepEqual(
        cards.map(({ name }) => name),
        ["zebra.list_parts", "aardvark.delete_ant", "zebra.list_parts", "zebra.create_part"],
      );
      assert.equal(cards[3]!.title, "Create a part — größer");
      assert.deepEqual(cards[1]!.input, ["id (string, required)"]);
      assert.deepEqual(await catalogue.cards([]), []);
    },
  ),

  check("refuses a number that no tool has", async (catalogue) => {
    for (const number of [3, -1, 0.5]) await assert.rejects(catalogue.cards([number]), RangeError);
  }),

  check("gives a tool with all that its input refers to, and nothing else", async (catalogue) => {
    const tool = await catalogue.tool("zebra.create_part");
    assert.deepEqual(tool?.input["$defs"], {
      Part: {
        type: "object",
        properties: {
          größe: { type: "string" },
          parts: { type: "array", items: { $ref: "#/$defs/Part" } },
        },
      },
    });
    assert.equal((await catalogue.tool("zebra.list_parts"))?.input["$defs"], undefined);
    for (const name of ["zebra.create", "zebra", "zebra.", ".create_part", "none.create_part", ""])
      assert.equal(await catalogue.tool(name), undefined);
  }),

  check("gives the same of many who ask at a time", async (catalogue) => {
    const tools = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        catalogue.tool(index % 2 ? "zebra.create_part" : "aardvark.delete_ant"),
      ),
    );
    assert.deepEqual(
      new Set(tools.map((tool) => tool?.name)),
      new Set(["zebra.create_part", "aardvark.delete_ant"]),
    );
  }),

  check("gives the index as it was put in", async (catalogue) => {
    assert.deepEqual(await catalogue.index(), new Uint8Array([1, 2, 3]));
  }),
];
