import type { HttpRequest, HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import type { RequestContext } from "../../../http/request-context.ts";
import type { OpenHandler } from "../../../http/routing/route.ts";
import type { Run } from "../../../http/routing/run-operation.ts";
import { seeOther } from "../../../lib/html-page/index.ts";
import type { Assets } from "../../../ports/assets.ts";
import { setCookies } from "../../pages/cookies.ts";
import { authorize } from "../access/authorize.ts";
import type { AccountContract, OperationContext, OperationName, Output } from "../contract.ts";
import type { AccountServices } from "../services.ts";
import { renderConfirmationPage } from "./confirmation-page.ts";
import { readForm } from "./form-input.ts";
import type { Page, PageForm } from "./page.ts";
import type { PageRequest } from "./page-request.ts";
import { readSecrets, withoutSecrets } from "./page-request.ts";
import { acceptProof, renderProofPage } from "./proof-page.ts";
import {
  RETYPED_FIELD,
  readWaitingForm,
  requireRetyped,
  type WaitingForm,
} from "./waiting-form.ts";

/** What the pages of an account need. */
export interface PageDeps {
  readonly services: AccountServices;
  readonly assets: Assets;
  /** Creates the context of a request. Throws the `Problem` "foreign_request". */
  open(
    request: HttpRequest,
    context: RequestContext,
  ): Promise<OperationContext & { readonly cookies: readonly string[] }>;
  /** Throws the `Problem` "invalid_input" if an operation rejects an input. */
  validate(name: OperationName, input: object): void;
  /** Runs an operation if the session of the context may call it. */
  readonly run: Run<AccountContract>;
}

/** Creates the handler of a page. It sends browsers from an IP address to the origin of the pages. */
export const pageHandler =
  (deps: PageDeps, page: Page): OpenHandler =>
  async (request, requestContext) => {
    const { origin } = deps.services;
    const redirect = redirectToPageOrigin(requestContext, origin);
    if (redirect) return redirect;
    const context = await deps.open(request, requestContext);
    if (!context.visitor && page.role !== "anyone") return redirectToSignIn(requestContext);
    authorize(page, context.visitor, deps.services);
    const response = await page.render(createPageRequest(deps, context, requestContext));
    return setCookies(response, context.cookies);
  };

/**
 * Creates the handler of a form. If the form throws a `Problem`, the page is shown again with it.
 */
export const formHandler =
  (deps: PageDeps, page: Page, form: PageForm): OpenHandler =>
  async (request, requestContext) => {
    const context = await deps.open(request, requestContext);
    const sent = await readForm(request, form.bodyLimit);
    const pageRequest = createPageRequest(deps, context, requestContext);
    let waiting: WaitingForm = { fields: sent, hasWaited: false, isConfirmed: false };
    let isProving = false;
    try {
      authorize(page, context.visitor, deps.services);
      waiting = await readWaitingForm(pageRequest, sent);
      isProving = waiting.hasWaited;
      if (isProving) await acceptProof(pageRequest, sent);
      isProving = false;
      requireRetyped(waiting);
      const response =
        (await askFirst(form, pageRequest, waiting)) ??
        (await form.submit(pageRequest, waiting.fields));
      return setCookies(
        typeof response === "string" ? seeOther(response) : response,
        context.cookies,
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "session_required")
        return form.path === page.path ? redirectToSignIn(requestContext) : seeOther("/sign-in");
      const rejected = { ...pageRequest, problem: error };
      if (error.code === "proof_required" || isProving) {
        const proofPage = await renderProofPage(rejected, waiting);
        if (proofPage) return setCookies(proofPage, context.cookies);
      }
      const again = await askAgain(form, rejected, waiting);
      const { fields } = waiting;
      return (
        again ??
        page.render({ ...rejected, fields: withoutSecrets(fields), secrets: readSecrets(fields) })
      );
    }
  };

/** Asks the person about a form that ends something. Undefined if the form can be carried out. */
async function askFirst(
  { confirm, validate }: PageForm,
  request: PageRequest,
  { fields, isConfirmed }: WaitingForm,
): Promise<HttpResponse | undefined> {
  if (!confirm || isConfirmed) return undefined;
  const confirmation = await confirm(request, fields);
  // What the person typed to confirm it comes with the confirmation.
  if (confirmation && confirmation.retype === undefined) validate?.(request, fields);
  return confirmation && renderConfirmationPage(request, fields, confirmation);
}

/** Asks again if the person mistyped what the confirmation requires. */
async function askAgain(
  { confirm }: PageForm,
  request: PageRequest,
  { fields, isConfirmed }: WaitingForm,
): Promise<HttpResponse | undefined> {
  const isMistyped = request.problem?.errors?.some(
    ({ pointer }) => pointer === `/${RETYPED_FIELD}`,
  );
  if (!isConfirmed || !isMistyped) return undefined;
  const confirmation = await confirm?.(request, fields);
  return confirmation && renderConfirmationPage(request, fields, confirmation);
}

function createPageRequest(
  { assets, run, validate }: PageDeps,
  context: OperationContext,
  { path, query, match }: RequestContext,
): PageRequest {
  const parameters = Object.entries(match.parameters).map(([name, value]) => [
    name,
    decodeURIComponent(value),
  ]);
  return {
    context,
    assets,
    path,
    parameters: Object.fromEntries(parameters),
    query: new URLSearchParams(query),
    validate,
    run: async (name, input) => (await run(name, input, context)) as Output<typeof name>,
  };
}

const redirectToSignIn = ({ path, query }: RequestContext): HttpResponse =>
  toSignIn(query ? `${path}?${query}` : path);

/** Sends the browser to the page to sign in, and from there to `next`. */
export const toSignIn = (next: string): HttpResponse =>
  seeOther(`/sign-in?${new URLSearchParams({ next })}`);

/** Redirects to the origin of the pages if the request has another loopback host. */
export function redirectToPageOrigin(
  { host, path, query }: Pick<RequestContext, "host" | "path" | "query">,
  origin: string,
): HttpResponse | undefined {
  const isAddress = /^(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
  if (!isAddress || new URL(origin).hostname !== "localhost") return undefined;
  return {
    status: 307,
    headers: {
      location: `${origin}${path}${query && `?${query}`}`,
      "cache-control": "no-store",
    },
    body: "",
  };
}
