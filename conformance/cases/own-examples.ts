import assert from "node:assert/strict";
import type { TestContext } from "../case.ts";

/** The origin of the service in the examples of the spec. */
const EXAMPLE_ORIGIN = "https://jackfield.example";

/**
 * Returns a document or schema of the spec as the service under test should serve it: its examples
 * have the address of the deployment.
 */
export const withOwnExamples = <Value>(
  value: Value,
  { urlFor }: Pick<TestContext, "urlFor">,
): Value =>
  JSON.parse(JSON.stringify(value).replaceAll(EXAMPLE_ORIGIN, new URL(urlFor("/")).origin));

/** Checks that no example has the address of another deployment. */
export function assertOwnExamples(text: string, { urlFor }: Pick<TestContext, "urlFor">): void {
  assert.ok(!text.includes(EXAMPLE_ORIGIN), `an example has ${EXAMPLE_ORIGIN}`);
  const { origin } = new URL(urlFor("/"));
  for (const [url] of text.matchAll(/https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g))
    assert.equal(url, origin);
  assert.ok(text.includes(`${origin}/`), `no example has ${origin}`);
}
