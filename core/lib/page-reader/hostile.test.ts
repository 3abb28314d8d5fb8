import { Session } from "node:inspector";
import { afterAll, describe, it } from "vitest";
import { expectLinearSteps, StepCounter } from "../kit/testing.ts";
import { describeHtml, readHtml, readMarkdown, splitParts } from "./index.ts";
import { hostilePages, hostileSources } from "./testing.ts";

const options = { url: "https://example.com/", format: "markdown" } as const;

const steps = new StepCounter(new Session());
afterAll(() => steps.stop());

const halfSize = (full: number) => Math.min(500, full / 40);

describe("readHtml, describeHtml and splitParts on hostile HTML", () => {
  it.each(Object.entries(hostilePages))(
    "take steps in proportion to its length: %s",
    (_, [full, write]) => {
      const size = halfSize(full);
      const prepare = (run: (html: string) => void) => (n: number) => {
        const html = write(n);
        return () => run(html);
      };
      expectLinearSteps(
        steps,
        prepare((html) => readHtml(html, options)),
        size,
      );
      expectLinearSteps(steps, prepare(describeHtml), size);
      expectLinearSteps(
        steps,
        (n) => {
          const { content } = readHtml(write(n), options);
          return () => splitParts(content, 100);
        },
        size,
      );
    },
  );
});

describe("readMarkdown on hostile sources", () => {
  it.each(Object.entries(hostileSources))(
    "takes steps in proportion to its length: %s",
    (_, [full, write]) => {
      for (const format of ["markdown", "text"] as const)
        expectLinearSteps(
          steps,
          (n) => {
            const source = write(n);
            return () => readMarkdown(source, { ...options, format });
          },
          halfSize(full),
        );
    },
  );
});
