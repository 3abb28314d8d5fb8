import assert from "node:assert/strict";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { callApi, createConnectLink, newEndUser, openConnectPage, submitForm } from "./actions.ts";

type PlatformExchange = Exchange<PlatformContext>;
/** Where apps redirect after a sign-in. */
export const CALLBACK = "/oauth/callback";

/** The headers of every page of the connect flow. */
export const PAGE_SECURITY_HEADERS = {
  "content-security-policy":
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-robots-tag": /noindex/,
} as const;

/** An exchange whose response is a page of the connect flow. */
export const page = (
  it: string,
  status: number,
  request: PlatformExchange["request"],
  pattern: RegExp,
  check?: PlatformExchange["check"],
): PlatformExchange => ({
  it,
  requires: "fixture",
  request,
  status,
  mediaType: "text/html",
  headers: PAGE_SECURITY_HEADERS,
  async check(response, context) {
    assert.match(response.text, pattern);
    assert.doesNotMatch(response.text, /<script|javascript:|\son\w+=|fjord_entered/i);
    await check?.(response, context);
  },
});

/** Creates a connect link for Fjord and a new end user. */
export const createFjordLink = (context: PlatformContext, overrides: object = {}) =>
  createConnectLink(context, "fjord", { user: newEndUser(), ...overrides });
/** Creates a connect link and opens it in a new browser. */
export const openNewLink = async (context: PlatformContext, overrides: object = {}) => {
  const { url, connection } = await createFjordLink(context, overrides);
  return { url, connection, ...(await openConnectPage(context, url)) };
};
export const rejectedMethods = (
  path: string,
  methods: readonly string[],
  allow: string,
): PlatformExchange[] =>
  methods.map((method) => ({
    it: `returns 405 for ${method} and lists the allowed methods`,
    request: { method, path },
    status: 405,
    headers: { allow },
  }));

/**
 * Starts an OAuth sign-in. Returns the authorization URL and the cookie that the callback requires.
 */
async function redirectToProvider(
  context: PlatformContext,
): Promise<{ readonly url: URL; readonly cookie: string; readonly connection: string }> {
  const { url, cookie, connection } = await openNewLink(context, { auth_method: "oauth2" });
  const { text, headers } = await context.send(submitForm(url, cookie, { method: "oauth2" }));
  const [, target] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)!;
  return {
    url: new URL(target!.replaceAll("&amp;", "&")),
    cookie: headers["set-cookie"]!.split(";")[0]!,
    connection: connection.id,
  };
}
/** The callback request after a sign-in, optionally with the cookie of another browser. */
const returnFromProvider = async (
  context: PlatformContext,
  query: Readonly<Record<string, string>>,
  { cookie: otherCookie }: { readonly cookie?: string } = {},
) => {
  const { url, cookie } = await redirectToProvider(context);
  return {
    path: `${CALLBACK}?${new URLSearchParams({ state: url.searchParams.get("state")!, ...query })}`,
    headers: { cookie: otherCookie ?? cookie },
  };
};

/** The page to which apps redirect after a sign-in. */
export const callbackExchanges: Exchanges<PlatformContext> = {
  [CALLBACK]: [
    {
      it: "completes the sign-in and redirects to the link",
      requires: "fixture",
      request: (context) => returnFromProvider(context, { code: "code_of_the_app" }),
      status: 303,
      headers: {
        location: /^\/connect\/cl_/,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "set-cookie": /^jf_signin_\w+=-; Path=\/oauth\/callback; Max-Age=0/,
      },
    },
    page(
      "accepts a state once",
      400,
      async (context) => {
        const request = await returnFromProvider(context, { code: "code_of_the_app" });
        assert.equal((await context.send(request)).status, 303);
        return request;
      },
      /no sign-in to complete/,
    ),
    page(
      "accepts a state only in the browser that started the sign-in",
      400,
      (context) =>
        returnFromProvider(
          context,
          { code: "code_of_the_app" },
          { cookie: "jf_signin_000000000000=somebodyelse" },
        ),
      /no sign-in to complete/,
    ),
    page(
      "rejects an altered state",
      400,
      async (context) => {
        const request = await returnFromProvider(context, { code: "code_of_the_app" });
        return { ...request, path: request.path.replace("state=", "state=a") };
      },
      /no sign-in to complete/,
    ),
    page(
      "rejects an unknown state",
      400,
      { path: `${CALLBACK}?state=a&code=b` },
      /no sign-in to complete/,
    ),
    page("rejects a request without a state", 400, { path: CALLBACK }, /no sign-in to complete/),
    page(
      "explains that the user denied access",
      200,
      (context) =>
        returnFromProvider(context, {
          error: "access_denied",
          error_description: "No <b>thanks</b>",
        }),
      /Fjord was not connected[\s\S]*No (&lt;b&gt;)?thanks/,
    ),
    page(
      "shows the error code of the app",
      400,
      (context) => returnFromProvider(context, { error: "server_error" }),
      /Fjord rejected the sign-in \(server_error\)/,
    ),
    page(
      "explains that the app sent no authorization code",
      400,
      (context) => returnFromProvider(context, {}),
      /returned no authorization code/,
    ),
    page(
      "marks the connection as failed if the user denies access",
      200,
      async (context) => returnFromProvider(context, { error: "access_denied" }),
      /You granted no access/,
      async (_, context) => {
        const { value } = await callApi(context, "GET", "/connections?status=failed&app=fjord");
        assert.equal(value.data[0].status_reason.code, "refused_by_person");
      },
    ),
    {
      it: "answers HEAD like GET, without a body",
      requires: "fixture",
      request: { method: "HEAD", path: CALLBACK },
      status: 400,
      mediaType: "text/html",
      headers: PAGE_SECURITY_HEADERS,
    },
    ...rejectedMethods(CALLBACK, ["POST", "PUT", "DELETE"], "GET, HEAD, OPTIONS"),
  ],
};
