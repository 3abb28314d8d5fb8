import assert from "node:assert/strict";
import fc, { type Arbitrary } from "fast-check";
import { authorizationHeaders } from "../callers/http.ts";
import { anyText, anyUrl } from "../inputs/arbitraries.ts";
import { platform } from "../services/platform.ts";
import type { TestRequest } from "../targets/target.ts";
import { assertDeclared, assertProperty, CONNECTION_SECRETS, type Property } from "./property.ts";

const JSON_HEADERS = { "content-type": "application/json" };

const anyFindRequest = fc.record(
  {
    task: fc.oneof(fc.string(), fc.jsonValue()),
    limit: fc.jsonValue(),
    apps: fc.jsonValue(),
    connected: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const anyRun = fc.record(
  {
    arguments: fc.oneof(
      fc.record(
        { text: fc.oneof(anyText, fc.jsonValue()), loud: fc.jsonValue() },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    ),
    connection: fc.oneof(
      fc.constantFrom("Main", "conn_fjord_signed_in", "conn_cumulus_42"),
      anyText,
    ),
    idempotency_key: anyText,
    max_bytes: fc.integer(),
    timeout: fc.integer({ max: 5 }),
  },
  { requiredKeys: ["arguments"] },
);
const anyConnect = fc.record(
  {
    auth_method: fc.oneof(fc.constantFrom("api_key", "oauth2"), anyText),
    scopes: fc.oneof(fc.array(anyText), fc.jsonValue()),
    label: anyText,
    user: anyText,
    return_url: fc.oneof(anyUrl("http://127.0.0.1:9"), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const anyChange = fc.record(
  { label: anyText, default: fc.jsonValue(), enabled: fc.jsonValue() },
  { requiredKeys: [] },
);

const findProperty = (name: string, arbitrary: Arbitrary<string | Uint8Array>): Property => ({
  it: `findTools returns a response that the spec declares for ${name}`,
  verify: (target, numRuns) =>
    assertProperty(numRuns, arbitrary, async (body) =>
      assertDeclared(
        platform,
        "findTools",
        await target.send({
          method: "POST",
          path: "/api/v1/tools/find",
          headers: { ...JSON_HEADERS, ...authorizationHeaders(target) },
          body,
        }),
      ),
    ),
});

const operationProperty = (
  name: string,
  operation: "runTool" | "connectApp" | "updateConnection",
  request: Pick<TestRequest, "method" | "path">,
  arbitrary: Arbitrary<unknown>,
): Property => ({
  it: `${operation} returns a response that the spec declares for ${name}`,
  verify: (target, numRuns) =>
    assertProperty(numRuns, arbitrary, async (value) => {
      const response = await target.send({
        ...request,
        headers: { ...JSON_HEADERS, ...authorizationHeaders(target) },
        body: JSON.stringify(value),
      });
      assertDeclared(platform, operation, response);
      assert.doesNotMatch(response.text, CONNECTION_SECRETS);
    }),
});

/** For any request body, operations return responses that the spec declares. */
export const requestBodyProperties: readonly Property[] = [
  findProperty(
    "any JSON",
    fc
      .oneof({ weight: 3, arbitrary: anyFindRequest }, { weight: 1, arbitrary: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
  ),
  findProperty("any bytes", fc.uint8Array({ maxLength: 60 })),
  operationProperty(
    "any arguments",
    "runTool",
    { method: "POST", path: "/api/v1/tools/fjord.create_remark/run" },
    anyRun,
  ),
  operationProperty(
    "any connect request",
    "connectApp",
    { method: "POST", path: "/api/v1/apps/fjord/connect" },
    anyConnect,
  ),
  operationProperty(
    "any change",
    "updateConnection",
    { method: "PATCH", path: "/api/v1/connections/conn_atlas_home" },
    anyChange,
  ),
];
