import assert from "node:assert/strict";
import type { FoundOfPlatform, Output } from "../../case.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";
import type { Answered } from "../../targets/target.ts";

type Asks = Pick<FoundOfPlatform, "ask">;

/** Asks the API over HTTP, whatever the caller under test; with the key that may do everything, unless another is named. */
export async function api<Value = any>(
  { ask }: Asks,
  method: string,
  path: string,
  body?: object,
  key: string = KEYS.whole,
): Promise<{ readonly status: number; readonly value: Value }> {
  const { status, text } = await ask({
    method,
    path: `/api/v1${path}`,
    headers: {
      ...bearer(key),
      accept: "application/json, application/problem+json",
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status, value: text === "" ? undefined : JSON.parse(text) };
}

/** The link for a person to connect an app, and the connection that waits. */
export const linkTo = async (
  found: Asks,
  app: string,
  about: object = {},
  key?: string,
): Promise<Output<"connectApp">> =>
  (await api(found, "POST", `/apps/${app}/connect`, about, key)).value;

/** Where a link leads, as it is asked of the target. */
export const placeOf = (url: string): string => new URL(url).pathname;

/** Opens a link in a browser of its own; the page, and the browser's cookie. */
export async function opened(
  { ask }: Asks,
  url: string,
): Promise<{ readonly page: Answered; readonly cookie: string }> {
  const page = await ask({ path: placeOf(url) });
  return { page, cookie: (page.headers["set-cookie"] ?? "").split(";")[0]! };
}

/** What a form of the link's page sends. */
export const form = (
  url: string,
  cookie: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) => ({
  method: "POST",
  path: placeOf(url),
  headers: { "content-type": "application/x-www-form-urlencoded", cookie, ...headers },
  body: new URLSearchParams(fields).toString(),
});

/** What connects Fjord by a form. */
export const FJORD_FORM = { method: "api_key", f_key: "fjord_entered_key" } as const;

let users = 0;

/** An end user of whom nobody has heard before. */
export const newUser = (): string => `user-${process.pid}-${++users}-${Date.now()}`;

/** A connection that works, made as people make them: of an end user of its own, so that nothing else counts it. */
export async function connected(found: Asks, about: object = {}): Promise<Output<"getConnection">> {
  const { url, connection } = await linkTo(found, "fjord", {
    user: newUser(),
    method: "api_key",
    ...about,
  });
  const { cookie } = await opened(found, url);
  const { status, text } = await found.ask(form(url, cookie, FJORD_FORM));
  assert.equal(status, 303, text);
  return (await api(found, "GET", `/connections/${connection.id}`)).value;
}

/** A run of a tool of Fjord. */
export const ran = async (
  found: Asks,
  tool: string,
  given: object = {},
  about: object = {},
  key?: string,
): Promise<Output<"runTool">> =>
  (await api(found, "POST", `/tools/fjord.${tool}/run`, { arguments: given, ...about }, key)).value;

let keys = 0;

/** An idempotency key, or a word, that nobody has used before. */
export const once = (): string => `once-${process.pid}-${++keys}-${Date.now()}`;

/** A run that goes on until it is released, and how that is done. */
export async function heldRun(
  found: Asks,
  about: object = {},
): Promise<{ readonly run: string; readonly word: string; release(): Promise<void> }> {
  const word = once();
  const running = ran(found, "create_remark", { text: `held ${word}` }, about);
  running.catch(() => {});
  for (let tries = 0; tries < 100; tries++) {
    const { value } = await api<Output<"listRuns">>(
      found,
      "GET",
      "/runs?status=running&tool=fjord.create_remark&limit=100",
    );
    const run = value.data.find(({ arguments: given }) => given["text"] === `held ${word}`);
    // The app must have it too, before it is told to let go.
    if (run) {
      return {
        run: run.run,
        word,
        async release() {
          for (let times = 0; times < 50; times++) {
            await ran(found, "create_remark", { text: `release ${word}` });
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
