import { readBody } from "../../../http/body.ts";
import { pathValue } from "../../../http/decode.ts";
import type { Answer, Asked } from "../../../http/handler.ts";
import { Problem } from "../../../problem.ts";
import { begin } from "../../connections/begin.ts";
import type { Connecting } from "../../connections/connecting.ts";
import { finish } from "../../connections/finish.ts";
import { type Choice, type OpenVisit, visit } from "../../connections/visit.ts";
import { randomText } from "../../domain/seal/bytes.ts";
import type { Sources, Surface } from "../surface.ts";
import { BROWSER, cookie, cookiesOf } from "./cookies.ts";
import { formPage } from "./form-page.ts";
import { seeOther } from "./page.ts";
import { awayPage, connectedPage, overPage, refusedPage } from "./result-pages.ts";

const FORM_BYTES = 64 * 1024;
const COOKIE_SECONDS = 3600;
const SIGN_IN_SECONDS = 900;

/** The page that a link leads to, and what its form sends. */
export const connect: Surface = {
  path: "/connect/{token}",
  methods: ["GET", "POST"],
  mediaTypes: ["text/html"],
  respond: (sources) =>
    asPage(sources, async (connecting, asked, { token, query }) => {
      const { office } = connecting;
      const { origin } = office;
      const cookies = cookiesOf(asked);
      const browser = cookies.get(BROWSER);
      if (asked.method === "POST" && !isOwnForm(asked, origin)) return overPage(origin, "foreign");
      const seen = await visit(office, token, browser);
      if (seen.kind === "over") return overPage(origin, seen.why, { appName: seen.appName });
      if (seen.kind === "done")
        return connectedPage(
          origin,
          seen.app,
          seen.kept,
          seen.returnUrl && returning(seen.returnUrl, seen.kept.connection.id, "active"),
        );
      if (asked.method !== "POST") {
        const remember =
          browser === undefined
            ? [cookie(origin, BROWSER, randomText(), { path: "/connect", seconds: COOKIE_SECONDS })]
            : [];
        return formPage(origin, seen, chosen(seen, new URLSearchParams(query).get("method")), {
          cookies: remember,
        });
      }
      if (browser === undefined)
        return overPage(origin, "cookies", { appName: seen.app.record.name });
      const form = new Map(
        new URLSearchParams(new TextDecoder().decode(await readBody(asked, FORM_BYTES))),
      );
      const choice = chosen(seen, form.get("method") ?? null);
      if (!choice?.isConfigured) return formPage(origin, seen, choice);
      const begun = await begin(office, seen, { choice, form, browser });
      if (begun.outcome === "again") return formPage(origin, seen, choice, { tried: begun });
      if (begun.outcome === "elsewhere")
        return overPage(origin, "elsewhere", { appName: seen.app.record.name });
      if (begun.outcome === "connected") {
        const back =
          seen.link.returnUrl && returning(seen.link.returnUrl, begun.kept.connection.id, "active");
        // A form may not lead to another origin, not even by a redirect: the page goes there by itself.
        return back
          ? connectedPage(origin, seen.app, begun.kept, back, { goesBack: true })
          : seeOther(`/connect/${token}`);
      }
      return awayPage(origin, seen.app.record.name, begun.url, [
        cookie(origin, begun.cookie.name, begun.cookie.value, {
          path: "/oauth/callback",
          seconds: SIGN_IN_SECONDS,
        }),
      ]);
    }),
};

/** The one address that apps send people back to. */
export const callback: Surface = {
  path: "/oauth/callback",
  methods: ["GET"],
  mediaTypes: ["text/html"],
  respond: (sources) =>
    asPage(sources, async ({ office }, asked, { query }) => {
      const { origin } = office;
      const done = await finish(office, new URLSearchParams(query), cookiesOf(asked));
      if (done.outcome === "nothing") return overPage(origin, "nothing");
      const forget = [cookie(origin, done.cookie, "-", { path: "/oauth/callback", seconds: 0 })];
      const back = (id: string, status: string) =>
        done.returnUrl && returning(done.returnUrl, id, status);
      if (done.outcome === "connected")
        return seeOther(
          back(done.kept.connection.id, "active") ?? `/connect/${done.token}`,
          forget,
        );
      return refusedPage(origin, done.app, {
        outcome: done.outcome,
        why: done.why,
        again: `/connect/${done.token}`,
        returnUrl: back(done.connection, "failed"),
        cookies: forget,
      });
    }),
};

/** Anything that goes wrong is a page too: a person looks at it. */
function asPage(
  sources: Sources,
  page: (
    connecting: Connecting,
    asked: Asked,
    at: { token: string; query: string },
  ) => Promise<Answer>,
): ReturnType<Surface["respond"]> {
  return async (asked, { parameters, query, path }) => {
    const { connecting, origin } = sources;
    if (!connecting) throw new Problem("not_found", `Nothing is served at ${path}.`);
    try {
      return await page(connecting, asked, {
        token: parameters["token"] === undefined ? "" : pathValue("token", parameters["token"]),
        query,
      });
    } catch (error) {
      if (error instanceof Problem && error.status < 500)
        return overPage(origin, error.code === "app_not_found" ? "withdrawn" : "failed");
      connecting.office.fault(error);
      return overPage(origin, "failed");
    }
  };
}

/** The way that was asked for, else the first that can be used. */
function chosen({ choices }: OpenVisit, id: string | null): Choice | undefined {
  return (
    choices.find(({ method }) => method.id === id) ??
    choices.find(({ isConfigured }) => isConfigured) ??
    choices[0]
  );
}

/** Whether a form is this page's own, as far as the browser says; the cookie comes with no other, either. */
function isOwnForm(asked: Asked, origin: string): boolean {
  const site = asked.headers.get("sec-fetch-site");
  const from = asked.headers.get("origin");
  return (
    (site === null || site === "same-origin") &&
    (from === null || from === "null" || from === origin) &&
    asked.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ===
      "application/x-www-form-urlencoded"
  );
}

function returning(returnUrl: string, connection: string, status: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set("connection", connection);
  url.searchParams.set("status", status);
  return url.href;
}
