import assert from "node:assert/strict";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import type { TestResponse } from "../../targets/target.ts";
import { callApi, FJORD_FORM, linkPath, submitForm } from "./actions.ts";
import {
  CALLBACK,
  createFjordLink,
  openNewLink,
  PAGE_SECURITY_HEADERS,
  page,
  rejectedMethods,
} from "./oauth-callback.ts";

type Fields = Readonly<Record<string, string>>;

const UNKNOWN_LINK_PATH = "/connect/cl_nothing";

/** Submits the form of a new link. */
const submitNewForm =
  (fields: Fields, headers: Fields = {}) =>
  async (context: PlatformContext) => {
    const { url, cookie } = await openNewLink(context);
    return submitForm(url, cookie, fields, headers);
  };
/** Requests a used link, in the browser that used it or in another. */
const requestUsedLink = (isSameBrowser: boolean) => async (context: PlatformContext) => {
  const { url, cookie } = await openNewLink(context);
  await context.send(submitForm(url, cookie, FJORD_FORM));
  return { path: linkPath(url), ...(isSameBrowser && { headers: { cookie } }) };
};
const assertCookie = ({ headers }: TestResponse) =>
  assert.match(
    headers["set-cookie"] ?? "",
    /^jf_connect=[\w-]{20,}; Path=\/connect; Max-Age=3600; HttpOnly; SameSite=Lax$/,
  );

/** Checks that the log contains the route of a link, but not its token. */
const tokenNotLogged = (
  it: string,
  toPath: (token: string) => string,
  status: number,
): Exchange<PlatformContext> => {
  let token = "";
  return {
    it,
    requires: "fixture",
    async request(context) {
      token = linkPath((await createFjordLink(context)).url).slice("/connect/".length);
      return { path: toPath(token) };
    },
    status,
    async check(_, { send }) {
      const { text } = await send({ path: "/", headers: { "fixture-log": "1" } });
      assert.ok(text.includes("/connect/{token}"));
      assert.ok(!text.includes(token.slice(0, 60)), "the log contains the link");
    },
  };
};

/** The pages of a connect link. */
export const connectExchanges: Exchanges<PlatformContext> = {
  "/connect/{token}": [
    page(
      "shows the app, the end user, the label and what the user allows",
      200,
      async (context) => ({
        path: linkPath((await createFjordLink(context, { user: "Ann <b>", label: "Work" })).url),
      }),
      /Connect Fjord[\s\S]*User Ann &lt;b&gt;[\s\S]*Work[\s\S]*What you allow/,
      assertCookie,
    ),
    page(
      "turns autocomplete off for a secret field",
      200,
      async (context) => ({
        path: linkPath((await createFjordLink(context, { auth_method: "api_key" })).url),
      }),
      /<input id="f_key" name="f_key"[^>]* type="password" class="secret" value="" autocomplete="off"/,
    ),
    {
      it: "answers HEAD like GET, without a body",
      requires: "fixture",
      request: async (context) => ({
        method: "HEAD",
        path: linkPath((await createFjordLink(context)).url),
      }),
      status: 200,
      mediaType: "text/html",
      headers: PAGE_SECURITY_HEADERS,
    },
    {
      it: "connects with a submitted form and redirects to the result",
      requires: "fixture",
      request: submitNewForm(FJORD_FORM),
      status: 303,
      headers: {
        location: /^\/connect\/cl_/,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      },
    },
    page(
      "confirms the connection in the same browser",
      200,
      requestUsedLink(true),
      /Fjord is connected/,
    ),
    page(
      "rejects a used link in another browser",
      410,
      requestUsedLink(false),
      /This link has already been used/,
    ),
    page(
      "accepts the form from one browser only",
      409,
      async (context) => {
        const { url, cookie } = await openNewLink(context);
        await context.send(submitForm(url, cookie, { ...FJORD_FORM, method: "oauth2" }));
        return submitForm(url, "jf_connect=somebodyelse0123456789", FJORD_FORM);
      },
      /another browser/,
    ),
    page(
      "explains an invalid entry without repeating it",
      422,
      submitNewForm({ ...FJORD_FORM, f_key: "wrong<script>" }),
      /This doesn’t look like your key/,
      ({ text }) => assert.ok(!text.includes("wrong&lt;")),
    ),
    page("names a missing entry", 422, submitNewForm({ method: "api_key" }), /Enter your key/),
    page(
      "rejects a form from another site by its Sec-Fetch-Site",
      403,
      submitNewForm(FJORD_FORM, { "sec-fetch-site": "cross-site" }),
      /This form came from another site/,
    ),
    page(
      "rejects a form from another site by its Origin",
      403,
      submitNewForm(FJORD_FORM, { origin: "https://evil.example" }),
      /This form came from another site/,
    ),
    page(
      "rejects a form whose browser names no site",
      403,
      submitNewForm(FJORD_FORM, { "sec-fetch-site": "none" }),
      /This form came from another site/,
    ),
    page(
      "rejects a body that isn't a form",
      403,
      submitNewForm(FJORD_FORM, { "content-type": "text/plain" }),
      /This form came from another site/,
    ),
    page(
      "rejects a form from a browser that blocks cookies",
      400,
      async (context) => submitForm((await createFjordLink(context)).url, "", FJORD_FORM),
      /browser blocks cookies/,
    ),
    page(
      "redirects to return_url with the result",
      200,
      async (context) => {
        const { url, cookie } = await openNewLink(context, {
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
        const { url, cookie } = await openNewLink(context);
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
    page("rejects an unknown token", 404, { path: UNKNOWN_LINK_PATH }, /This link is invalid/),
    page(
      "rejects an altered token",
      404,
      async (context) => ({
        path: `${linkPath((await createFjordLink(context)).url).slice(0, -3)}aaa`,
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
        const { url, connection } = await createFjordLink(context);
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
        async (context) => ({ path: linkPath((await createFjordLink(context)).url) }),
        /Something went wrong/,
      ),
      fault: 500,
    },
    ...rejectedMethods(UNKNOWN_LINK_PATH, ["PUT", "DELETE", "PATCH"], "GET, POST, HEAD, OPTIONS"),
  ],
};
