import { Problem } from "../../../http/problem.ts";
import { problemResponse } from "../../../http/response.ts";
import type { ErrorResponder, Route } from "../../../http/route.ts";
import { html } from "../../../lib/html-page/index.ts";
import type { Asset } from "../../../ports/assets.ts";
import { renderAccountPage } from "./account-page.ts";
import { accountPage } from "./layout.ts";
import { ownPath } from "./own-path.ts";
import { formHandler, type PageDeps, type PageForm, pageHandler, type RenderPage } from "./page.ts";
import { renderSetupPage } from "./setup-page.ts";
import { renderSignInPage } from "./sign-in-page.ts";

const toNext: PageForm["next"] = (query, origin) => ownPath(query.get("next"), origin);
const toAccount: PageForm["next"] = () => "/account";

/** Creates the routes of the pages to set up the account, to sign in, and of the person. */
export function createAccountPages(deps: PageDeps): Route<unknown>[] {
  const setup = renderSetupPage(deps);
  const signIn = renderSignInPage(deps);
  const account = renderAccountPage(deps);
  const respondToError = respondWithPage(deps.services.origin);
  const page = (path: string, render: RenderPage, form?: PageForm): Route<unknown> => ({
    path,
    headers: {},
    access: "open",
    respondToError,
    methods: {
      GET: pageHandler(deps, render),
      ...(form && { POST: formHandler(deps, form, render) }),
    },
  });
  const form = (path: string, form: PageForm, render: RenderPage): Route<unknown> => {
    const route = page(path, render, form);
    return { ...route, methods: { POST: route.methods["POST"]! } };
  };
  return [
    page("/setup", setup, {
      operation: "claimAccount",
      fields: ["code", "name", "password"],
      next: toAccount,
    }),
    page("/sign-in", signIn),
    form(
      "/sign-in/password",
      { operation: "signInWithPassword", fields: ["name", "password"], next: toNext },
      signIn,
    ),
    form("/sign-in/link", { operation: "signInWithLink", fields: ["code"], next: toNext }, signIn),
    page("/account", account),
    form(
      "/account/password",
      { operation: "setPassword", fields: ["password"], next: toAccount },
      account,
    ),
    form(
      "/account/passkeys/remove",
      { operation: "removePasskey", fields: ["passkey"], next: toAccount },
      account,
    ),
    form(
      "/account/sessions/end",
      { operation: "endSession", fields: ["session"], next: toAccount },
      account,
    ),
    form("/sign-out", { operation: "signOut", fields: [], next: () => "/" }, account),
    assetRoute(deps.assets.signInScript),
  ];
}

/** The route of a file that never changes. */
const assetRoute = ({ path, mediaType, body }: Asset): Route<unknown> => ({
  path,
  access: "open",
  headers: { "x-content-type-options": "nosniff" },
  methods: {
    GET: () => ({
      status: 200,
      headers: {
        "content-type": `${mediaType}; charset=utf-8`,
        "cache-control": "public, max-age=31536000, immutable",
        "cross-origin-resource-policy": "same-origin",
      },
      body,
    }),
  },
});

/** Shows problems as pages, because people meet them in a browser. */
const respondWithPage =
  (origin: string): ErrorResponder =>
  async (error, requestId) => {
    const { status, headers: problemHeaders } = problemResponse(error, requestId);
    const { message, hint } =
      error instanceof Problem
        ? error
        : { message: "Something went wrong.", hint: `Request ID: ${requestId}` };
    const { headers, body } = await accountPage(origin, {
      title: message,
      main: html`<p>${hint}</p><p><a href="/">Home page</a></p>`,
    });
    const retryAfter = problemHeaders["retry-after"];
    return {
      status,
      headers: { ...headers, ...(retryAfter && { "retry-after": retryAfter }) },
      body,
    };
  };
