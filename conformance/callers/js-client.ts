import assert from "node:assert/strict";
import { Jackfield, JackfieldError } from "../../generated/clients/js/src/platform.ts";
import { JackfieldSite } from "../../generated/clients/js/src/site.ts";
import type { ClientError, ProgramOutcome } from "../clients/client-program.ts";
import { type Target, type TestResponse, toWebResponse } from "../targets/target.ts";
import { runsTier } from "../tiers.ts";
import { toClientCall } from "./client-call.ts";
import { toCallResult } from "./client-result.ts";
import { type Caller, omitEmptyHeaders } from "./http.ts";

/** Calls operations through the methods of the JavaScript client, in this process. */
export const jsClient: Caller = {
  name: "js client",
  protocol: "http",
  skipsRequests: true,
  supports: ({ name, scope }) => scope !== "document" && (name === "core" || runsTier("all")),
  connect: (kind, target) => ({
    async call(name, input, { headers = {} } = {}) {
      const call = toClientCall(kind.service.table.operations[name]!, input, headers);
      let response: TestResponse | undefined;
      const client = createClient(kind.service.name, target, async (request) => {
        response = await target.send(request);
        return response;
      });
      const { resource, method, positional, options, callOptions } = call;
      const receiver = resource === undefined ? client : (client as any)[resource];
      const outcome: ProgramOutcome = await receiver[method](
        ...positional,
        ...(options ? [options] : []),
        callOptions,
      ).then(
        (value: unknown) => ({ value }),
        (error: unknown) => ({ error: toClientError(error) }),
      );
      return toCallResult(kind, name, outcome, response);
    },
    close: async () => {},
  }),
};

type Send = (request: {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}) => Promise<TestResponse>;

function createClient(service: string, { url, key }: Target, send: Send) {
  const options = {
    baseUrl: url,
    fetch: async (request: unknown, { method, headers, body }: RequestInit = {}) => {
      assert(typeof request === "string");
      return toWebResponse(
        await send({
          method: method!,
          path: request.slice(new URL(request).origin.length),
          headers: omitEmptyHeaders(Object.fromEntries(new Headers(headers))),
          ...(typeof body === "string" && { body }),
        }),
      );
    },
  };
  return service === "site"
    ? new JackfieldSite(options)
    : new Jackfield({ ...options, ...(key !== undefined && { apiKey: key }) });
}

/** Throws an error that isn't the client's. */
function toClientError(error: unknown): ClientError {
  if (!(error instanceof JackfieldError)) throw error;
  return Object.assign(error as any, { isJackfieldError: true, printed: error.stack });
}
