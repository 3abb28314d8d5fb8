import { readFileSync } from "node:fs";
import * as z from "zod";
import type { PackageSource } from "./sources.ts";

const sourceSchema = z.strictObject({
  name: z.string().regex(/^[\w@][\w.\/-]*$/, "letters, digits, `.`, `-` and `/` are needed"),
  commit: z.string().regex(/^[0-9a-f]{40}$/, "a whole commit is needed, of 40 digits"),
  integrity: z
    .string()
    .regex(/^sha512-[A-Za-z0-9+/]{86}==$/, "the archive's checksum is needed: sha512- and base64"),
  url: z.url({ protocol: /^https?$/, error: "an https address is needed" }),
  license: z.enum(
    ["MIT", "Apache-2.0", "BSD-3-Clause", "CC0-1.0"],
    "only these licenses let documents be carried: MIT, Apache-2.0, BSD-3-Clause, CC0-1.0",
  ),
  /** A regular expression for paths in the archive. */
  files: z.string(),
});

/** Reads a file of further sources: repositories' archives, each by its commit and its checksum. Throws a sentence for each mistake. */
export function readExtraSources(file: string): PackageSource[] {
  const parsed = z.array(sourceSchema).safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!parsed.success)
    throw new Error(
      parsed.error.issues
        .map(({ path, message }) => `${file}: ${path.join(".")}: ${message}`)
        .join("\n"),
    );
  return parsed.data.map(({ commit, files, ...rest }) => ({
    ...rest,
    version: commit,
    files: new RegExp(files, "u"),
  }));
}
