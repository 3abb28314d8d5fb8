import assert from "node:assert/strict";
import type { Output, PlatformContext } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import type { TestResponse } from "../../targets/target.ts";

type Sender = Pick<PlatformContext, "send">;

/** Asks the API over HTTP, whatever the caller under test; with the key that may do everything, unless another is named. */
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

/** The link for a person to connect an app, and the connection that waits. */
export const createConnectLink = async (
  context: Sender,
  app: string,
  overrides: object = {},
  key?: string,
): Promise<Output<"connectApp">> =>
  (await callApi(context, "POST", `/apps/${app}/connect`, overrides, key)).value;

/** Where a link leads, as it is asked of the target. */
export const linkPath = (url: string): string => new URL(url).pathname;

/** Opens a link in a browser of its own; the page, and the browser's cookie. */
export async function openConnectPage(
  { send }: Sender,
  url: string,
): Promise<{ readonly page: TestResponse; readonly cookie: string }> {
  const page = await send({ path: linkPath(url) });
  return { page, cookie: (page.headers["set-cookie"] ?? "").split(";")[0]! };
}

/** What a form of the link's page sends. */
export const submitForm = (
  url: string,
  cookie: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) => ({
  method: "POST",
  path: linkPath(url),
  headers: { "content-type": "application/x-www-form-urlencoded", cookie, ...headers },
  body: new URLSearchParams(fields).toString(),
});

/** What connects Fjord by a form. */
export const FJORD_FORM = { method: "api_key", f_key: "fjord_entered_key" } as const;

let userCount = 0;

/** An end user of whom nobody has heard before. */
export const newEndUser = (): string => `user-${process.pid}-${++userCount}-${Date.now()}`;

/** A connection that works, made as people make them: of an end user of its own, so that nothing else counts it. */
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

/** A run of a tool of Fjord. */
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

/** An idempotency key, or a word, that nobody has used before. */
export const newIdempotencyKey = (): string => `once-${process.pid}-${++keyCount}-${Date.now()}`;

/** A run that goes on until it is released, and how that is done. */
export async function startHeldRun(
  context: Sender,
  overrides: object = {},
): Promise<{ readonly run: string; readonly word: string; release(): Promise<void> }> {
  const word = newIdempotencyKey();
  const running = runFjordTool(context, "create_remark", { text: `held ${word}` }, overrides);
  running.catch(() => {});
  for (let attempts = 0; attempts < 100; attempts++) {
    const { value } = await callApi<Output<"listRuns">>(
      context,
      "GET",
      "/runs?status=running&tool=fjord.create_remark&limit=100",
    );
    const run = value.data.find(({ arguments: input }) => input["text"] === `held ${word}`);
    // The app must have it too, before it is told to let go.
    if (run) {
      return {
        run: run.run,
        word,
        async release() {
          for (let attempt = 0; attempt < 50; attempt++) {
            await runFjordTool(context, "create_remark", { text: `release ${word}` });
            if (
              await Promise.race([
                running.then(() => true),
                new Promise((resolve) => setTimeout(resolve, 50, false)),
              ])
            )
              return;
          }
        },
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("The run that is held did not begin");
}
