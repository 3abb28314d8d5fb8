import { readFileSync } from "node:fs";
import * as z from "zod";
import type { PackageSource } from "./sources.ts";

const sourceSchema = z.strictObject({
  name: z.string().regex(/^[\w@][\w./-]*$/, "must consist of letters, digits, `.`, `-` and `/`"),
  commit: z.string().regex(/^[0-9a-f]{40}$/, "must be a full commit hash of 40 hexadecimal digits"),
  integrity: z
    .string()
    .regex(
      /^sha512-[A-Za-z0-9+/]{86}==$/,
      "must be the checksum of the archive: sha512- and base64",
    ),
  url: z.url({ protocol: /^https?$/, error: "must be an HTTP or HTTPS URL" }),
  license: z.enum(
    ["MIT", "Apache-2.0", "BSD-3-Clause", "CC0-1.0"],
    "must be a license that allows redistribution: MIT, Apache-2.0, BSD-3-Clause or CC0-1.0",
  ),
  /** A regular expression that matches paths in the archive. */
  files: z.string(),
});

/**
 * Reads additional sources: repository archives, each with commit and checksum. Throws one line per
 * mistake.
 */
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
