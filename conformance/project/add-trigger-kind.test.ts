import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScratchCheckout, type ScratchCheckout, TSC } from "../fixtures/scratch-checkout.ts";

const SPEC = "spec/platform/models/trigger-watch.tsp";
const DEFINITION = "core/ports/trigger-definition.ts";
const WATCHER = "core/platform/triggers/watch/countdown.ts";
const WATCHERS = "core/platform/triggers/watch/watchers.ts";
const KINDS = "core/platform/account/triggers/kinds.ts";
const TEST = "conformance/triggers/countdown.test.ts";

/** The replacements in each changed file. Each text occurs once. */
const INSERTIONS: Readonly<Record<string, readonly (readonly [before: string, text: string])[]>> = {
  [SPEC]: [
    [
      '  schedule: "schedule",\n',
      '  schedule: "schedule",\n\n  /** A delay. */\n  countdown: "countdown",\n',
    ],
    [
      "  schedule: ScheduleWatch,\n",
      "  schedule: ScheduleWatch,\n\n  /** A delay. */\n  countdown: CountdownWatch,\n",
    ],
    [
      "/** Events that callers send with `fireTrigger`. */",
      `/** A delay from the creation of the trigger. It fires once. */
model CountdownWatch {
  /** The kind of trigger. */
  kind: "countdown";

  /** The delay in seconds. */
  @minValue(1)
  @maxValue(86400)
  @example(60)
  seconds: int32;
}

/** Events that callers send with \`fireTrigger\`. */`,
    ],
  ],
  [DEFINITION]: [
    [
      "/** Watches the items that a tool lists. */",
      `/** Fires once after a delay. */
export interface CountdownWatch {
  readonly kind: "countdown";
  readonly seconds: number;
}

/** Watches the items that a tool lists. */`,
    ],
    ["  | ScheduleWatch\n", "  | ScheduleWatch\n  | CountdownWatch\n"],
  ],
  [WATCHERS]: [
    [
      'import { PollWatcher } from "./poll.ts";',
      'import { createCountdownWatcher } from "./countdown.ts";\nimport { PollWatcher } from "./poll.ts";',
    ],
    [
      "  schedule: createScheduleWatcher,\n",
      "  schedule: createScheduleWatcher,\n  countdown: createCountdownWatcher,\n",
    ],
  ],
  [KINDS]: [
    [
      "  platform: {",
      `  countdown: {
    describe: ({ seconds }) => \`Once after \${describeSeconds(seconds)}\`,
    form: {
      title: "New countdown",
      choice: { label: "A countdown", help: "Once, after a delay." },
      hasFilter: false,
      render: ({ problem }, read) =>
        renderField(
          { id: "watch", label: "Seconds", error: fieldError(problem, "watch") },
          (attributes) => html\`<input\${attributes} value="\${read("watch")}" inputmode="numeric">\`,
        ),
      read: ({ text }) => ({ kind: "countdown", seconds: Number(text("watch")) }),
    },
  },
  platform: {`,
    ],
  ],
};

const IMPLEMENTATION = `import type { CountdownWatch } from "../../../ports/trigger-definition.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { Watcher } from "./watcher.ts";

/** Watches a delay. */
export const createCountdownWatcher = ({
  now,
}: Pick<TriggerDeps, "now">): Watcher<CountdownWatch> => ({
  prepare: async (watch) => ({ watch, progress: { due: now() + watch.seconds * 1_000 } }),
  check: async ({ trigger: { progress } }) => ({
    events: [{ key: "end", type: "countdown", time: now(), data: {} }],
    progress: { ...progress, due: undefined },
    finished: "The countdown has ended.",
  }),
});
`;

const BEHAVIOR = `import { expect, it } from "vitest";
import { createTriggerFixture } from "./trigger-fixture.ts";

it("fires once after its delay", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "countdown", seconds: 60 },
    actions: [{ kind: "run", tool: "open.get_weather", arguments: { city: "Bern" } }],
  });
  await fixture.work();
  expect(await fixture.readEvents(trigger.id)).toEqual([]);
  fixture.advance(61_000);
  await fixture.work();
  expect(await fixture.readEvents(trigger.id)).toMatchObject([{ type: "countdown", status: "done" }]);
  const { body } = await fixture.call("GET", "/triggers?kind=countdown");
  expect(body.data).toMatchObject([{ id: trigger.id, status: "paused" }]);
});
`;

/** The steps of "Add a trigger kind". */
const guide = /^## Add a trigger kind\n(.*?)^## /ms.exec(
  readFileSync(join(import.meta.dirname, "../../CONTRIBUTING.md"), "utf8"),
)![1]!;

// It takes about a minute, because it compiles the whole project.
describe("a trigger kind of four files", () => {
  let checkout: ScratchCheckout;
  beforeAll(() => {
    checkout = createScratchCheckout();
    for (const [file, insertions] of Object.entries(INSERTIONS)) {
      let text = checkout.read(file);
      for (const [before, replacement] of insertions) {
        expect(text.split(before), `${file} has "${before}" once`).toHaveLength(2);
        text = text.replace(before, () => replacement);
      }
      checkout.write(file, text);
    }
    checkout.write(WATCHER, IMPLEMENTATION);
    checkout.write(TEST, BEHAVIOR);
  });
  afterAll(() => checkout?.remove());

  it.each([SPEC, DEFINITION, "core/platform/triggers/watch/", WATCHERS, KINDS])(
    "has a file in the place that CONTRIBUTING.md names: %s",
    (file) => {
      expect(guide).toContain(`\`${file}\``);
    },
  );

  it("compiles, and its triggers fire", { timeout: 300_000 }, async () => {
    expect(await checkout.run("node", "spec/emit/generate.ts")).toMatchObject({ code: 0 });
    expect(await checkout.run("node", TSC, "-p", ".")).toEqual({ code: 0, output: "" });
    const config = ["--config", "conformance/vitest.config.ts"];
    expect(await checkout.run("vitest", "run", ...config, TEST)).toMatchObject({ code: 0 });
  });
});
