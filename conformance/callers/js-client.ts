import assert from "node:assert/strict";
import { Jackfield, JackfieldError } from "../../generated/clients/js/src/platform.ts";
import { JackfieldSite } from "../../generated/clients/js/src/site.ts";
import { type CallResult, skip } from "../case.ts";
import { type Target, type TestResponse, toWebResponse } from "../targets/target.ts";
import { runsTier } from "../tiers.ts";
import { toClientCall } from "./client-call.ts";
import { type Caller, omitEmptyHeaders } from "./http.ts";
import { parseBody, validatorFor } from "./spec-validator.ts";

/** Calls operations through the methods of the JavaScript client, in this process. */
export const jsClient: Caller = {
  name: "js client",
  protocol: "http",
  skipsRequests: true,
  supports: ({ name, scope }) => scope !== "document" && (name === "core" || runsTier("all")),
  connect: ({ service, scope }, target) => {
    const validator = validatorFor(service);
    return {
      async call(name, input, { headers = {} } = {}) {
        if ("accept" in headers) skip("the client always asks for JSON");
        let response: TestResponse | undefined;
        const client = createClient(service.name, target, async (request) => {
          response = await target.send(request);
          return response;
        });
        const { resource, method, positional, options } = toClientCall(
          service.table.operations[name]!,
          input,
        );
        const receiver = resource === undefined ? client : (client as any)[resource];
        const callOptions = { headers: toCallHeaders(headers), retries: 0 };
        const outcome = await receiver[method](
          ...positional,
          ...(options ? [options] : []),
          callOptions,
        ).then(
          (value: unknown) => ({ value }),
          (error: unknown) => ({ error }),
        );
        const { error } = outcome;
        if (!response) {
          if (error instanceof JackfieldError && error.code === "invalid_input")
            skip(`the client refuses it: ${error.message}`);
          throw error;
        }
        const violations = validator.operationViolations(name, response);
        if (scope !== "document") violations.push(...validator.generalViolations(response));
        const body = parseBody(response);
        if (error) assertDescribes(error, response, body);
        else assert.deepEqual(outcome.value, body, "the client changed the body");
        return {
          status: response.status,
          value: error ? error.problem : outcome.value,
          headers: response.headers,
          violations,
        } as CallResult<any>;
      },
      close: async () => {},
    };
  },
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

/** Cases remove a header with an empty value, and the client with null. */
const toCallHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value || null]));

/** The client's error must contain everything that the response says. */
function assertDescribes(error: unknown, { status, headers }: TestResponse, body: any): void {
  if (!(error instanceof JackfieldError)) throw error;
  assert.deepEqual(error.problem, body, "the client changed the problem");
  assert.deepEqual(
    {
      code: error.code,
      status: error.status,
      hint: error.hint,
      retryable: error.retryable,
      requestId: error.requestId,
      attempts: error.attempts,
    },
    {
      code: body.code,
      status,
      hint: body.hint,
      retryable: body.retryable,
      requestId: headers["request-id"],
      attempts: 1,
    },
  );
  assert.ok(error.message.startsWith(body.detail), error.message);
}
