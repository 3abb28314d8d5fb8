import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Renders the index of the decisions in a folder, from the titles of their files. */
export function renderDecisions(folder: string): string {
  const rows = readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.md$/.test(name))
    .sort()
    .map((file) => {
      const title = /^# (\d{3})\. (.+)$/m.exec(readFileSync(join(folder, file), "utf8"));
      if (title?.[1] !== file.slice(0, 3))
        throw new Error(`${file} must begin with "# ${file.slice(0, 3)}. " and its title.`);
      return `| [${title[1]}](${file}) | ${title[2]} |`;
    });
  return `${HEAD}\n${rows.join("\n")}\n`;
}

const HEAD = `# Decisions

Each page records one significant decision: its context, the decision, its consequences, the alternatives and when to revisit it. \`npm run generate\` writes this index.
Tuning experiments are in [conformance/bench/tuning-notes.md](../../conformance/bench/tuning-notes.md).

| | Decision |
|---|---|`;
