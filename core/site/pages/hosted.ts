import type { HttpRequest } from "../../http/handler.ts";
import { decodePathParameter } from "../../http/input/decode.ts";
import { readBody } from "../../http/input/read-body.ts";
import { Problem } from "../../http/problem.ts";
import type { OpenHandler, PathRules, Route } from "../../http/routing/route.ts";
import { textBefore } from "../../lib/kit/text/text-before.ts";
import type { HostedPage, HostedRequest } from "../../ports/payments.ts";
import type { SurfaceDeps } from "../surface.ts";

/** The maximum size of a form in bytes. */
const FORM_BYTES = 64 * 1024;

/**
 * Creates the routes of payment pages that the provider serves through this process, such as the
 * sandbox's.
 */
export function hostedRoutes(
  deps: SurfaceDeps,
  rulesFor: (path: string) => PathRules,
): Route<unknown>[] {
  return (deps.commerce?.payments.pages ?? []).map(({ path, methods }) => ({
    ...rulesFor(path),
    cost: { free: "people" },
    path,
    methods: Object.fromEntries(
      Object.entries(methods).map(([method, handler]) => [method, createHandler(handler)]),
    ),
    fallback: deps.proxy?.forward,
  }));
}

function createHandler(handler: HostedPage["methods"][string]): OpenHandler {
  return async (request, { match: { parameters } }) => {
    const form = request.method === "POST" ? await readForm(request) : new Map<string, string>();
    const decodedParameters = Object.fromEntries(
      Object.entries(parameters).map(([name, raw]) => [name, decodePathParameter(name, raw)]),
    );
    const { status, headers, body } = await handler({ parameters: decodedParameters, form });
    return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
  };
}

/**
 * Reads a form (application/x-www-form-urlencoded). If a field is repeated, its last value counts.
 */
async function readForm(request: HttpRequest): Promise<HostedRequest["form"]> {
  const contentType = request.headers.get("content-type") ?? "";
  const type = textBefore(contentType, ";").trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new Problem(
      "invalid_input",
      type === ""
        ? "The request has no Content-Type."
        : `The Content-Type "${type}" is not supported.`,
      { hint: "Submit the form on the page, or send application/x-www-form-urlencoded." },
    );
  }
  return new Map(
    new URLSearchParams(new TextDecoder().decode(await readBody(request, FORM_BYTES))),
  );
}
