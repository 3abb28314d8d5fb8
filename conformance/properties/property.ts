import assert from "node:assert/strict";
import fc, { type Arbitrary } from "fast-check";
import { validatorFor } from "../callers/spec-validator.ts";
import type { OperationName } from "../case.ts";
import { KEYS } from "../fixtures/platform/keys.ts";
import { LOG_HEADER } from "../fixtures/platform/platform.ts";
import { anyHeaderText } from "../inputs/arbitraries.ts";
import { platform } from "../services/platform.ts";
import type { Service } from "../services/service.ts";
import type { Target, TestRequest, TestResponse } from "../targets/target.ts";
import { keyInBodies, keyInHeaders, keyInUrls } from "./requests-with-key.ts";

/** A property that is tested with many generated inputs. */
export interface Property {
  readonly it: string;
  /** Rejects with the smallest failing input. */
  verify(target: Target, numRuns: number): Promise<void>;
}

/** Asserts that a response is declared in the spec and isn't an internal error. */
export function assertDeclared(
  service: Service,
  operation: OperationName,
  response: TestResponse,
): void {
  const { operationViolations, generalViolations } = validatorFor(service);
  assert.ok(response.status < 500, `status ${response.status}`);
  assert.deepEqual(
    [...operationViolations(operation, response), ...generalViolations(response)],
    [],
  );
}

/** Asserts that a check holds for `numRuns` values. */
export const assertProperty = <Value>(
  numRuns: number,
  values: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<void>,
): Promise<void> => fc.assert(fc.asyncProperty(values, check), { numRuns });

const anyCredential = fc
  .oneof(
    anyHeaderText,
    anyHeaderText.map((text) => `Bearer ${text}`),
    fc
      .tuple(
        fc.constantFrom("Bearer", "bearer", "Basic", "Token", ""),
        fc.constantFrom(" ", "  ", "\t", ", "),
        fc.nat(KEYS.whole.length),
        anyHeaderText,
      )
      .map(([scheme, space, length, more]) =>
        `${scheme}${space}${KEYS.whole.slice(0, length)}${more}`.trim(),
      ),
  )
  .filter((text) => !text.includes(KEYS.whole) && text !== "");

/** Only valid API keys are accepted. */
export const credentialProperty: Property = {
  it: "searchApps rejects any Authorization header without a valid API key",
  verify: (target, numRuns) =>
    assertProperty(numRuns, anyCredential, async (authorization) => {
      const response = await target.send({ path: "/api/v1/apps", headers: { authorization } });
      assertDeclared(platform, "searchApps", response);
      assert.equal(response.status, 401);
    }),
};

/** Secrets of the fixture's connections that no response may contain. */
export const CONNECTION_SECRETS =
  /fjord_(key_fixture|token_|refresh_)|fixture_client_secret|atlas_token/;

/** The first characters of the secret part of the key in the requests. */
const SECRET = KEYS.reader.slice("jf_live_".length, "jf_live_".length + 14);

/** Asserts that a text doesn't contain the key, even after repeated percent-decoding. */
function assertWithoutKey(
  { text, headers }: Pick<TestResponse, "text" | "headers">,
  location: string,
): void {
  let output = text + JSON.stringify(headers);
  for (let count = 0; count < 5; count++) {
    assert.ok(
      !output.includes(SECRET),
      `${location} contains the key: ${output.slice(Math.max(output.indexOf(SECRET) - 200, 0)).slice(0, 400)}`,
    );
    output = output.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

/** Returns the last lines of the service's log. */
const readLog = async (target: Target): Promise<string> =>
  (await target.send({ path: "/", headers: { [LOG_HEADER]: "1" } })).text
    .split("\n")
    .slice(-3)
    .join("\n");

const secretProperty = (it: string, requests: Arbitrary<TestRequest>): Property => ({
  it,
  verify: (target, numRuns) =>
    assertProperty(numRuns, requests, async (request) => {
      const response = await target.send(request);
      assert.ok(response.status < 500, `status ${response.status}`);
      assert.deepEqual(validatorFor(platform).generalViolations(response, request), []);
      assertWithoutKey(response, "the response");
      assertWithoutKey({ text: await readLog(target), headers: {} }, "the log");
    }),
});

/** API keys in requests never appear in responses or in the log. */
export const secretProperties: readonly Property[] = [
  secretProperty("a key in a URL never appears in the response or the log", keyInUrls),
  secretProperty("a key in a header never appears in the response or the log", keyInHeaders),
  secretProperty("a key in a body never appears in the response or the log", keyInBodies),
];
