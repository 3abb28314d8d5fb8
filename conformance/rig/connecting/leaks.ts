import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestPlatform } from "./platform.ts";

/** Where any of these secrets can be read: in a file of the place (the key file's own key aside), in the log, in an answer of the API. */
export function findLeaks(
  {
    folder,
    logLines,
    responseBodies,
  }: Pick<TestPlatform, "folder" | "logLines" | "responseBodies">,
  secrets: readonly string[],
  pages: readonly string[] = [],
): string[] {
  const files = readdirSync(folder).map(
    (name) => [name, readFileSync(join(folder, name)).toString("latin1")] as const,
  );
  const locations = [
    ...files,
    ["the log", logLines.join("\n")] as const,
    ["an answer", responseBodies.join("\n")] as const,
    ["a page", pages.join("\n")] as const,
  ];
  return locations.flatMap(([location, text]) =>
    secrets.flatMap((secret) =>
      [secret, btoa(secret), encodeURIComponent(secret)].some((form) => text.includes(form))
        ? [`${secret.slice(0, 12)}… in ${location}`]
        : [],
    ),
  );
}
