import { expect, it } from "vitest";
import { requireApiVersion } from "./documents.ts";

const version = { name: "api-version", in: "query", required: true, schema: { type: "string" } };
const filter = { name: "$filter", in: "query" };

it("adds the version to operations without one", () => {
  const document = {
    components: { parameters: { Version: version } },
    paths: {
      "/own": { get: { parameters: [version] }, put: { parameters: [filter] }, delete: {} },
      "/shared": { parameters: [{ $ref: "#/components/parameters/Version" }], get: {} },
      "/referenced": { get: { parameters: [{ $ref: "#/components/parameters/Version" }] } },
    },
  };
  expect(requireApiVersion(document)).toEqual({
    ...document,
    paths: {
      ...document.paths,
      "/own": {
        get: { parameters: [version] },
        put: { parameters: [filter, version] },
        delete: { parameters: [version] },
      },
    },
  });
});

it("leaves what isn't a document", () => {
  expect(requireApiVersion("text")).toBe("text");
  expect(requireApiVersion({ paths: { "/a": null } })).toEqual({ paths: { "/a": null } });
});
