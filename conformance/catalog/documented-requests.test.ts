import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadComposer } from "../../adapters/catalog/composers.ts";
import { openCatalog } from "../../adapters/catalog/folder.ts";
import { buildRequest } from "../../core/lib/openapi-tools/call/build-request.ts";
import { createArgumentsCheck } from "../../core/lib/openapi-tools/call/index.ts";
import type { HttpBinding } from "../../core/lib/openapi-tools/tool-record.ts";

const folder = process.env["CATALOG_DIR"];
const catalog = folder ? await openCatalog(folder) : undefined;

/** A call that a model makes, and the request that the vendor documents for it. */
interface DocumentedRequest {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The values of the app's fields. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The method and the decoded URL. */
  readonly request: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const requests = JSON.parse(
  readFileSync(new URL("documented-requests.json", import.meta.url), "utf8"),
) as readonly DocumentedRequest[];

/** Builds the request of a tool of the compiled catalog, without a credential. */
async function build({ tool: name, args, fields }: DocumentedRequest) {
  const tool = (await catalog!.findTool(name))!;
  expect(tool, name).toBeDefined();
  expect(createArgumentsCheck(tool)(args)).toEqual([]);
  const slug = name.split(".")[0]!;
  const composerName = tool.binding?.body?.compose;
  return buildRequest({
    record: (await catalog!.findApp(slug))!,
    tool: { ...tool, binding: tool.binding as HttpBinding },
    args,
    connection: fields && {
      id: "conn_1",
      method: { id: "none", type: "none", fields: [], from: "document" },
      fields,
      secrets: {},
    },
    idempotencyKey: "run_1",
    composer: composerName === undefined ? undefined : await loadComposer(slug, composerName),
  });
}

describe.skipIf(!catalog)(
  `requests of popular apps${catalog ? "" : " (skipped: CATALOG_DIR is not set)"}`,
  () => {
    it.each(requests.map((each) => [each.tool, each.request, each] as const))(
      "%s sends %s",
      async (_, request, documented) => {
        const { method, url, headers, body } = await build(documented);
        expect(`${method} ${decodeURIComponent(url)}`).toBe(request);
        expect(headers).toMatchObject(documented.headers ?? {});
        const isJson = /json/.test(headers["content-type"] ?? "");
        expect(isJson ? JSON.parse(String(body)) : body).toEqual(documented.body);
      },
    );
  },
);
