import fc from "fast-check";
import { expect, test } from "vitest";
import { rigDirectories } from "../../../conformance/signatures/directories.ts";
import { signed } from "../../../conformance/signatures/sign.ts";
import { INVALID, UNVERIFIED } from "../../domain/signatures/claim.ts";
import { createAgents } from "./agents.ts";
import { headersOf, refused } from "./verdict.ts";

const URL_1 = "https://shop.example/agent/search?q=shoes";
const agents = () =>
  createAgents({ outbound: rigDirectories(), origin: "https://shop.example", now: Date.now });
const asked = (headers: Record<string, string>) =>
  ({
    method: "GET",
    url: URL_1,
    headers: { get: (name: string) => headers[name] ?? null },
  }) as never;

/** Texts that are nearly structured fields. */
const pieces = [
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
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 25 })
  .map((parts) => parts.join(""));

test("whatever the fields hold comes to an outcome, and never to an agent", async () => {
  const one = agents();
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      fc.option(text, { nil: undefined }),
      async (input, signature, agent) => {
        const verdict = await one.verify(
          asked({
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

test("a signed request with one letter that is another is no agent's", async () => {
  const one = agents();
  const sound = signed(URL_1);
  expect(await one.verify(asked(sound), "")).toMatchObject({ outcome: "verified" });
  // What follows the last whole letter of base64 says nothing.
  const places = Object.entries(sound).flatMap(([name, value]) =>
    Array.from({ length: name === "signature" ? value.length - 4 : value.length }, (_, at) => ({
      name,
      at,
    })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.integer({ min: 0x20, max: 0x7e }),
      async ({ name, at }, code) => {
        const before = sound[name]!;
        const letter = String.fromCharCode(code);
        fc.pre(before[at] !== letter);
        const verdict = await one.verify(
          asked({ ...sound, [name]: before.slice(0, at) + letter + before.slice(at + 1) }),
          "",
        );
        expect(verdict?.outcome).not.toBe("verified");
      },
    ),
    { numRuns: 1500 },
  );
});

test("every reason can be told in a header", () => {
  for (const reason of [...Object.keys(INVALID), ...Object.keys(UNVERIFIED)]) {
    const verdict = refused({ reason: reason as keyof typeof INVALID });
    expect(headersOf(verdict)["signature-outcome"]).toMatch(
      new RegExp(
        `^${reason in INVALID ? "invalid" : "unverified"};reason=${reason};detail="[\\x20-\\x7e]+\\."$`,
      ),
    );
  }
});
