import { table as accountTable } from "../../../../generated/account/operations.ts";
import { table as platformTable } from "../../../../generated/platform/operations.ts";
import type { RequiredRole } from "../../../../generated/table.ts";
import type { HttpRequest, HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import type { RequestContext } from "../../../http/request-context.ts";
import type { OpenHandler } from "../../../http/route.ts";
import type { Run } from "../../../http/run-operation.ts";
import { seeOther } from "../../../lib/html-page/index.ts";
import type { Assets } from "../../../ports/assets.ts";
import type {
  RequestInput as PlatformInput,
  OperationName as PlatformOperationName,
  Output as PlatformOutput,
} from "../../contract.ts";
import { setCookies } from "../../pages/cookies.ts";
import { authorize } from "../access/authorize.ts";
import type { AccountContract, OperationContext, OperationName, Output } from "../contract.ts";
import type { AccountServices } from "../services.ts";
import { confirmForm, renderConfirmPage } from "./confirm-page.ts";
import { decodeForm, readForm } from "./form-input.ts";

/** A page of the account, and the forms on it. */
export interface Page {
  /** A path template: `/keys/{key}`. */
  readonly path: string;
  /** Who may see it. People without a session are sent to the page to sign in. */
  readonly role: RequiredRole;
  readonly render: RenderPage;
  readonly forms?: readonly PageForm[];
}

/** Renders a page. */
export type RenderPage = (request: PageRequest) => Promise<HttpResponse> | HttpResponse;

/** A form on a page. */
export interface PageForm {
  /** A path template. It may be that of the page. */
  readonly path: string;
  /** The maximum size of its request in bytes. Set if it has a file. Default: 64 KiB. */
  readonly bodyLimit?: number;
  /**
   * Carries out the form. Returns the path of the next page, or a response. If it throws a
   * `Problem`, the page is shown again with it.
   */
  submit(request: PageRequest, fields: URLSearchParams): Promise<string | HttpResponse>;
}

/** What the browser gets after a form: the path of the next page, or a response. */
type Respond<Result> = (
  request: PageRequest,
  output: Result,
) => string | HttpResponse | Promise<HttpResponse>;

/**
 * Creates a form that runs an operation of the account. Its input is the fields and the parameters
 * of the path.
 */
export const accountForm = <N extends OperationName>(
  path: string,
  operation: N,
  respond: Respond<Output<N>>,
): PageForm => ({
  path,
  async submit(request, fields) {
    const { properties } = accountTable.operations[operation].input;
    const input = { ...decodeForm(properties, fields), ...request.parameters };
    return respond(
      { ...request, fields: withoutSecrets(fields) },
      await request.run(operation, input),
    );
  },
});

/** Creates a form that runs an operation of the platform for the person. */
export const platformForm = <N extends PlatformOperationName>(
  path: string,
  operation: N,
  respond: Respond<PlatformOutput<N>>,
): PageForm => ({
  path,
  async submit(request, fields) {
    const { properties } = platformTable.operations[operation].input;
    const parameters = new URLSearchParams(request.parameters);
    const input = { ...decodeForm(properties, fields), ...decodeForm(properties, parameters) };
    const run = request.context.platform;
    return respond(request, await run(operation, input as PlatformInput<N>));
  },
});

/** A request for a page. */
export interface PageRequest {
  readonly context: OperationContext;
  readonly assets: Assets;
  /** The path without the query, as the browser sent it. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Why the form was rejected, to show in the page. */
  readonly problem?: Problem | undefined;
  /** The submitted fields, without secrets. */
  readonly fields?: URLSearchParams | undefined;
  /** Runs an operation if the session may call it. */
  run<N extends OperationName>(name: N, input: object): Promise<Output<N>>;
}

/** What the pages of an account need. */
export interface PageDeps {
  readonly services: AccountServices;
  readonly assets: Assets;
  /** Creates the context of a request. Throws the `Problem` "foreign_request". */
  open(
    request: HttpRequest,
    context: RequestContext,
  ): Promise<OperationContext & { readonly cookies: readonly string[] }>;
  /** Runs an operation if the session of the context may call it. */
  readonly run: Run<AccountContract>;
}

/** The fields that a page never shows again. */
const SECRET_FIELDS = ["password", "code", "client_secret", "secret"];

function withoutSecrets(fields: URLSearchParams): URLSearchParams {
  const shown = new URLSearchParams(fields);
  for (const name of SECRET_FIELDS) shown.delete(name);
  return shown;
}

/** Creates the handler of a page. It sends browsers from an IP address to the origin of the pages. */
export const pageHandler =
  (deps: PageDeps, page: Page): OpenHandler =>
  async (request, requestContext) => {
    const { origin } = deps.services;
    const redirect = redirectToPageOrigin(requestContext, origin);
    if (redirect) return redirect;
    const context = await deps.open(request, requestContext);
    if (!context.current && page.role !== "anyone") return redirectToSignIn(requestContext);
    authorize(page, context.current, deps.services);
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
    let fields = sent;
    let isConfirming = false;
    try {
      authorize(page, context.current, deps.services);
      const waiting = await confirmForm(pageRequest, sent);
      fields = waiting.fields;
      isConfirming = fields !== sent;
      await waiting.confirm();
      isConfirming = false;
      const next = await form.submit(pageRequest, fields);
      return setCookies(typeof next === "string" ? seeOther(next) : next, context.cookies);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "session_required")
        return form.path === page.path ? redirectToSignIn(requestContext) : seeOther("/sign-in");
      if (error.code === "proof_required" || isConfirming) {
        const confirmPage = await renderConfirmPage({ ...pageRequest, problem: error }, fields);
        if (confirmPage) return setCookies(confirmPage, context.cookies);
      }
      return page.render({ ...pageRequest, problem: error, fields: withoutSecrets(fields) });
    }
  };

function createPageRequest(
  { assets, run }: PageDeps,
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
