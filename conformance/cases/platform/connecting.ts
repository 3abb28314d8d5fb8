import assert from "node:assert/strict";
import type { Exchange, Exchanges, FoundOfPlatform } from "../../case.ts";
import type { Answered } from "../../targets/target.ts";
import { api, FJORD_FORM, form, linkTo, newUser, opened, placeOf } from "./carried-out.ts";

type Of = Exchange<FoundOfPlatform>;
type Headers = Readonly<Record<string, string>>;

/** As every page is on which something is connected. */
const SAFE = {
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
  ask: Of["ask"],
  says: RegExp,
  check?: Of["check"],
): Of => ({
  it,
  needs: "rig",
  ask,
  status,
  mediaType: "text/html",
  headers: SAFE,
  async check(answer, found) {
    assert.match(answer.text, says);
    assert.doesNotMatch(answer.text, /<script|javascript:|\son\w+=|fjord_entered/i);
    await check?.(answer, found);
  },
});

const link = (found: FoundOfPlatform, about: object = {}) =>
  linkTo(found, "fjord", { user: newUser(), ...about });
const begun = async (found: FoundOfPlatform, about: object = {}) => {
  const { url, connection } = await link(found, about);
  return { url, connection, ...(await opened(found, url)) };
};
const sent =
  (fields: Headers, headers: Headers = {}) =>
  async (found: FoundOfPlatform) => {
    const { url, cookie } = await begun(found);
    return form(url, cookie, fields, headers);
  };
/** A link that was used, in the browser that used it or in another. */
const spent = (isSameBrowser: boolean) => async (found: FoundOfPlatform) => {
  const { url, cookie } = await begun(found);
  await found.ask(form(url, cookie, FJORD_FORM));
  return { path: placeOf(url), ...(isSameBrowser && { headers: { cookie } }) };
};
const cookieSays = ({ headers }: Answered) =>
  assert.match(
    headers["set-cookie"] ?? "",
    /^jf_connect=[\w-]{20,}; Path=\/connect; Max-Age=3600; HttpOnly; SameSite=Lax$/,
  );

/** On the way to Fjord by OAuth: where the page leads, and with which cookie somebody comes back. */
async function away(
  found: FoundOfPlatform,
): Promise<{ readonly url: URL; readonly cookie: string; readonly connection: string }> {
  const { url, cookie, connection } = await begun(found, { method: "oauth2" });
  const { text, headers } = await found.ask(form(url, cookie, { method: "oauth2" }));
  const [, to] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)!;
  return {
    url: new URL(to!.replaceAll("&amp;", "&")),
    cookie: headers["set-cookie"]!.split(";")[0]!,
    connection: connection.id,
  };
}
const CALLBACK = "/oauth/callback";
const back = async (
  found: FoundOfPlatform,
  query: Headers,
  { cookie: wanted }: { readonly cookie?: string } = {},
) => {
  const { url, cookie } = await away(found);
  return {
    path: `${CALLBACK}?${new URLSearchParams({ state: url.searchParams.get("state")!, ...query })}`,
    headers: { cookie: wanted ?? cookie },
  };
};

/** A link as it is asked for must not be found in the log. */
const unlogged = (it: string, pathOf: (token: string) => string, status: number): Of => {
  let token = "";
  return {
    it,
    needs: "rig",
    async ask(found) {
      token = placeOf((await link(found)).url).slice("/connect/".length);
      return { path: pathOf(token) };
    },
    status,
    async check(_, { ask }) {
      const { text } = await ask({ path: "/", headers: { "rig-log": "1" } });
      assert.ok(text.includes("/connect/{token}"));
      assert.ok(!text.includes(token.slice(0, 60)), "the log has the link");
    },
  };
};

const nowhere = "/connect/cl_nothing";
const refusesMethods = (path: string, methods: readonly string[], allow: string): Of[] =>
  methods.map((method) => ({
    it: `answers ${method} with 405 and says what it allows`,
    ask: { method, path },
    status: 405,
    headers: { allow },
  }));

/** The pages on which people connect apps, and the way back from the apps. */
export const connectExchanges: Exchanges<FoundOfPlatform> = {
  "/connect/{token}": [
    page(
      "shows the person which app, for whom, and what is allowed",
      200,
      async (found) => ({
        path: placeOf((await link(found, { user: "Ann <b>", label: "Work" })).url),
      }),
      /Connect Fjord[\s\S]*the user Ann &lt;b&gt;[\s\S]*Work[\s\S]*What you allow/,
      cookieSays,
    ),
    page(
      "asks for nothing to be remembered by the browser",
      200,
      async (found) => ({ path: placeOf((await link(found, { method: "api_key" })).url) }),
      /<input id="f_key" name="f_key" type="password" class="secret" value="" autocomplete="off"/,
    ),
    {
      it: "answers HEAD as GET, without the body",
      needs: "rig",
      ask: async (found) => ({ method: "HEAD", path: placeOf((await link(found)).url) }),
      status: 200,
      mediaType: "text/html",
      headers: SAFE,
    },
    {
      it: "connects by a form, and leads to a page that says so",
      needs: "rig",
      ask: sent(FJORD_FORM),
      status: 303,
      headers: {
        location: /^\/connect\/cl_/,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      },
    },
    page(
      "says in the browser that was used that it is done",
      200,
      spent(true),
      /Fjord is connected/,
    ),
    page("works once", 410, spent(false), /This link was used/),
    page(
      "takes the form of one browser alone",
      409,
      async (found) => {
        const { url, cookie } = await begun(found);
        await found.ask(form(url, cookie, { ...FJORD_FORM, method: "oauth2" }));
        return form(url, "jf_connect=somebodyelse0123456789", FJORD_FORM);
      },
      /another browser/,
    ),
    page(
      "says what is wrong with what was entered, and does not repeat it",
      422,
      sent({ ...FJORD_FORM, f_key: "wrong<script>" }),
      /This does not look like your key/,
      ({ text }) => assert.ok(!text.includes("wrong&lt;")),
    ),
    page("says what is missing", 422, sent({ method: "api_key" }), /Enter your key/),
    page(
      "refuses a form of another site, by Sec-Fetch-Site",
      403,
      sent(FJORD_FORM, { "sec-fetch-site": "cross-site" }),
      /This form came from elsewhere/,
    ),
    page(
      "refuses a form of another site, by Origin",
      403,
      sent(FJORD_FORM, { origin: "https://evil.example" }),
      /This form came from elsewhere/,
    ),
    page(
      "refuses what is no form",
      403,
      sent(FJORD_FORM, { "content-type": "text/plain" }),
      /This form came from elsewhere/,
    ),
    page(
      "connects nothing in a browser that keeps no cookies",
      400,
      async (found) => form((await link(found)).url, "", FJORD_FORM),
      /keeps no cookies/,
    ),
    page(
      "goes back to where it was asked for",
      200,
      async (found) => {
        const { url, cookie } = await begun(found, {
          return_url: "http://127.0.0.1:9/settings?tab=apps",
        });
        return form(url, cookie, FJORD_FORM);
      },
      /content="0;url=http:\/\/127\.0\.0\.1:9\/settings\?tab=apps&amp;connection=conn_\w+&amp;status=active"/,
    ),
    page(
      "sends the person to the app's sign-in, with a state and a challenge",
      200,
      async (found) => {
        const { url, cookie } = await begun(found);
        return form(url, cookie, { method: "oauth2" });
      },
      /\/authorize\?[^"]*code_challenge_method=S256/,
      ({ text, headers }) => {
        const asked = new URL(/content="0;url=([^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&"))
          .searchParams;
        assert.deepEqual(
          [
            asked.get("client_id"),
            asked.get("scope"),
            asked.get("response_type"),
            new URL(asked.get("redirect_uri")!).pathname,
          ],
          ["client_of_the_rig", "remarks", "code", CALLBACK],
        );
        assert.match(
          headers["set-cookie"]!,
          /^jf_signin_\w+=[\w-]{20,}; Path=\/oauth\/callback; Max-Age=900; HttpOnly; SameSite=Lax$/,
        );
        assert.ok(!text.includes("client_secret"));
      },
    ),
    page("leads nowhere by a token that nobody made", 404, { path: nowhere }, /leads nowhere/),
    page(
      "leads nowhere by a token that was changed",
      404,
      async (found) => ({ path: `${placeOf((await link(found)).url).slice(0, -3)}aaa` }),
      /leads nowhere/,
    ),
    page(
      "leads nowhere by what is no token",
      404,
      { path: "/connect/%F0%9F%8E%A7" },
      /leads nowhere/,
    ),
    page(
      "leads nowhere by a token of any length",
      404,
      { path: `/connect/cl_${"a".repeat(7000)}` },
      /leads nowhere/,
    ),
    page(
      "leads nowhere once the connection was deleted",
      410,
      async (found) => {
        const { url, connection } = await link(found);
        await api(found, "DELETE", `/connections/${connection.id}`);
        return { path: placeOf(url) };
      },
      /withdrawn/,
    ),
    unlogged("tells the log no link", (token) => `/connect/${token}`, 200),
    unlogged(
      "tells the log no link that has a slash at its end",
      (token) => `/connect/${token}/`,
      200,
    ),
    unlogged(
      "tells the log no link with something behind it",
      (token) => `/connect/${token}/favicon.ico?a=b`,
      404,
    ),
    {
      ...page(
        "tells nothing of a fault inside",
        503,
        async (found) => ({ path: placeOf((await link(found)).url) }),
        /did not work just now/,
      ),
      fault: 500,
    },
    ...refusesMethods(nowhere, ["PUT", "DELETE", "PATCH"], "GET, POST, HEAD, OPTIONS"),
  ],
  [CALLBACK]: [
    {
      it: "finishes a sign-in, and leads back to the link",
      needs: "rig",
      ask: (found) => back(found, { code: "code_of_the_app" }),
      status: 303,
      headers: {
        location: /^\/connect\/cl_/,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "set-cookie": /^jf_signin_\w+=-; Path=\/oauth\/callback; Max-Age=0/,
      },
    },
    page(
      "takes a state once",
      400,
      async (found) => {
        const asking = await back(found, { code: "code_of_the_app" });
        assert.equal((await found.ask(asking)).status, 303);
        return asking;
      },
      /nothing to finish/,
    ),
    page(
      "takes a state in the browser that began alone",
      400,
      (found) =>
        back(found, { code: "code_of_the_app" }, { cookie: "jf_signin_000000000000=somebodyelse" }),
      /nothing to finish/,
    ),
    page(
      "takes no state that was changed",
      400,
      async (found) => {
        const asking = await back(found, { code: "code_of_the_app" });
        return { ...asking, path: asking.path.replace("state=", "state=a") };
      },
      /nothing to finish/,
    ),
    page(
      "takes no state that nobody made",
      400,
      { path: `${CALLBACK}?state=a&code=b` },
      /nothing to finish/,
    ),
    page("takes nothing at all", 400, { path: CALLBACK }, /nothing to finish/),
    page(
      "says that the person did not allow it",
      200,
      (found) => back(found, { error: "access_denied", error_description: "No <b>thanks</b>" }),
      /Fjord was not connected[\s\S]*No (&lt;b&gt;)?thanks/,
    ),
    page(
      "says what the app says",
      400,
      (found) => back(found, { error: "server_error" }),
      /Fjord refused \(server_error\)/,
    ),
    page("says that the app sent no code", 400, (found) => back(found, {}), /sent no code/),
    page(
      "leaves a connection failed that was refused",
      200,
      async (found) => back(found, { error: "access_denied" }),
      /Nothing was allowed/,
      async (_, found) => {
        const { value } = await api(found, "GET", "/connections?status=failed&app=fjord");
        assert.equal(value.data[0].status_reason.code, "refused_by_person");
      },
    ),
    {
      it: "answers HEAD as GET, without the body",
      needs: "rig",
      ask: { method: "HEAD", path: CALLBACK },
      status: 400,
      mediaType: "text/html",
      headers: SAFE,
    },
    ...refusesMethods(CALLBACK, ["POST", "PUT", "DELETE"], "GET, HEAD, OPTIONS"),
  ],
};
