import { expect, it } from "vitest";
import { compileOk, tool } from "../testing.ts";

it("compiles the host, form, body and array parameters of a Swagger 2 document", () => {
  const app = compileOk({
    swagger: "2.0",
    info: { title: "Old", version: "1" },
    host: "old.acme.io",
    basePath: "/api",
    schemes: ["http", "https"],
    consumes: ["application/json"],
    securityDefinitions: { basic: { type: "basic" } },
    paths: {
      "/files": {
        post: {
          operationId: "upload",
          consumes: ["multipart/form-data"],
          parameters: [
            { name: "file", in: "formData", type: "file", required: true },
            {
              name: "tags",
              in: "query",
              type: "array",
              items: { type: "string" },
              collectionFormat: "pipes",
            },
          ],
        },
      },
      "/items": {
        put: {
          operationId: "putItem",
          parameters: [
            {
              name: "item",
              in: "body",
              required: true,
              schema: { type: "array", items: { type: "string" } },
            },
          ],
        },
      },
    },
  });
  expect(app.record).toMatchObject({ base: "https://old.acme.io/api", auth: ["basic"] });
  expect(tool(app, "notes.upload")).toMatchObject({
    input: { required: ["file"], properties: { file: { type: "string", format: "binary" } } },
    binding: {
      slots: [
        { argument: "tags", in: "query", name: "tags", style: "pipeDelimited:false" },
        { argument: "file", in: "body", name: "file", style: "" },
      ],
      body: { type: "multipart/form-data" },
    },
  });
  expect(tool(app, "notes.put_item")).toMatchObject({
    input: { required: ["body"], properties: { body: { type: "array" } } },
    binding: { body: { type: "application/json", argument: "body" } },
  });
});
