import type { HttpRequest, HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import { readText } from "../../../http/read-body.ts";
import type { RequestContext } from "../../../http/request-context.ts";
import type { OpenHandler } from "../../../http/route.ts";
import type { Run } from "../../../http/run-operation.ts";
import { seeOther } from "../../../lib/html-page/index.ts";
import type { Assets } from "../../../ports/assets.ts";
import { setCookies } from "../../pages/cookies.ts";
import type { AccountContract, OperationContext, OperationName } from "../contract.ts";
import type { AccountServices } from "../services.ts";

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
  onError(error: unknown, requestId: string): void;
}

/** A request for a page. */
export interface PageRequest {
  readonly context: OperationContext;
  readonly query: URLSearchParams;
  /** Why the form was rejected, to show in the page. */
  readonly problem?: Problem | undefined;
  /** The submitted fields, without passwords and codes. */
  readonly fields?: Fields | undefined;
}

type Fields = Readonly<Record<string, string>>;

/** Renders a page. */
export type RenderPage = (request: PageRequest) => Promise<HttpResponse> | HttpResponse;

/** A form: the operation that it runs, and where the browser goes afterwards. */
export interface PageForm {
  readonly operation: OperationName;
  /** The inputs of the operation that are fields. Empty fields are left out. */
  readonly fields: readonly string[];
  next(query: URLSearchParams, origin: string): string;
}

const FORM_BYTES = 16 * 1024;

/** Creates the handler of a page. It sends browsers from an IP address to the origin of the pages. */
export const pageHandler =
  ({ services: { origin }, open }: PageDeps, render: RenderPage): OpenHandler =>
  async (request, requestContext) => {
    const redirect = redirectToPageOrigin(requestContext, origin);
    if (redirect) return redirect;
    const context = await open(request, requestContext);
    return render({ context, query: new URLSearchParams(requestContext.query) });
  };

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

/**
 * Creates the handler of a form. Its fields are the input of an operation. If the operation throws a
 * `Problem`, the page is shown again with it.
 */
export const formHandler =
  (deps: PageDeps, form: PageForm, render: RenderPage): OpenHandler =>
  async (request, requestContext) => {
    const { origin } = deps.services;
    const context = await deps.open(request, requestContext);
    const query = new URLSearchParams(requestContext.query);
    const fields = await readForm(request);
    const input = Object.fromEntries(
      form.fields.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
    );
    try {
      await deps.run(form.operation, input, context);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "session_required") return seeOther("/sign-in");
      const { password: _, code: __, ...kept } = fields;
      return render({ context, query, problem: error, fields: kept });
    }
    const response = seeOther(form.next(query, origin));
    return setCookies(response, context.cookies);
  };

/** Reads an HTML form. Scripts of other origins can send other types without a preflight. */
async function readForm(request: HttpRequest): Promise<Fields> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded")
    throw new Problem("foreign_request", "The request isn't a form of this service.", {
      hint: "Open the page again and repeat what you did there.",
    });
  return Object.fromEntries(new URLSearchParams(await readText(request, FORM_BYTES)));
}
