import assert from "node:assert/strict";
import type { Output, PlatformContext } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import type { TestResponse } from "../../targets/target.ts";

type Sender = Pick<PlatformContext, "send">;

/**
 * Calls the API over HTTP, regardless of the caller under test. The default key has all
 * permissions.
 */
export async function callApi<Value = any>(
  { send }: Sender,
  method: string,
  path: string,
  body?: object,
  key: string = KEYS.whole,
): Promise<{ readonly status: number; readonly value: Value }> {
  const { status, text } = await send({
    method,
    path: `/api/v1${path}`,
    headers: {
      ...bearerHeader(key),
      accept: "application/json, application/problem+json",
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status, value: text === "" ? undefined : JSON.parse(text) };
}

/** Creates a connect link and its pending connection. */
export const createConnectLink = async (
  context: Sender,
  app: string,
  overrides: object = {},
  key?: string,
): Promise<Output<"connectApp">> =>
  (await callApi(context, "POST", `/apps/${app}/connect`, overrides, key)).value;

/** The path of a link. */
export const linkPath = (url: string): string => new URL(url).pathname;

/** Opens a link in a new browser. Returns the page and the browser's cookie. */
export async function openConnectPage(
  { send }: Sender,
  url: string,
): Promise<{ readonly page: TestResponse; readonly cookie: string }> {
  const page = await send({ path: linkPath(url) });
  return { page, cookie: (page.headers["set-cookie"] ?? "").split(";")[0]! };
}

/** The headers of a form that a browser submits from a page of the service. */
export const OWN_FORM = {
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
};

/** The request that submits the form of a connect page. */
export const submitForm = (
  url: string,
  cookie: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) => ({
  method: "POST",
  path: linkPath(url),
  headers: { ...OWN_FORM, cookie, ...headers },
  body: new URLSearchParams(fields).toString(),
});

/** Form fields that connect Fjord with an API key. */
export const FJORD_FORM = { method: "api_key", f_key: "fjord_entered_key" } as const;

let userCount = 0;

/** A unique end user. */
export const newEndUser = (): string => `user-${process.pid}-${++userCount}-${Date.now()}`;

/**
 * Creates an active connection through its connect page. By default it belongs to a new end user,
 * so other cases never see it.
 */
export async function createConnection(
  context: Sender,
  overrides: object = {},
): Promise<Output<"getConnection">> {
  const { url, connection } = await createConnectLink(context, "fjord", {
    user: newEndUser(),
    auth_method: "api_key",
    ...overrides,
  });
  const { cookie } = await openConnectPage(context, url);
  const { status, text } = await context.send(submitForm(url, cookie, FJORD_FORM));
  assert.equal(status, 303, text);
  return (await callApi(context, "GET", `/connections/${connection.id}`)).value;
}

/** Runs a tool of Fjord. */
export const runFjordTool = async (
  context: Sender,
  tool: string,
  input: object = {},
  overrides: object = {},
  key?: string,
): Promise<Output<"runTool">> =>
  (
    await callApi(
      context,
      "POST",
      `/tools/fjord.${tool}/run`,
      { arguments: input, ...overrides },
      key,
    )
  ).value;

let keyCount = 0;

/** A unique string, as an idempotency key or as a marker in a text. */
export const newIdempotencyKey = (): string => `once-${process.pid}-${++keyCount}-${Date.now()}`;

/** Starts a run that the app holds until it receives `release <marker>` (`releaseRun`). */
export async function startHeldRun(
  context: Sender,
  overrides: object = {},
): Promise<{ readonly run: string; readonly marker: string }> {
  const marker = newIdempotencyKey();
  runFjordTool(context, "create_remark", { text: `held ${marker}` }, overrides).catch(() => {});
  for (let attempts = 0; attempts < 100; attempts++) {
    const { value } = await callApi<Output<"listRuns">>(
      context,
      "GET",
      "/runs?status=running&tool=fjord.create_remark&limit=100",
    );
    const run = value.data.find(({ arguments: input }) => input["text"] === `held ${marker}`);
    if (run) return { run: run.run, marker };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("The held run did not start");
}
