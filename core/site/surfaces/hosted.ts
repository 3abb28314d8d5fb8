import { readBody } from "../../http/body.ts";
import { pathValue } from "../../http/decode.ts";
import type { Respond, Route } from "../../http/router.ts";
import type { HostedPage, HostedRequest } from "../../ports/payments.ts";
import { Problem } from "../../problem.ts";
import type { Sources } from "./surface.ts";

/** The most bytes of a form that are read. */
const FORM_BYTES = 64 * 1024;

/** The routes of the pages that stand in for the payment provider's. */
export function hostedRoutes(sources: Sources): Route[] {
  const { front } = sources;
  return (sources.commerce?.payments.pages ?? []).map(({ path, methods }) => ({
    path,
    methods: Object.fromEntries(
      Object.entries(methods).map(([method, answer]) => [method, respondWith(answer)]),
    ),
    ...(front && { otherwise: front.pass }),
  }));
}

function respondWith(answer: HostedPage["methods"][string]): Respond {
  return async (asked, { parameters }) => {
    const form = asked.method === "POST" ? await formOf(asked) : new Map<string, string>();
    const decoded = Object.fromEntries(
      Object.entries(parameters).map(([name, raw]) => [name, pathValue(name, raw)]),
    );
    const { status, headers, body } = await answer({ parameters: decoded, form });
    return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
  };
}

/** What a form sent (application/x-www-form-urlencoded); the last of several fields of one name. */
async function formOf(asked: Parameters<Respond>[0]): Promise<HostedRequest["form"]> {
  const type = asked.headers.get("content-type")?.split(";", 1)[0]!.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new Problem(
      "invalid_input",
      `The body is ${type ?? "of no type"}: the page's own form sends application/x-www-form-urlencoded.`,
    );
  }
  return new Map(new URLSearchParams(new TextDecoder().decode(await readBody(asked, FORM_BYTES))));
}
