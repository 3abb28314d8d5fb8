import assert from "node:assert/strict";
import fc, { type Arbitrary } from "fast-check";
import { validatorFor } from "../callers/spec-validator.ts";
import {
  createConnectLink,
  OWN_FORM,
  openConnectPage,
  submitForm,
} from "../cases/platform/actions.ts";
import { anyHeaderText, anyQuery, anyText } from "../inputs/arbitraries.ts";
import { platform } from "../services/platform.ts";
import type { TestRequest } from "../targets/target.ts";
import { assertProperty, CONNECTION_SECRETS, type Property } from "./property.ts";

const cookieText = anyHeaderText.filter((text) => !/[";,\\]/.test(text));
/** Requests to the OAuth callback. */
const anyCallback: Arbitrary<TestRequest> = fc
  .tuple(anyQuery(["state", "code", "error", "error_description", "iss"]), cookieText)
  .map(([query, cookie]) => ({
    path: `/oauth/callback?${query}`,
    headers: { cookie: `jf_signin_000000000000=${cookie}` },
  }));
const anyToken = fc
  .oneof(
    fc.string({ unit: "grapheme-ascii", maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 60 }),
  )
  .filter((text) => text !== "" && text !== "." && text !== "..")
  .map(toUrlSafe);
/** Requests to connect links. */
const anyVisit: Arbitrary<TestRequest> = fc
  .tuple(
    fc.constantFrom("GET", "POST", "HEAD"),
    fc.constantFrom("", "cl_", "cl_s1."),
    anyToken,
    cookieText,
  )
  .map(([method, prefix, token, cookie]) => ({
    method,
    path: `/connect/${prefix}${token}`,
    headers: {
      cookie: `jf_connect=${cookie}`,
      ...(method === "POST" && OWN_FORM),
    },
    ...(method === "POST" && { body: "method=api_key" }),
  }));

/** Percent-encodes a text, with lone surrogates replaced because URLs can't contain them. */
function toUrlSafe(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The page has no script and no secret, and the request causes no internal error. */
const pageProperty = (it: string, arbitrary: Arbitrary<TestRequest>): Property => ({
  it,
  verify: (target, numRuns) =>
    assertProperty(numRuns, arbitrary, async (request) => {
      const response = await target.send(request);
      assert.ok(response.status < 500, `status ${response.status}`);
      assert.deepEqual(validatorFor(platform).generalViolations(response, request), []);
      assert.doesNotMatch(response.text, CONNECTION_SECRETS);
      if (response.headers["content-type"]?.startsWith("text/html") && request.path !== "/") {
        assert.match(response.headers["content-security-policy"] ?? "", /frame-ancestors 'none'/);
        assert.doesNotMatch(response.text, /<script|\son\w+=["']/i);
      }
    }),
});

const formProperty: Property = {
  it: "for any submitted form, the connect page shows the outcome without the secret",
  verify: (target, numRuns) =>
    assertProperty(
      numRuns,
      fc.dictionary(fc.oneof(fc.constantFrom("f_key", "method", "f_"), anyText), anyText, {
        maxKeys: 4,
      }),
      async (fields) => {
        const { url } = await createConnectLink(target, "fjord", { user: "any-form" });
        const { cookie } = await openConnectPage(target, url);
        const secret = "not an existing key";
        const request = submitForm(url, cookie, {
          method: "api_key",
          ...Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [
              name.toWellFormed(),
              value.toWellFormed(),
            ]),
          ),
          f_key: secret,
        });
        const response = await target.send(request);
        assert.ok([200, 303, 422].includes(response.status), `status ${response.status}`);
        assert.deepEqual(validatorFor(platform).generalViolations(response, request), []);
        assert.ok(!response.text.includes(secret));
      },
    ),
};

/** For any browser request, a page shows the outcome. */
export const connectPageProperties: readonly Property[] = [
  pageProperty("for any OAuth callback, a page shows the outcome", anyCallback),
  pageProperty("for any connect link, a page shows its state", anyVisit),
  formProperty,
];
