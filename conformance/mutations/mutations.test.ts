import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PlatformCases, type SiteCases, skip } from "../case.ts";
import { siteCases } from "../cases/index.ts";
import { platformCases } from "../cases/platform/index.ts";
import { KEYS } from "../fixtures/platform/keys.ts";
import { createMatrix, findUncoveredStatuses } from "../matrix/create-matrix.ts";
import { createProperties } from "../properties/properties.ts";
import { platformCore, siteCore } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import {
  applyKnownFailures,
  formatFailures,
  formatTitle,
  planTestRuns,
  type TestRun,
} from "../test-run.ts";
import { createSession } from "../test-session.ts";
import { bindingMutations } from "./bindings.ts";
import { connectionMutations } from "./connections.ts";
import { mcpMutations } from "./mcp.ts";
import { applyMutation, type Mutation, withText } from "./mutation.ts";
import { operationMutations } from "./operations.ts";
import { platformMutations } from "./platform.ts";
import { prismMutations } from "./prism.ts";
import { surfaceMutations } from "./surfaces.ts";
import { triggerMutations } from "./triggers.ts";

const MUTATIONS = [
  {
    kind: siteCore,
    defects: [...operationMutations, ...bindingMutations, ...surfaceMutations, ...mcpMutations],
  },
  {
    kind: platformCore,
    defects: [...platformMutations, ...connectionMutations, ...triggerMutations],
  },
];
const testRuns = planTestRuns(siteCore);
let unmodified: Target;
let unmodifiedPlatform: Target;
beforeAll(async () => {
  unmodified = await siteCore.start();
  unmodifiedPlatform = await platformCore.start();
});
afterAll(async () => {
  await unmodified.close();
  await unmodifiedPlatform.close();
});

const findCase = ({ definition }: TestRun) => ("case" in definition ? definition.case : undefined);

describe.each(MUTATIONS.map((each) => [each.kind.service.name, each] as const))(
  "mutations of the %s",
  (_, { kind, defects }) => {
    const allTestRuns = planTestRuns(kind);
    const findTestRun = ({ failingTest, caller = "http" }: Mutation): TestRun => {
      const testRun = allTestRuns.find(
        (each) => each.caller === caller && formatTitle(each) === failingTest,
      );
      if (!testRun) throw new Error(`There is no test "${failingTest}" over ${caller}`);
      return testRun;
    };
    const runAgainst = (testRun: TestRun, target: Target) =>
      createSession(kind, target).run(testRun);

    describe.each(defects.map((each) => [each.description, each] as const))("%s", (_, mutation) => {
      test(`fail "${mutation.failingTest}"`, async () => {
        const target = kind === siteCore ? unmodified : unmodifiedPlatform;
        expect(
          await runAgainst(findTestRun(mutation), { ...target, close: async () => {} }),
        ).toEqual({
          result: "passed",
        });
        const outcome = await runAgainst(findTestRun(mutation), applyMutation(target, mutation));
        expect(outcome.result).toBe("failed");
        if (outcome.result === "failed")
          expect(formatFailures(outcome.failures)).toMatch(mutation.message);
      });
    });
  },
);

describe("the properties find", () => {
  const findReason = (held: Promise<void>) =>
    held.then(
      () => "no failure",
      (error: Error) => `${error.message} ${(error.cause as Error | undefined)?.message}`,
    );
  const property = (it: string) => createProperties(siteCore).find((each) => each.it === it)!;
  test("a 500 for hostile text", async () => {
    const target = applyMutation(unmodified, {
      apply: (_, { path }) => (path.includes("%25") ? { status: 500 } : undefined),
    });
    expect(
      await findReason(
        property("searchPages over http accepts every valid input").verify(target, 2000),
      ),
    ).toMatch(/500/);
  });
  test("a rejected valid input", async () => {
    const target = applyMutation(unmodified, {
      apply: (_, request) =>
        request.path.includes("%00") ? unmodified.send({ path: "/agent/search?q=" }) : undefined,
    });
    expect(
      await findReason(
        property("searchPages over http accepts every valid input").verify(target, 2000),
      ),
    ).toMatch(/invalid_input/);
  });
  test("an undeclared response to a malformed query", async () => {
    const target = applyMutation(unmodified, {
      apply: (response, { path }) => (path.includes("%ff") ? withText(response, "{}") : undefined),
    });
    expect(
      await findReason(
        property("searchPages returns a response that the spec declares for any query").verify(
          target,
          2000,
        ),
      ),
    ).toMatch(/required/);
  });

  test("an API key in the log", async () => {
    const target = applyMutation(unmodifiedPlatform, {
      apply: (response, { headers = {} }) =>
        headers["fixture-log"] ? withText(response, `{"path":"/keys/${KEYS.reader}"}`) : undefined,
    });
    const [property] = createProperties(platformCore).filter((each) =>
      each.it.includes("a key in a URL"),
    );
    expect(await findReason(property!.verify(target, 5))).toMatch(/the log contains the key/);
  });
  test("an accepted key that differs slightly", async () => {
    const target = applyMutation(unmodifiedPlatform, {
      apply: (_, request) =>
        / jf_live_w/.test(request.headers?.["authorization"] ?? "")
          ? unmodifiedPlatform.send({
              ...request,
              headers: { authorization: `Bearer ${KEYS.whole}` },
            })
          : undefined,
    });
    const [property] = createProperties(platformCore).filter((each) =>
      each.it.includes("rejects any Authorization header"),
    );
    expect(await findReason(property!.verify(target, 1000))).toMatch(/401/);
  });
});

describe("the runner reports", () => {
  test("a known failure that passes again", () => {
    const [testRun] = testRuns as [TestRun];
    const knownFailures = [
      { service: "site", target: "core", test: formatTitle(testRun), reason: "it was broken" },
    ] as const;
    expect(applyKnownFailures(testRun, { result: "passed" }, knownFailures).result).toBe("failed");
    expect(applyKnownFailures(testRun, { result: "failed", failures: [] }, knownFailures)).toEqual({
      result: "skipped",
      reason: "known to fail: it was broken",
    });
  });
  test("a declared status that no case causes", () => {
    const results = testRuns
      .filter(({ status }) => status !== 406)
      .map((testRun) => ({ testRun, outcome: { result: "passed" } as const }));
    expect(
      findUncoveredStatuses(createMatrix(results)).map(({ endpoint, status }) => ({
        endpoint,
        status,
      })),
    ).toEqual([{ endpoint: "readPage", status: 406 }]);
  });
  test("a missing runtime, and counts its skipped tests", async () => {
    const absent = { ...siteCore, name: "absent", skipReason: () => "absent is not installed" };
    const outcomes = await Promise.all(
      planTestRuns(absent).map((testRun) => createSession(absent, unmodified).run(testRun)),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set(['{"result":"skipped","reason":"absent is not installed"}']),
    );
  });
  test("an inapplicable case on the suite's own site", async () => {
    const [testRun] = testRuns as [TestRun];
    const what = {
      ...testRun.definition,
      case: { ...findCase(testRun), input: () => skip("no picture") },
    } as TestRun["definition"];
    expect(
      (await createSession(siteCore, unmodified).run({ ...testRun, definition: what })).result,
    ).toBe("failed");
    expect(
      await createSession({ ...siteCore, isFixture: false }, unmodified).run({
        ...testRun,
        definition: what,
      }),
    ).toEqual({
      result: "skipped",
      reason: "no picture",
    });
  });
  test("an operation without a case at compile time", () => {
    const { readPage: _, ...incomplete } = siteCases;
    // @ts-expect-error readPage has no case
    const cases: SiteCases = incomplete;
    expect(Object.keys(cases)).not.toContain("readPage");
    const { getTool: __, ...lacking } = platformCases;
    // @ts-expect-error getTool has no case
    const ofPlatform: PlatformCases = lacking;
    expect(Object.keys(ofPlatform)).not.toContain("getTool");
  });
});

describe("prism reports", () => {
  test.each(prismMutations)(
    "$description",
    async ({ run }) => expect(await run()).toMatch(/Prism|the mock/),
    60_000,
  );
});
