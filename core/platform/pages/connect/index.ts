import type { HttpRequest, HttpResponse } from "../../../http/handler.ts";
import { decodePathParameter } from "../../../http/input/decode.ts";
import { readBody } from "../../../http/input/read-body.ts";
import { Problem } from "../../../http/problem.ts";
import type { OpenHandler } from "../../../http/routing/route.ts";
import { seeOther } from "../../../lib/html-page/index.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import { isOwnRequest } from "../../account/access/own-request.ts";
import { advanceLink } from "../../connections/flow/advance-link.ts";
import { completeSignIn } from "../../connections/flow/complete-sign-in.ts";
import type { ConnectStep } from "../../connections/flow/connect-step.ts";
import type { ConnectionsModule } from "../../create-connections.ts";
import { BROWSER_COOKIE, parseCookies, serializeCookie, setCookies } from "../cookies.ts";
import type { Surface, SurfaceDeps } from "../surface.ts";
import { formPage } from "./form-page.ts";
import { connectedPage, problemPage, redirectPage, refusedPage } from "./result-pages.ts";
import { buildReturnUrl } from "./return-url.ts";

const FORM_BYTES = 64 * 1024;
const COOKIE_SECONDS = 3600;
const SIGN_IN_SECONDS = 900;

/** A visit to a page that shows a step. */
interface Visit {
  readonly origin: string;
  /** The token of the connect link. */
  readonly token: string;
  /** Whether the browser has submitted a form. */
  readonly isForm: boolean;
  readonly cookies: readonly string[];
}

type StepOf<Name extends ConnectStep["step"]> = Extract<ConnectStep, { readonly step: Name }>;

/** The page of each step. */
const PAGES: {
  readonly [Name in ConnectStep["step"]]: (
    step: StepOf<Name>,
    visit: Visit,
  ) => Promise<HttpResponse> | HttpResponse;
} = {
  form: ({ link, choice, rejected }, { origin, cookies }) =>
    formPage(origin, link, choice, { rejected, cookies }),
  sign_in: ({ app, url, cookie }, { origin }) =>
    redirectPage(origin, app.record, url, [
      serializeCookie(origin, cookie.name, cookie.value, {
        path: "/oauth/callback",
        seconds: SIGN_IN_SECONDS,
      }),
    ]),
  connected: ({ app, stored, returnUrl }, { origin, token }) =>
    connectedPage(origin, app, stored, activeUrl(stored, returnUrl), { token }),
  choose: (_, { token, cookies }) => setCookies(seeOther(linkPath(token)), cookies),
  done: ({ app, stored, returnUrl }, { origin, token, isForm, cookies }) => {
    const returnTo = activeUrl(stored, returnUrl);
    // The policy `form-action 'self'` also blocks redirects of a form to other origins, so the page
    // redirects instead.
    return returnTo && isForm
      ? connectedPage(origin, app, stored, returnTo, { token, redirects: true })
      : setCookies(seeOther(returnTo ?? linkPath(token)), cookies);
  },
  refused: ({ app, by, reason, connection, returnUrl }, { origin, token, cookies }) =>
    refusedPage(origin, app, {
      by,
      reason,
      retryUrl: linkPath(token),
      returnUrl: returnUrl && buildReturnUrl(returnUrl, { connection, reason: `refused_by_${by}` }),
      cookies,
    }),
  problem: ({ problem, appName, returnUrl, canRetry }, { origin, token }) =>
    problemPage(origin, problem, {
      appName,
      returnUrl,
      ...(canRetry && { retryUrl: linkPath(token) }),
    }),
};

/** Renders a step. Each page receives only its own step, by the name of the step. */
const renderStep = (step: ConnectStep, visit: Visit): Promise<HttpResponse> | HttpResponse =>
  (PAGES[step.step] as (step: ConnectStep, visit: Visit) => Promise<HttpResponse> | HttpResponse)(
    step,
    visit,
  );

const linkPath = (token: string): string => `/connect/${token}`;

/** The return URL of a connection that is active. */
const activeUrl = ({ connection }: StoredConnection, returnUrl: string | undefined) =>
  returnUrl && buildReturnUrl(returnUrl, { connection: connection.id });

/** The page of a connect link, and the submission of its form. */
export const connect: Surface = {
  path: "/connect/{token}",
  methods: ["GET", "POST"],
  cost: { free: "people" },
  mediaTypes: ["text/html"],
  createHandler: (surfaceDeps) =>
    withErrorPage(surfaceDeps, async ({ deps }, request, { token, query }) => {
      const { origin } = deps;
      const isForm = request.method === "POST";
      if (isForm && !isOwnForm(request, origin))
        return problemPage(origin, "foreign_form", { retryUrl: linkPath(token) });
      const browser = parseCookies(request).get(BROWSER_COOKIE);
      const step = await advanceLink(deps, {
        token,
        browser,
        network: surfaceDeps.networkOf(request),
        method: new URLSearchParams(query).get("method"),
        form: isForm ? await readForm(request) : undefined,
      });
      const cookies = browser === undefined && !isForm ? [createBrowserCookie(origin)] : [];
      return renderStep(step, { origin, token, isForm, cookies });
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
      const { step, ended } = await completeSignIn(deps, new URLSearchParams(query), {
        cookies: parseCookies(request),
        network: surfaceDeps.networkOf(request),
      });
      const path = "/oauth/callback";
      const cookies = ended
        ? [serializeCookie(origin, ended.cookie, "-", { path, seconds: 0 })]
        : [];
      return renderStep(step, { origin, token: ended?.token ?? "", isForm: false, cookies });
    }),
};

/** Creates the cookie that binds a connect link to a browser. */
const createBrowserCookie = (origin: string): string =>
  serializeCookie(origin, BROWSER_COOKIE, randomToken(), {
    path: "/connect",
    seconds: COOKIE_SECONDS,
  });

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
