import { matchesField } from "../../../lib/json-schema/index.ts";
import { InvalidInputError } from "../../../lib/kit/input-error.ts";
import { exceedsDepth } from "../../../lib/kit/json/json-access.ts";
import { parseJson } from "../../../lib/kit/json/parse-json.ts";
import { isFetchFailure } from "../../../lib/kit/net/fetch.ts";
import { buildRequest, readContextChoices } from "../../../lib/openapi-tools/call/index.ts";
import {
  type DecryptedConnection,
  secretTexts,
} from "../../../lib/openapi-tools/credentials/index.ts";
import type { AppContext, AppRecord, HttpBinding } from "../../../lib/openapi-tools/index.ts";
import { extractErrorMessage } from "../../../lib/openapi-tools/result/index.ts";
import { redactValue } from "../../../lib/redaction/index.ts";
import type { Connection, ConnectionContext } from "../../../ports/stores/connection-store.ts";
import { createRequestTool } from "../../app-requests/request-tool.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { contextValues, keepsChoice } from "./context-values.ts";

const MAX_BYTES = 512 * 1024;

/** A deeper response would exhaust the call stack. */
const MAX_DEPTH = 64;
const TIMEOUT_MILLISECONDS = 10_000;

/** What a sign-in returned, by the name that `AppContext.from` has for it. */
export interface SignInSources {
  /** The parsed response of the token endpoint. */
  readonly token?: unknown;
  /** The query of the OAuth callback. */
  readonly callback?: unknown;
  /** The entered values by name. */
  readonly credentials?: unknown;
}

/** Whether a source is part of the sign-in, and not a request of its own. */
export const isSignInSource = (from: string): from is keyof SignInSources =>
  from === "token" || from === "callback" || from === "credentials";

/** The result of a lookup. */
export interface FoundContext {
  readonly context: NonNullable<Connection["context"]>;
  /** Why the app rejected the credentials (401), as a sentence. */
  readonly rejection?: string | undefined;
  /** Whether a request failed for a reason that may pass, such as a timeout. */
  readonly mayPass: boolean;
}

/**
 * Looks up what a connection belongs to at its app. Never rejects because of the app: a failed request
 * is a `failure` of its entry. Keeps the choices that were made before, if the app still lists them.
 * All requests together take at most 10 seconds.
 */
export async function lookUpContext(
  deps: Pick<ConnectionDeps, "fetch">,
  {
    record,
    connected,
    entries,
    sources = {},
    previous = {},
  }: {
    readonly record: AppRecord;
    readonly connected: DecryptedConnection;
    readonly entries: readonly AppContext[];
    readonly sources?: SignInSources | undefined;
    readonly previous?: Connection["context"];
  },
): Promise<FoundContext> {
  const deadline = performance.now() + TIMEOUT_MILLISECONDS;
  const responses = new Map<string, SourceResponse>();
  const context: Record<string, ConnectionContext> = {};
  let rejection: string | undefined;
  let mayPass = false;
  for (const entry of entries) {
    const { name, label, from } = entry;
    // A later request can contain the values of earlier ones.
    const fields = { ...connected.fields, ...contextValues(context) };
    const known = isSignInSource(from) ? { document: sources[from] } : responses.get(from);
    const response =
      known ??
      (await requestSource(
        deps,
        { record, connected: { ...connected, fields }, from },
        Math.max(1, deadline - performance.now()),
      ));
    responses.set(from, response);
    if (response.status === 401)
      rejection ??= `${record.name} rejected the credentials. ${response.failure}`;
    mayPass ||= response.mayPass === true;
    const choices =
      response.failure === undefined
        ? readContextChoices(entry, response.document).filter(({ values }) => fits(record, values))
        : [];
    const { failure } = response;
    const entryFound = { label, choices, ...(failure !== undefined && { failure }) };
    const chosen = previous[name]?.chosen;
    context[name] = keepsChoice(entryFound, chosen) ? { ...entryFound, chosen } : entryFound;
  }
  return { context, rejection, mayPass };
}

/** Whether values match the patterns of the fields that they stand for. */
const fits = ({ baseFields }: AppRecord, values: Readonly<Record<string, string>>): boolean =>
  baseFields.every(
    ({ name, pattern }) =>
      pattern === undefined ||
      values[name] === undefined ||
      matchesField(pattern, values[name]) === true,
  );

interface SourceResponse {
  readonly document?: unknown;
  readonly status?: number | undefined;
  /** Why there is no document, as a sentence. */
  readonly failure?: string | undefined;
  /** Whether the reason may pass. */
  readonly mayPass?: boolean | undefined;
}

/** The codes of fetches that fail each time. */
const PERMANENT = new Set(["too_large", "blocked_address", "blocked_url"]);

/** Requests a path of the app or a URL of the catalog with the credentials of a connection. */
async function requestSource(
  deps: Pick<ConnectionDeps, "fetch">,
  {
    record,
    connected,
    from,
  }: {
    readonly record: AppRecord;
    readonly connected: DecryptedConnection;
    readonly from: string;
  },
  timeoutMs: number,
): Promise<SourceResponse> {
  const { name } = record;
  const binding = bindSource(record, from);
  const where = `GET ${from.split("?")[0]}`;
  try {
    const { url, headers } = await buildRequest({
      record,
      tool: { ...createRequestTool(record, binding), binding },
      args: {},
      connection: connected,
      idempotencyKey: "",
    });
    const response = await deps.fetch(url, {
      headers: { ...headers, accept: "application/json" },
      redirects: 0,
      maxBytes: MAX_BYTES,
      timeoutMs,
    });
    const parsed = parseJson(await response.text());
    const document = exceedsDepth(parsed, MAX_DEPTH) ? undefined : parsed;
    const { status } = response;
    if (status >= 200 && status < 300)
      return document === undefined
        ? { status, failure: `The response of ${name} to ${where} was not usable JSON.` }
        : { status, document };
    // Redacted first, because the message is only a part of a long text.
    const detail = extractErrorMessage(redactValue(document, secretTexts(connected)));
    return {
      status,
      failure: `${name} answered ${status} to ${where}${detail ? `: ${detail.replace(/[.!]$/, "")}` : ""}.`,
      mayPass: status === 429 || status >= 500,
    };
  } catch (error) {
    if (isFetchFailure(error))
      return {
        failure: `${name} sent no usable response to ${where}. ${error.message}`,
        mayPass: !PERMANENT.has(error.code),
      };
    if (error instanceof InvalidInputError) return { failure: error.error.message };
    throw error;
  }
}

/** A request without arguments. Only its base URL can contain values of the connection. */
function bindSource({ base }: AppRecord, from: string): HttpBinding {
  const [address = "", query = ""] = from.split("?");
  const [, origin = base, path = ""] = /^(https?:\/\/[^/]+)?(.*)$/.exec(address) ?? [];
  const isFixed = !path.includes("{");
  return {
    method: "GET",
    path: isFixed ? path : "",
    base: isFixed ? origin : origin + path,
    slots: [],
    fixed: [...new URLSearchParams(query)].map(([name, value]) => ({
      in: "query",
      name,
      value,
    })),
  };
}
