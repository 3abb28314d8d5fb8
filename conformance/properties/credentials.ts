import assert from "node:assert/strict";
import fc from "fast-check";
import { anyHeaderText } from "../arbitraries.ts";
import { KEYS } from "../fixtures/platform/keys.ts";
import { assertDeclared, assertProperty, type Property } from "../property.ts";
import { platform } from "../services/platform.ts";

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
