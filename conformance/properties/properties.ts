import assert from "node:assert/strict";
import fc from "fast-check";
import { authorizationHeaders, type ConnectedCaller, http } from "../callers/http.ts";
import { callers } from "../callers/index.ts";
import { validatorFor } from "../callers/spec-validator.ts";
import type { CallResult, OperationName } from "../case.ts";
import { acpBodyProperties } from "../inputs/acp-bodies.ts";
import { anyQuery, anyUrl, invalidInput, validInput } from "../inputs/arbitraries.ts";
import { ucpProperties } from "../inputs/ucp-bodies.ts";
import type { Service } from "../services/service.ts";
import { site } from "../services/site.ts";
import type { Target, TargetKind } from "../targets/target.ts";
import { connectPageProperties } from "./connect-pages.ts";
import {
  assertDeclared,
  assertProperty,
  credentialProperty,
  type Property,
  secretProperties,
} from "./property.ts";
import { requestBodyProperties } from "./request-bodies.ts";

/** Additional properties of the platform. */
export const platformProperties: readonly Property[] = [
  ...requestBodyProperties,
  ...connectPageProperties,
  credentialProperty,
  ...secretProperties,
];

const urlProperty: Property = {
  it: "readPage returns a response that the spec declares for any URL",
  verify: (target, numRuns) =>
    assertProperty(
      numRuns * 2,
      fc.tuple(
        anyUrl(target.url),
        fc.constantFrom("text/markdown", "application/json", "text/plain", "*/*"),
      ),
      async ([url, accept]) =>
        assertDeclared(
          site,
          "readPage",
          await target.send({
            path: `/agent/read?${new URLSearchParams({ url })}`,
            headers: { accept },
          }),
        ),
    ),
};

/** Additional properties of the site. */
export const siteProperties: readonly Property[] = [
  urlProperty,
  ...acpBodyProperties,
  ...ucpProperties,
];

/** Generated inputs need callers that send every request. Clients refuse some themselves. */
const FREE_CALLERS = callers.filter(({ skipsRequests }) => !skipsRequests);

/**
 * Creates the properties of a kind of target: for every operation with every caller, and for other
 * requests.
 */
export function createProperties(kind: TargetKind): Property[] {
  const { service } = kind;
  const { operations } = service.table;
  const connections = new WeakMap<Target, Map<string, ConnectedCaller>>();
  const connectCaller = (target: Target, name: string): ConnectedCaller => {
    let connected = connections.get(target);
    if (!connected) {
      connected = new Map(
        FREE_CALLERS.map((caller) => [caller.name, caller.connect(kind, target)]),
      );
      connections.set(target, connected);
    }
    return connected.get(name)!;
  };
  const names = Object.keys(operations) as OperationName[];
  return [
    ...names.flatMap((operation) =>
      FREE_CALLERS.filter(
        ({ protocol }) => protocol === "http" || operations[operation]!.tool,
      ).flatMap(({ name }) =>
        inputProperties(service, operation, name, (target) => connectCaller(target, name)),
      ),
    ),
    ...names
      .filter((operation) => operations[operation]!.method === "GET")
      .map((operation) => queryProperty(service, operation)),
    argumentsProperty(service),
    pathProperty(service),
    ...(service.name === "site" ? siteProperties : platformProperties),
  ];
}

function inputProperties(
  { table }: Service,
  operation: OperationName,
  caller: string,
  by: (target: Target) => ConnectedCaller,
): Property[] {
  const { input, source } = table.operations[operation]!;
  // An empty value, or one with dot segments, would change the path.
  const inPath =
    caller === http.name ? Object.keys(source).filter((name) => source[name] === "path") : [];
  const hasPath = (each: Record<string, unknown>) =>
    inPath.every(
      (name) => each[name] !== undefined && !["", ".", ".."].includes(String(each[name])),
    );
  return [
    {
      it: `${operation} over ${caller} accepts every valid input`,
      verify: (target, numRuns) =>
        assertProperty(numRuns, validInput(input).filter(hasPath).map(readable), async (each) => {
          const result = await by(target).call(operation, each);
          assert.deepEqual(result.violations, []);
          assert.ok(result.status < 500, `status ${result.status}`);
          if (!isUnknownReference(result)) assert.notEqual(problemCode(result), "invalid_input");
        }),
    },
    {
      it: `${operation} over ${caller} rejects every invalid input`,
      verify: (target, numRuns) =>
        assertProperty(numRuns, invalidInput(input).filter(hasPath), async (each) => {
          const result = await by(target).call(operation, each);
          assert.deepEqual(result.violations, []);
          assert.deepEqual([result.status, problemCode(result)], [400, "invalid_input"]);
        }),
    },
  ];
}

/** Characters that no name may have, because people can't see them. JSON Schema can't say this. */
const UNREADABLE =
  /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;

/** The same input with names and labels that people can read. */
const readable = (each: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(each).map(([member, value]) => {
      if (!["name", "label"].includes(member) || typeof value !== "string") return [member, value];
      const text = value.replaceAll(UNREADABLE, "");
      return [member, /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) ? text : "a"];
    }),
  );

/** Inputs that match their schema, but must also refer to something that exists. */
const isUnknownReference = ({ value }: CallResult): boolean =>
  (value as { errors?: { pointer: string }[] })?.errors?.every(({ pointer }) =>
    /^\/(cursor|(apps|scopes)\/\d+)$/.test(pointer),
  ) ?? false;

const queryProperty = (service: Service, operation: OperationName): Property => ({
  it: `${operation} returns a response that the spec declares for any query`,
  verify: (target, numRuns) => {
    const { path, input } = service.table.operations[operation]!;
    const at = path.replaceAll(/\{\w+\}/g, "nothing");
    return assertProperty(numRuns, anyQuery(Object.keys(input.properties)), async (query) =>
      assertDeclared(
        service,
        operation,
        await target.send({ path: `${at}?${query}`, headers: authorizationHeaders(target) }),
      ),
    );
  },
});

const argumentsProperty = ({ table }: Service): Property => ({
  it: "an MCP tool accepts any JSON as arguments without an internal error",
  verify: (target, numRuns) =>
    assertProperty(
      numRuns,
      fc.tuple(
        fc.constantFrom(...Object.values(table.operations).flatMap(({ tool }) => tool?.name ?? [])),
        fc.dictionary(fc.string(), fc.jsonValue()),
      ),
      async ([name, input]) => {
        const body = JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: input },
        });
        const { status, text } = await target.send({
          method: "POST",
          path: "/mcp",
          headers: { "content-type": "application/json", ...authorizationHeaders(target) },
          body,
        });
        const { result } = JSON.parse(text);
        assert.deepEqual([status, Array.isArray(result?.content)], [200, true], text);
        if (result.isError) assert.equal(JSON.parse(result.content[0].text).status, 400);
      },
    ),
});

const PATH_STEPS = [
  "guide",
  "agent",
  "api",
  "v1",
  "apps",
  "tools",
  "mcp",
  "k",
  "..",
  "%2e%2e",
  "%2f",
  "%5c",
  "\\",
  ".well-known",
  "index.html",
];

const pathProperty = (service: Service): Property => ({
  it: "no path causes an internal error",
  verify: (target, numRuns) =>
    assertProperty(numRuns, anyQuery(PATH_STEPS), async (path) => {
      const response = await target.send({ path: `/${path}` });
      assert.ok(response.status < 500, `status ${response.status}`);
      assert.deepEqual(validatorFor(service).generalViolations(response), []);
    }),
});

const problemCode = ({ value }: CallResult): unknown => (value as { code?: unknown })?.code;
