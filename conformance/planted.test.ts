import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PlatformCases, type SiteCases, skip } from "./case.ts";
import { siteCases } from "./cases/index.ts";
import { platformCases } from "./cases/platform/index.ts";
import { type Cell, cellsOf, titleOf } from "./cell.ts";
import { explained } from "./complaint.ts";
import { matrixOf, notCaused } from "./matrix/tally.ts";
import { bindingDefects } from "./planted/bindings.ts";
import { connectingDefects } from "./planted/connecting.ts";
import { type Defect, defective, saying } from "./planted/defect.ts";
import { mcpDefects } from "./planted/mcp.ts";
import { operationDefects } from "./planted/operations.ts";
import { platformDefects } from "./planted/platform.ts";
import { seenByPrism } from "./planted/seen-by-prism.ts";
import { surfaceDefects } from "./planted/surfaces.ts";
import { propertiesOf } from "./properties.ts";
import { KEYS } from "./rig/platform/keys.ts";
import { subjectOf } from "./run.ts";
import { core, platformCore } from "./targets/core.ts";
import type { Target } from "./targets/target.ts";
import { verdictOf } from "./verdict.ts";

const PLANTED = [
  {
    kind: core,
    defects: [...operationDefects, ...bindingDefects, ...surfaceDefects, ...mcpDefects],
  },
  { kind: platformCore, defects: [...platformDefects, ...connectingDefects] },
];
const cells = cellsOf(core);
let sound: Target;
let soundPlatform: Target;
beforeAll(async () => {
  sound = await core.start();
  soundPlatform = await platformCore.start();
});
afterAll(async () => {
  await sound.close();
  await soundPlatform.close();
});

const cellCase = ({ what }: Cell) => ("case" in what ? what.case : undefined);

describe.each(PLANTED.map((each) => [each.kind.service.name, each] as const))(
  "planted in the %s",
  (_, { kind, defects }) => {
    const cells = cellsOf(kind);
    const cellOf = ({ red, caller = "http" }: Defect): Cell => {
      const cell = cells.find((each) => each.caller === caller && titleOf(each) === red);
      if (!cell) throw new Error(`There is no cell ${red} over ${caller}`);
      return cell;
    };
    const outcomeOf = (cell: Cell, target: Target) => subjectOf(kind, target).run(cell);

    describe.each(defects.map((each) => [each.defect, each] as const))("%s", (_, defect) => {
      test(`turns "${defect.red}" red`, async () => {
        const target = kind === core ? sound : soundPlatform;
        expect(await outcomeOf(cellOf(defect), { ...target, close: async () => {} })).toEqual({
          result: "passed",
        });
        const outcome = await outcomeOf(cellOf(defect), defective(target, defect));
        expect(outcome.result).toBe("failed");
        if (outcome.result === "failed") expect(explained(outcome.complaints)).toMatch(defect.says);
      });

      test("stands in the table of conformance/README.md", () => {
        const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
        expect(readme).toContain(
          `| ${defect.defect} | ${defect.red}${defect.caller ? ` (${defect.caller})` : ""} |`,
        );
      });
    });
  },
);

describe("the properties find", () => {
  const reasonOf = (held: Promise<void>) =>
    held.then(
      () => "it holds",
      (error: Error) => `${error.message} ${(error.cause as Error | undefined)?.message}`,
    );
  const property = (it: string) => propertiesOf(core).find((each) => each.it === it)!;
  test("a 500 for hostile text", async () => {
    const target = defective(sound, {
      plant: (_, { path }) => (path.includes("%25") ? { status: 500 } : undefined),
    });
    expect(
      await reasonOf(
        property("searchPages over http takes every input that fits its schema").hold(target, 2000),
      ),
    ).toMatch(/500/);
  });
  test("an input refused that fits", async () => {
    const target = defective(sound, {
      plant: (_, asking) =>
        asking.path.includes("%00") ? sound.ask({ path: "/agent/search?q=" }) : undefined,
    });
    expect(
      await reasonOf(
        property("searchPages over http takes every input that fits its schema").hold(target, 2000),
      ),
    ).toMatch(/invalid_input/);
  });
  test("an answer to a strange query that the spec does not declare", async () => {
    const target = defective(sound, {
      plant: (answer, { path }) => (path.includes("%ff") ? saying(answer, "{}") : undefined),
    });
    expect(
      await reasonOf(
        property("searchPages answers any query at all with what the spec declares").hold(
          target,
          2000,
        ),
      ),
    ).toMatch(/required/);
  });

  test("a key that is told to the log", async () => {
    const target = defective(soundPlatform, {
      plant: (answer, { headers = {} }) =>
        headers["rig-log"] ? saying(answer, `{"path":"/keys/${KEYS.reader}"}`) : undefined,
    });
    const [property] = propertiesOf(platformCore).filter((each) =>
      each.it.includes("wherever in an address"),
    );
    expect(await reasonOf(property!.hold(target, 5))).toMatch(/the log shows the key/);
  });
  test("a key that is not quite the key, and is taken", async () => {
    const target = defective(soundPlatform, {
      plant: (_, asking) =>
        / jf_live_w/.test(asking.headers?.["authorization"] ?? "")
          ? soundPlatform.ask({ ...asking, headers: { authorization: `Bearer ${KEYS.whole}` } })
          : undefined,
    });
    const [property] = propertiesOf(platformCore).filter((each) =>
      each.it.includes("no Authorization"),
    );
    expect(await reasonOf(property!.hold(target, 1000))).toMatch(/401/);
  });
});

describe("the runner notices", () => {
  test("a known failure that passes again", () => {
    const [cell] = cells as [Cell];
    const known = [
      { service: "site", target: "core", cell: titleOf(cell), because: "it was broken" },
    ] as const;
    expect(verdictOf(cell, { result: "passed" }, known).result).toBe("failed");
    expect(verdictOf(cell, { result: "failed", complaints: [] }, known)).toEqual({
      result: "skipped",
      because: "known to fail: it was broken",
    });
  });
  test("a declared status that nothing causes", () => {
    const results = cells
      .filter(({ status }) => status !== 406)
      .map((cell) => ({ cell, outcome: { result: "passed" } as const }));
    expect(notCaused(matrixOf(results)).map(({ asked, status }) => ({ asked, status }))).toEqual([
      { asked: "readPage", status: 406 },
    ]);
  });
  test("a runtime that is not installed, and counts what it could not ask", async () => {
    const absent = { ...core, name: "absent", missing: () => "absent is not installed" };
    const outcomes = await Promise.all(
      cellsOf(absent).map((cell) => subjectOf(absent, sound).run(cell)),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set(['{"result":"skipped","because":"absent is not installed"}']),
    );
  });
  test("an occasion missing on a site of the suite's own", async () => {
    const [cell] = cells as [Cell];
    const what = {
      ...cell.what,
      case: { ...cellCase(cell), send: () => skip("no picture") },
    } as Cell["what"];
    expect((await subjectOf(core, sound).run({ ...cell, what })).result).toBe("failed");
    expect(await subjectOf({ ...core, isRig: false }, sound).run({ ...cell, what })).toEqual({
      result: "skipped",
      because: "no picture",
    });
  });
  test("an operation without a case, when it is compiled", () => {
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

describe("prism notices", () => {
  test.each(seenByPrism)(
    "$defect",
    async ({ run }) => expect(await run()).toMatch(/Prism|the mock/),
    60_000,
  );
});
