import assert from "node:assert/strict";
import type { Catalog } from "../../core/ports/catalog.ts";
import { createCheck, type PortCheck } from "./port-check.ts";

export interface CatalogFixture {
  readonly catalog: Catalog;
  close(): Promise<void>;
}

export type CatalogCheck = PortCheck<CatalogFixture>;

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

const REQUEST_BODY = {
  content: {
    "application/json": {
      schema: { type: "object", properties: { part: { $ref: "#/components/schemas/Part" } } },
    },
  },
};

/** The OpenAPI documents of a catalog that the suite checks, by app slug. */
export const DOCUMENTS = {
  zebra: createDocument("Zebra", {
    "/parts": {
      post: {
        operationId: "createPart",
        summary: "Create a part — größer",
        requestBody: REQUEST_BODY,
      },
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

/** The index of that catalog. */
export const INDEX = new Uint8Array([1, 2, 3]);

const check = (name: string, run: (catalog: Catalog) => Promise<void>): CatalogCheck =>
  createCheck(name, ({ catalog }) => run(catalog));

/** Checks that every implementation of `Catalog` must pass, with the apps `aardvark` and `zebra`. */
export const catalogSuite: readonly CatalogCheck[] = [
  check("lists the apps in order of slug and returns the same array each time", async (catalog) => {
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

  check("returns an app's record, and undefined for an unknown slug", async (catalog) => {
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
    "numbers the tools by app and name, and returns cards in the requested order",
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
      assert.deepEqual(cards[1]!.input, ["id (string, required): ID of the ant"]);
      assert.deepEqual(await catalog.readCards([]), []);
    },
  ),

  check("rejects a number without a tool", async (catalog) => {
    for (const number of [3, -1, 0.5])
      await assert.rejects(catalog.readCards([number]), RangeError);
  }),

  check("returns a tool with only the definitions that its input schema uses", async (catalog) => {
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

  check("returns the right tool to each of 50 simultaneous callers", async (catalog) => {
    const requested = Array.from({ length: 50 }, (_, index) =>
      index % 2 ? "zebra.create_part" : "aardvark.delete_ant",
    );
    const tools = await Promise.all(requested.map((name) => catalog.findTool(name)));
    assert.deepEqual(
      tools.map((tool) => tool?.name),
      requested,
    );
  }),

  check("returns the index unchanged", async (catalog) => {
    assert.deepEqual(await catalog.readIndex(), INDEX);
  }),
];
