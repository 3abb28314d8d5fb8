import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createArgumentsCheck } from "../../core/lib/openapi-tools/call/index.ts";
import { buildFor, compile } from "./overlay-apps.ts";

/** A call of a tool with the arguments that a model passes, and the request that its API documents. */
interface ToolRequest {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  /** The values that the user entered when connecting. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const requests = JSON.parse(
  readFileSync(new URL("tool-requests.json", import.meta.url), "utf8"),
) as readonly ToolRequest[];

const SECRETS = {
  access_token: "tok_1",
  api_key: "key_1",
  application_key: "app_1",
  bot_token: "bot_1",
  access_key_id: "AKIA1",
  secret_access_key: "secret_1",
};

const apps = new Map<string, ReturnType<typeof compile>>();
const compileOnce = (slug: string) => {
  const app = apps.get(slug) ?? compile(slug);
  apps.set(slug, app);
  return app;
};

it.each(requests)("$tool sends the request that the API documents", async (expected) => {
  const [slug = "", name = ""] = expected.tool.split(".");
  const app = compileOnce(slug);
  expect(createArgumentsCheck(app.tool(`.${name}`))(expected.arguments)).toEqual([]);
  const { method, url, headers, body } = await buildFor(
    app,
    `.${name}`,
    {
      id: "conn_1",
      method: app.record.methods[0]!,
      fields: expected.fields ?? {},
      secrets: SECRETS,
    },
    expected.arguments,
  );
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  const isJson = headers["content-type"]?.includes("json");
  expect({ method, url, body: isJson && text ? JSON.parse(text) : text }).toEqual({
    method: expected.method,
    url: expected.url,
    body: expected.body,
  });
  expect(headers).toMatchObject(expected.headers ?? {});
});
