import type { Call, CallResult, OperationName, Protocol } from "../case.ts";
import type { Spec } from "../services/service.ts";
import type { Target, TargetKind, TestRequest, TestResponse } from "../targets/target.ts";
import { parseBody, validatorFor } from "./spec-validator.ts";

/** A way to call operations. */
export interface Caller {
  readonly name: string;
  readonly protocol: Protocol;
  /** Set if it can't send every request. It then skips the case. */
  readonly skipsRequests?: true;
  /** Whether it can call targets of this kind. */
  supports(kind: TargetKind): boolean;
  /** Why it can't run here, if so. */
  skipReason?(): string | undefined;
  connect(kind: TargetKind, target: Target): ConnectedCaller;
}

export interface ConnectedCaller {
  readonly call: Call;
  close(): Promise<void>;
}

/** Builds the HTTP request of an operation from its table entry. It accepts JSON. */
export function buildRequest(
  { table }: Spec,
  name: OperationName,
  input: Readonly<Record<string, unknown>>,
): TestRequest {
  const { method, path, source } = table.operations[name]!;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || source[key] === "path") continue;
    if (source[key] === "body") body[key] = value;
    else for (const each of [value].flat()) query.append(key, String(each));
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(input[key])),
  );
  const hasBody = Object.values(source).includes("body");
  return {
    method,
    path: query.size > 0 ? `${filled}?${query}` : filled,
    headers: {
      accept: "application/json, application/problem+json",
      ...(hasBody && { "content-type": "application/json" }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  };
}

/** Calls operations over HTTP and checks every response against the spec. */
export const http: Caller = {
  name: "http",
  protocol: "http",
  supports: () => true,
  connect: ({ service, scope }, target) => {
    const validator = validatorFor(service);
    return {
      async call(name, input, { headers } = {}) {
        const request = buildRequest(service, name, input);
        const response = await target.send({
          ...request,
          headers: omitEmptyHeaders({
            ...request.headers,
            ...authorizationHeaders(target),
            ...headers,
          }),
        });
        const violations = [
          ...validator.operationViolations(name, response),
          ...readPrismViolations(response),
        ];
        if (scope !== "document") violations.push(...validator.generalViolations(response));
        return {
          status: response.status,
          value: parseBody(response),
          headers: response.headers,
          violations,
        } as CallResult<any>;
      },
      close: async () => {},
    };
  },
};

/** The authorization header of a target, if it requires an API key. */
export const authorizationHeaders = ({
  key,
}: Pick<Target, "key">): Readonly<Record<string, string>> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** Removes headers whose value is empty. */
export const omitEmptyHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));

/**
 * The violations that the Prism proxy found in the response. Its violations in requests are often
 * intentional.
 */
function readPrismViolations({ headers }: TestResponse): string[] {
  const violations = JSON.parse(headers["sl-violations"] ?? "[]") as {
    location: string[];
    message: string;
  }[];
  return violations
    .filter(({ location }) => location[0] === "response")
    .map(({ location, message }) => `Prism: ${location.join(".")} ${message}`);
}
