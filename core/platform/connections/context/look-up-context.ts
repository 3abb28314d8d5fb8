import { matchesField } from "../../../lib/json-schema/index.ts";
import { isFetchFailure } from "../../../lib/kit/fetch.ts";
import { InvalidInputError } from "../../../lib/kit/input-error.ts";
import { parseJson } from "../../../lib/kit/parse-json.ts";
import {
  type AppContext,
  type AppRecord,
  buildRequest,
  type DecryptedConnection,
  extractErrorMessage,
  type HttpBinding,
  readContextChoices,
  redactText,
  secretTexts,
} from "../../../lib/openapi-tools/index.ts";
import type { Connection, ConnectionContext } from "../../../ports/connection-store.ts";
import { createRequestTool } from "../../runs/request-tool.ts";
import type { ConnectionDeps } from "../connection-service.ts";
import { contextValues, keepsChoice } from "./context-values.ts";

const MAX_BYTES = 512 * 1024;
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
 * All requests together take at most 10 seconds, or `timeoutMs`.
 */
export async function lookUpContext(
  deps: Pick<ConnectionDeps, "fetch">,
  {
    record,
    connected,
    entries,
    sources = {},
    previous = {},
    timeoutMs = TIMEOUT_MILLISECONDS,
  }: {
    readonly record: AppRecord;
    readonly connected: DecryptedConnection;
    readonly entries: readonly AppContext[];
    readonly sources?: SignInSources | undefined;
    readonly previous?: Connection["context"];
    readonly timeoutMs?: number | undefined;
  },
): Promise<FoundContext> {
  const deadline = performance.now() + Math.min(timeoutMs, TIMEOUT_MILLISECONDS);
  const responses = new Map<string, Promise<SourceResponse>>();
  const context: Record<string, ConnectionContext> = {};
  let rejection: string | undefined;
  let mayPass = false;
  for (const entry of entries) {
    const { name, label, from } = entry;
    // A later request can contain the values of earlier ones.
    const fields = { ...connected.fields, ...contextValues(context) };
    const response =
      from === "token" || from === "callback" || from === "credentials"
        ? { document: sources[from] }
        : await (responses.get(from) ??
            setAndGet(
              responses,
              from,
              requestSource(
                deps,
                { record, connected: { ...connected, fields }, from },
                Math.max(1, deadline - performance.now()),
              ),
            ));
    if (response.status === 401)
      rejection ??= `${record.name} rejected the credentials. ${response.failure}`;
    mayPass ||= response.failure !== undefined && isTemporary(response.status);
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

const isTemporary = (status: number | undefined): boolean =>
  status === undefined || status === 429 || status >= 500;

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
  readonly failure?: string | undefined;
}

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
    const document = parseJson(await response.text());
    const { status } = response;
    if (status >= 200 && status < 300)
      return document === undefined
        ? { status, failure: `The response of ${name} to ${where} was not JSON.` }
        : { status, document };
    const detail = extractErrorMessage(document);
    const text = `${name} answered ${status} to ${where}${detail ? `: ${detail.replace(/[.!]$/, "")}` : ""}.`;
    return { status, failure: redactText(text, secretTexts(connected)) };
  } catch (error) {
    if (isFetchFailure(error))
      return { failure: `${name} sent no usable response to ${where}. ${error.message}` };
    if (error instanceof InvalidInputError) return { status: 400, failure: error.error.message };
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

function setAndGet<Value>(map: Map<string, Value>, key: string, value: Value): Value {
  map.set(key, value);
  return value;
}
