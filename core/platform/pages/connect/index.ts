import { decodePathParameter } from "../../../http/decode.ts";
import type { HttpRequest, HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import { readBody } from "../../../http/read-body.ts";
import type { OpenHandler } from "../../../http/route.ts";
import { seeOther } from "../../../lib/html-page/index.ts";
import { randomToken } from "../../../lib/kit/random.ts";
import { isOwnRequest } from "../../account/access/own-request.ts";
import { offersChoice } from "../../connections/context/context-values.ts";
import { completeSignIn, REFUSAL_CODES } from "../../connections/flow/complete-sign-in.ts";
import {
  type ActiveLink,
  type MethodChoice,
  resolveLink,
} from "../../connections/flow/connect-links.ts";
import { submitConnectForm } from "../../connections/flow/submit-connect-form.ts";
import { hasContextField, submitContextForm } from "../../connections/flow/submit-context-form.ts";
import type { ConnectionsModule } from "../../create-connections.ts";
import { BROWSER_COOKIE, parseCookies, serializeCookie, setCookies } from "../cookies.ts";
import type { Surface, SurfaceDeps } from "../surface.ts";
import { formPage } from "./form-page.ts";
import { connectedPage, problemPage, redirectPage, refusedPage } from "./result-pages.ts";
import { buildReturnUrl } from "./return-url.ts";

const FORM_BYTES = 64 * 1024;
const COOKIE_SECONDS = 3600;
const SIGN_IN_SECONDS = 900;

/** The page of a connect link, and the submission of its form. */
export const connect: Surface = {
  path: "/connect/{token}",
  methods: ["GET", "POST"],
  cost: { free: "people" },
  mediaTypes: ["text/html"],
  createHandler: (surfaceDeps) =>
    withErrorPage(surfaceDeps, async (connections, request, { token, query }) => {
      const { deps } = connections;
      const { origin } = deps;
      const requestCookies = parseCookies(request);
      const browserSecret = requestCookies.get(BROWSER_COOKIE);
      if (request.method === "POST" && !isOwnForm(request, origin))
        return problemPage(origin, "foreign_form", { retryUrl: `/connect/${token}` });
      const linkState = await resolveLink(deps, token, browserSecret);
      if (linkState.kind === "unusable") return problemPage(origin, linkState.reason, linkState);
      if (linkState.kind === "done") {
        const returnTo =
          linkState.returnUrl &&
          buildReturnUrl(linkState.returnUrl, { connection: linkState.stored.connection.id });
        const form = request.method === "POST" ? await readForm(request) : undefined;
        // The form of the credentials may have been submitted twice.
        if (!form || !hasContextField(form))
          return connectedPage(origin, linkState.app, linkState.stored, returnTo, { token });
        const chosen = await submitContextForm(deps, linkState, {
          form,
          network: surfaceDeps.networkOf(request),
        });
        if (!chosen) return problemPage(origin, "revoked", { appName: linkState.app.record.name });
        // See below: a form can't redirect to another origin.
        return returnTo
          ? connectedPage(origin, linkState.app, chosen, returnTo, { token, redirects: true })
          : seeOther(`/connect/${token}`);
      }
      if (request.method !== "POST") {
        const browserCookie =
          browserSecret === undefined
            ? [
                serializeCookie(origin, BROWSER_COOKIE, randomToken(), {
                  path: "/connect",
                  seconds: COOKIE_SECONDS,
                }),
              ]
            : [];
        return formPage(
          origin,
          linkState,
          chooseMethod(linkState, new URLSearchParams(query).get("method")),
          {
            cookies: browserCookie,
          },
        );
      }
      if (browserSecret === undefined)
        return problemPage(origin, "cookies_blocked", {
          appName: linkState.app.record.name,
          returnUrl: linkState.link.returnUrl,
          retryUrl: `/connect/${token}`,
        });
      const form = await readForm(request);
      const choice = chooseMethod(linkState, form.get("method") ?? null);
      if (!choice?.isConfigured) return formPage(origin, linkState, choice);
      const result = await submitConnectForm(deps, linkState, {
        choice,
        form,
        browser: browserSecret,
        network: surfaceDeps.networkOf(request),
      });
      if (result.outcome === "invalid")
        return formPage(origin, linkState, choice, { rejected: result });
      if (result.outcome === "other_browser")
        return problemPage(origin, "other_browser", { appName: linkState.app.record.name });
      if (result.outcome === "connected") {
        const returnTo =
          linkState.link.returnUrl &&
          buildReturnUrl(linkState.link.returnUrl, { connection: result.stored.connection.id });
        // The policy `form-action 'self'` also blocks redirects of a form to other origins, so the
        // page redirects instead.
        return returnTo && !offersChoice(result.stored)
          ? connectedPage(origin, linkState.app, result.stored, returnTo, {
              token,
              redirects: true,
            })
          : seeOther(`/connect/${token}`);
      }
      return redirectPage(origin, linkState.app.record, result.url, [
        serializeCookie(origin, result.cookie.name, result.cookie.value, {
          path: "/oauth/callback",
          seconds: SIGN_IN_SECONDS,
        }),
      ]);
    }),
};

/** The redirect URI of every OAuth sign-in. */
export const callback: Surface = {
  path: "/oauth/callback",
  methods: ["GET"],
  cost: { free: "people" },
  mediaTypes: ["text/html"],
  createHandler: (surfaceDeps) =>
    withErrorPage(surfaceDeps, async ({ deps }, request, { query }) => {
      const { origin } = deps;
      const result = await completeSignIn(deps, new URLSearchParams(query), {
        cookies: parseCookies(request),
        network: surfaceDeps.networkOf(request),
      });
      if (result.outcome === "invalid") return problemPage(origin, "no_sign_in");
      const clearedCookies = [
        serializeCookie(origin, result.cookie, "-", { path: "/oauth/callback", seconds: 0 }),
      ];
      const { returnUrl } = result;
      if (result.outcome === "connected")
        return setCookies(
          seeOther(
            returnUrl && !offersChoice(result.stored)
              ? buildReturnUrl(returnUrl, { connection: result.stored.connection.id })
              : `/connect/${result.token}`,
          ),
          clearedCookies,
        );
      return refusedPage(origin, result.app, {
        outcome: result.outcome,
        reason: result.reason,
        retryUrl: `/connect/${result.token}`,
        returnUrl:
          returnUrl &&
          buildReturnUrl(returnUrl, {
            connection: result.connection,
            reason: REFUSAL_CODES[result.outcome],
          }),
        cookies: clearedCookies,
      });
    }),
};

const readForm = async (request: HttpRequest): Promise<ReadonlyMap<string, string>> =>
  new Map(new URLSearchParams(new TextDecoder().decode(await readBody(request, FORM_BYTES))));

/** Turns errors into pages, because users see them in a browser. */
function withErrorPage(
  surfaceDeps: SurfaceDeps,
  page: (
    connections: ConnectionsModule,
    request: HttpRequest,
    params: { token: string; query: string },
  ) => Promise<HttpResponse>,
): OpenHandler {
  return async (request, { query, path, match: { parameters } }) => {
    const { connections, origin } = surfaceDeps;
    if (!connections) throw new Problem("not_found", `Nothing is served at ${path}.`);
    let token = "";
    try {
      if (parameters["token"] !== undefined)
        token = decodePathParameter("token", parameters["token"]);
      return await page(connections, request, { token, query });
    } catch (error) {
      const retry = token === "" ? {} : { retryUrl: `/connect/${token}` };
      if (error instanceof Problem && error.status < 500)
        return error.code === "app_not_found"
          ? problemPage(origin, "revoked")
          : problemPage(origin, "failed", retry);
      connections.deps.onError(error);
      return problemPage(origin, "failed", retry);
    }
  };
}

/** Returns the requested method, or else the first configured one. */
function chooseMethod({ choices }: ActiveLink, id: string | null): MethodChoice | undefined {
  return (
    choices.find(({ method }) => method.id === id) ??
    choices.find(({ isConfigured }) => isConfigured) ??
    choices[0]
  );
}

/**
 * Whether a form was sent from this site. The `SameSite` cookie is a second defense against CSRF.
 */
function isOwnForm(request: HttpRequest, origin: string): boolean {
  return (
    isOwnRequest(request, origin) &&
    request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ===
      "application/x-www-form-urlencoded"
  );
}
