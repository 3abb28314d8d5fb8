import fc from "fast-check";
import { expect, test } from "vitest";
import { createAgentVerifier } from "../../core/lib/http-signatures/agent-verifier.ts";
import {
  INVALID_REASONS,
  UNVERIFIED_REASONS,
} from "../../core/lib/http-signatures/signature-claim.ts";
import { refusalVerdict, verdictHeaders } from "../../core/lib/http-signatures/verdict.ts";
import { fetchKeyDirectory } from "../../core/site/fetch-key-directory.ts";
import { createDirectoryOutbound, signRequest } from "./keys.ts";

const URL_1 = "https://shop.example/agent/search?q=shoes";
const createVerifier = () =>
  createAgentVerifier({
    fetchDirectory: fetchKeyDirectory(createDirectoryOutbound()),
    origin: "https://shop.example",
    now: Date.now,
  });
const createRequest = (headers: Record<string, string>) =>
  ({
    method: "GET",
    url: URL_1,
    headers: { get: (name: string) => headers[name] ?? null },
  }) as never;

/** Fragments of structured fields, valid or not. */
const fragments = [
  "sig1",
  "=",
  "(",
  ")",
  ";",
  ",",
  " ",
  '"',
  ":",
  '"@authority"',
  '"signature-agent"',
  ';key="sig1"',
  ";created=1",
  ";expires=9999999999999999",
  ';tag="web-bot-auth"',
  ";keyid",
  "AAAA",
  "?1",
  "@1",
  '%"a"',
  "\\",
  "é",
  "\u0000",
  "1.5",
  "-",
  '"https://agent.example"',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 5 })), { maxLength: 25 })
  .map((parts) => parts.join(""));

test("never verifies random header values, and never throws", async () => {
  const verifier = createVerifier();
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      fc.option(text, { nil: undefined }),
      async (input, signature, agent) => {
        const verdict = await verifier.verify(
          createRequest({
            "signature-input": `sig1=(${input}`,
            signature,
            ...(agent !== undefined && { "signature-agent": agent }),
          }),
          "",
        );
        expect(verdict?.outcome).not.toBe("verified");
      },
    ),
    { numRuns: 3000 },
  );
});

test("never verifies a signed request with one changed character", async () => {
  const verifier = createVerifier();
  const headers = signRequest(URL_1);
  expect(await verifier.verify(createRequest(headers), "")).toMatchObject({ outcome: "verified" });
  // The last base64 characters contain unused bits, so changing them can keep the signature.
  const positions = Object.entries(headers).flatMap(([name, value]) =>
    Array.from({ length: name === "signature" ? value.length - 4 : value.length }, (_, at) => ({
      name,
      at,
    })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...positions),
      fc.integer({ min: 0x20, max: 0x7e }),
      async ({ name, at }, code) => {
        const before = headers[name]!;
        const letter = String.fromCharCode(code);
        fc.pre(before[at] !== letter);
        const verdict = await verifier.verify(
          createRequest({
            ...headers,
            [name]: before.slice(0, at) + letter + before.slice(at + 1),
          }),
          "",
        );
        expect(verdict?.outcome).not.toBe("verified");
      },
    ),
    { numRuns: 1500 },
  );
});

test("every reason fits into the Signature-Outcome header", () => {
  for (const reason of [...Object.keys(INVALID_REASONS), ...Object.keys(UNVERIFIED_REASONS)]) {
    const verdict = refusalVerdict({ reason: reason as keyof typeof INVALID_REASONS });
    expect(verdictHeaders(verdict)["signature-outcome"]).toMatch(
      new RegExp(
        `^${reason in INVALID_REASONS ? "invalid" : "unverified"};reason=${reason};detail="[\\x20-\\x7e]+\\."$`,
      ),
    );
  }
});
