import assert from "node:assert/strict";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import type { TestResponse } from "../../targets/target.ts";
import {
  callApi,
  createConnectLink,
  FJORD_FORM,
  linkPath,
  newEndUser,
  openConnectPage,
  submitForm,
} from "./actions.ts";

type PlatformExchange = Exchange<PlatformContext>;
type Headers = Readonly<Record<string, string>>;

/** As every page is on which something is connected. */
const PAGE_SECURITY_HEADERS = {
  "content-security-policy":
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-robots-tag": /noindex/,
} as const;

const page = (
  it: string,
  status: number,
  request: PlatformExchange["request"],
  says: RegExp,
  check?: PlatformExchange["check"],
): PlatformExchange => ({
  it,
  requires: "fixture",
  request,
  status,
  mediaType: "text/html",
  headers: PAGE_SECURITY_HEADERS,
  async check(response, context) {
    assert.match(response.text, says);
    assert.doesNotMatch(response.text, /<script|javascript:|\son\w+=|fjord_entered/i);
    await check?.(response, context);
  },
});

const createLinkPath = (context: PlatformContext, overrides: object = {}) =>
  createConnectLink(context, "fjord", { user: newEndUser(), ...overrides });
const startSignIn = async (context: PlatformContext, overrides: object = {}) => {
  const { url, connection } = await createLinkPath(context, overrides);
  return { url, connection, ...(await openConnectPage(context, url)) };
};
const submittedForm =
  (fields: Headers, headers: Headers = {}) =>
  async (context: PlatformContext) => {
    const { url, cookie } = await startSignIn(context);
    return submitForm(url, cookie, fields, headers);
  };
/** A link that was used, in the browser that used it or in another. */
const usedLink = (isSameBrowser: boolean) => async (context: PlatformContext) => {
  const { url, cookie } = await startSignIn(context);
  await context.send(submitForm(url, cookie, FJORD_FORM));
  return { path: linkPath(url), ...(isSameBrowser && { headers: { cookie } }) };
};
const assertCookie = ({ headers }: TestResponse) =>
  assert.match(
    headers["set-cookie"] ?? "",
    /^jf_connect=[\w-]{20,}; Path=\/connect; Max-Age=3600; HttpOnly; SameSite=Lax$/,
  );

/** On the way to Fjord by OAuth: where the page leads, and with which cookie somebody comes back. */
async function redirectToProvider(
  context: PlatformContext,
): Promise<{ readonly url: URL; readonly cookie: string; readonly connection: string }> {
  const { url, cookie, connection } = await startSignIn(context, { auth_method: "oauth2" });
  const { text, headers } = await context.send(submitForm(url, cookie, { method: "oauth2" }));
  const [, to] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)!;
  return {
    url: new URL(to!.replaceAll("&amp;", "&")),
    cookie: headers["set-cookie"]!.split(";")[0]!,
    connection: connection.id,
  };
}
const CALLBACK = "/oauth/callback";
const returnFromProvider = async (
  context: PlatformContext,
  query: Headers,
  { cookie: expected }: { readonly cookie?: string } = {},
) => {
  const { url, cookie } = await redirectToProvider(context);
  return {
    path: `${CALLBACK}?${new URLSearchParams({ state: url.searchParams.get("state")!, ...query })}`,
    headers: { cookie: expected ?? cookie },
  };
};

/** A link as it is asked for must not be found in the log. */
const tokenNotLogged = (
  it: string,
  pathOf: (token: string) => string,
  status: number,
): PlatformExchange => {
  let token = "";
  return {
    it,
    requires: "fixture",
    async request(context) {
      token = linkPath((await createLinkPath(context)).url).slice("/connect/".length);
      return { path: pathOf(token) };
    },
    status,
    async check(_, { send }) {
      const { text } = await send({ path: "/", headers: { "fixture-log": "1" } });
      assert.ok(text.includes("/connect/{token}"));
      assert.ok(!text.includes(token.slice(0, 60)), "the log has the link");
    },
  };
};

const unknownLinkPath = "/connect/cl_nothing";
const refusesMethods = (
  path: string,
  methods: readonly string[],
  allow: string,
): PlatformExchange[] =>
  methods.map((method) => ({
    it: `answers ${method} with 405 and the allowed methods`,
    request: { method, path },
    status: 405,
    headers: { allow },
  }));

/** The pages on which people connect apps, and the way back from the apps. */
export const connectExchanges: Exchanges<PlatformContext> = {
  "/connect/{token}": [
    page(
      "shows the app, the end user, the label and what the user allows",
      200,
      async (context) => ({
        path: linkPath((await createLinkPath(context, { user: "Ann <b>", label: "Work" })).url),
      }),
      /Connect Fjord[\s\S]*User Ann &lt;b&gt;[\s\S]*Work[\s\S]*What you allow/,
      assertCookie,
    ),
    page(
      "turns autocomplete off for a secret field",
      200,
      async (context) => ({
        path: linkPath((await createLinkPath(context, { auth_method: "api_key" })).url),
      }),
      /<input id="f_key" name="f_key" type="password" class="secret" value="" autocomplete="off"/,
    ),
    {
      it: "answers HEAD like GET, without a body",
      requires: "fixture",
      request: async (context) => ({
        method: "HEAD",
        path: linkPath((await createLinkPath(context)).url),
      }),
      status: 200,
      mediaType: "text/html",
      headers: PAGE_SECURITY_HEADERS,
    },
    {
      it: "connects with a submitted form and redirects to the result",
      requires: "fixture",
      request: submittedForm(FJORD_FORM),
      status: 303,
      headers: {
        location: /^\/connect\/cl_/,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      },
    },
    page("confirms the connection in the same browser", 200, usedLink(true), /Fjord is connected/),
    page(
      "rejects a used link in another browser",
      410,
      usedLink(false),
      /This link has already been used/,
    ),
    page(
      "accepts the form from one browser only",
      409,
      async (context) => {
        const { url, cookie } = await startSignIn(context);
        await context.send(submitForm(url, cookie, { ...FJORD_FORM, method: "oauth2" }));
        return submitForm(url, "jf_connect=somebodyelse0123456789", FJORD_FORM);
      },
      /another browser/,
    ),
    page(
      "explains an invalid entry without repeating it",
      422,
      submittedForm({ ...FJORD_FORM, f_key: "wrong<script>" }),
      /This doesn’t look like your key/,
      ({ text }) => assert.ok(!text.includes("wrong&lt;")),
    ),
    page("names a missing entry", 422, submittedForm({ method: "api_key" }), /Enter your key/),
    page(
      "rejects a form from another site by its Sec-Fetch-Site",
      403,
      submittedForm(FJORD_FORM, { "sec-fetch-site": "cross-site" }),
      /This form came from another site/,
    ),
    page(
      "rejects a form from another site by its Origin",
      403,
      submittedForm(FJORD_FORM, { origin: "https://evil.example" }),
      /This form came from another site/,
    ),
    page(
      "rejects a body that isn't a form",
      403,
      submittedForm(FJORD_FORM, { "content-type": "text/plain" }),
      /This form came from another site/,
    ),
    page(
      "rejects a form from a browser that blocks cookies",
      400,
      async (context) => submitForm((await createLinkPath(context)).url, "", FJORD_FORM),
      /browser blocks cookies/,
    ),
    page(
      "redirects to return_url with the result",
      200,
      async (context) => {
        const { url, cookie } = await startSignIn(context, {
          return_url: "http://127.0.0.1:9/settings?tab=apps",
        });
        return submitForm(url, cookie, FJORD_FORM);
      },
      /content="0;url=http:\/\/127\.0\.0\.1:9\/settings\?tab=apps&amp;connection=conn_\w+&amp;status=active"/,
    ),
    page(
      "redirects to the app's sign-in with a PKCE challenge",
      200,
      async (context) => {
        const { url, cookie } = await startSignIn(context);
        return submitForm(url, cookie, { method: "oauth2" });
      },
      /\/authorize\?[^"]*code_challenge_method=S256/,
      ({ text, headers }) => {
        const authorizationUrl = new URL(
          /content="0;url=([^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&"),
        ).searchParams;
        assert.deepEqual(
          [
            authorizationUrl.get("client_id"),
            authorizationUrl.get("scope"),
            authorizationUrl.get("response_type"),
            new URL(authorizationUrl.get("redirect_uri")!).pathname,
          ],
          ["fixture_client", "remarks", "code", CALLBACK],
        );
        assert.match(
          headers["set-cookie"]!,
          /^jf_signin_\w+=[\w-]{20,}; Path=\/oauth\/callback; Max-Age=900; HttpOnly; SameSite=Lax$/,
        );
        assert.ok(!text.includes("client_secret"));
      },
    ),
    page("rejects an unknown token", 404, { path: unknownLinkPath }, /This link is invalid/),
    page(
      "rejects an altered token",
      404,
      async (context) => ({
        path: `${linkPath((await createLinkPath(context)).url).slice(0, -3)}aaa`,
      }),
      /This link is invalid/,
    ),
    page(
      "rejects a path that isn't a token",
      404,
      { path: "/connect/%F0%9F%8E%A7" },
      /This link is invalid/,
    ),
    page(
      "rejects a token of 7,000 characters",
      404,
      { path: `/connect/cl_${"a".repeat(7000)}` },
      /This link is invalid/,
    ),
    page(
      "rejects the link of a deleted connection",
      410,
      async (context) => {
        const { url, connection } = await createLinkPath(context);
        await callApi(context, "DELETE", `/connections/${connection.id}`);
        return { path: linkPath(url) };
      },
      /This link is no longer valid/,
    ),
    tokenNotLogged("keeps the link out of the log", (token) => `/connect/${token}`, 200),
    tokenNotLogged(
      "keeps a link with a trailing slash out of the log",
      (token) => `/connect/${token}/`,
      200,
    ),
    tokenNotLogged(
      "keeps a link with an extra path out of the log",
      (token) => `/connect/${token}/favicon.ico?a=b`,
      404,
    ),
    {
      ...page(
        "reveals nothing about an internal error",
        503,
        async (context) => ({ path: linkPath((await createLinkPath(context)).url) }),
        /Something went wrong/,
      ),
      fault: 500,
    },
    ...refusesMethods(unknownLinkPath, ["PUT", "DELETE", "PATCH"], "GET, POST, HEAD, OPTIONS"),
  ],
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
    ...refusesMethods(CALLBACK, ["POST", "PUT", "DELETE"], "GET, HEAD, OPTIONS"),
  ],
};
