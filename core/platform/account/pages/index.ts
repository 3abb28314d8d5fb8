import type { ErrorResponder } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import { problemResponse } from "../../../http/response/response.ts";
import { lazyHandler, type OpenHandler, type Route } from "../../../http/routing/route.ts";
import { html } from "../../../lib/html-page/index.ts";
import type { Asset, Assets } from "../../../ports/assets.ts";
import { activityPage } from "../activity/activity-page.ts";
import { runPage } from "../activity/run-page.ts";
import { addAppPage } from "../integrations/add-app-page.ts";
import { appPage } from "../integrations/app-page.ts";
import { integrationsPage } from "../integrations/integrations-page.ts";
import { signInServerPage, signInServersPage } from "../integrations/sign-in-servers-page.ts";
import { toolPage } from "../integrations/tool-page.ts";
import { keyPage } from "../keys/key-page.ts";
import { keysPage } from "../keys/keys-page.ts";
import { newKeyPage } from "../keys/new-key-page.ts";
import { authorizePage } from "../mcp-clients/authorize-page.ts";
import { joinPage } from "../members/join-page.ts";
import { memberPage } from "../members/member-page.ts";
import { membersPage } from "../members/members-page.ts";
import { accountPage } from "../settings/account-page.ts";
import { auditPage } from "../settings/audit-page.ts";
import { settingsPage } from "../settings/settings-page.ts";
import { providerCallbackPage } from "../sign-in/provider-callback-page.ts";
import { setupPage } from "../sign-in/setup-page.ts";
import { signInPage } from "../sign-in/sign-in-page.ts";
import { eventPage } from "../triggers/event-page.ts";
import { newTriggerPage } from "../triggers/new-trigger-page.ts";
import { triggerPage } from "../triggers/trigger-page.ts";
import { triggersPage } from "../triggers/triggers-page.ts";
import { userPage } from "../users/user-page.ts";
import { usersPage } from "../users/users-page.ts";
import { renderEntryPage } from "./entry-page.ts";
import type { Page } from "./page.ts";
import { formHandler, type PageDeps, pageHandler } from "./page-handler.ts";

/** Every page of the account. */
export const PAGES: readonly Page[] = [
  setupPage,
  signInPage,
  joinPage,
  providerCallbackPage,
  integrationsPage,
  addAppPage,
  appPage,
  toolPage,
  signInServersPage,
  signInServerPage,
  keysPage,
  newKeyPage,
  keyPage,
  activityPage,
  runPage,
  triggersPage,
  newTriggerPage,
  triggerPage,
  eventPage,
  usersPage,
  userPage,
  accountPage,
  membersPage,
  settingsPage,
  memberPage,
  auditPage,
  authorizePage,
];

/** Creates the routes of the pages, of their forms, and of the files that they load. */
export function createAccountPages(deps: PageDeps): Route<unknown>[] {
  const endpoints = PAGES.flatMap((page): [path: string, method: string, OpenHandler][] => [
    [page.path, "GET", lazyHandler(() => pageHandler(deps, page))],
    ...(page.forms ?? []).map((form): [string, string, OpenHandler] => [
      form.path,
      "POST",
      lazyHandler(() => formHandler(deps, page, form)),
    ]),
  ]);
  const respondToError = respondWithPage(deps);
  const byPath = Map.groupBy(endpoints, ([path]) => path);
  return [
    ...[...byPath].map(
      ([path, samePath]): Route<unknown> => ({
        path,
        headers: {},
        access: "open",
        cost: { free: "people" },
        respondToError,
        methods: Object.fromEntries(samePath.map(([, method, handler]) => [method, handler])),
      }),
    ),
    ...Object.values<Asset>(deps.assets as Assets & Record<string, Asset>).map(assetRoute),
  ];
}

/** The route of a file that never changes. */
const assetRoute = ({ path, mediaType, body, gzip }: Asset): Route<unknown> => ({
  path,
  access: "open",
  cost: { free: "constant" },
  headers: { "x-content-type-options": "nosniff" },
  methods: {
    GET: ({ headers }) => {
      const isCompressed = /\bgzip\b/.test(headers.get("accept-encoding") ?? "");
      return {
        status: 200,
        headers: {
          "content-type": `${mediaType}; charset=utf-8`,
          "cache-control": "public, max-age=31536000, immutable",
          "cross-origin-resource-policy": "same-origin",
          vary: "accept-encoding",
          ...(isCompressed && { "content-encoding": "gzip" }),
        },
        body: isCompressed ? gzip : body,
      };
    },
  },
});

/** Shows problems as pages, because people meet them in a browser. */
const respondWithPage =
  ({ services, assets }: PageDeps): ErrorResponder =>
  async (error, requestId) => {
    const { status, headers: problemHeaders } = problemResponse(error, requestId);
    const { message, hint } =
      error instanceof Problem
        ? error
        : { message: "Something went wrong.", hint: `Request ID: ${requestId}` };
    const { headers, body } = await renderEntryPage(
      { origin: services.origin, assets },
      { title: message, main: html`<p>${hint}</p><p><a href="/">Home page</a></p>` },
    );
    const retryAfter = problemHeaders["retry-after"];
    return {
      status,
      headers: { ...headers, ...(retryAfter && { "retry-after": retryAfter }) },
      body,
    };
  };
