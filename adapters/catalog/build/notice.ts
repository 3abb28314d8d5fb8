import type { AppPart } from "./app-part.ts";
import { MARK_SOURCE } from "./marks.ts";

/** Formats the attribution that the licenses require. */
export function formatNotice(
  parts: readonly Pick<AppPart, "entry" | "source" | "license">[],
): string {
  const bySource = Map.groupBy(
    parts,
    ({ source, license }) => `${source} (${license ?? "no license named by the document"})`,
  );
  const lines = [...bySource]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([source, apps]) => `${source}: ${apps.map(({ entry }) => entry.slug).join(", ")}`);
  return `This catalog contains facts about APIs, compiled from the documents below, with shortened descriptions.\nEach app and its mark belong to the app's vendor. The drawings of marks are from ${MARK_SOURCE.name}@${MARK_SOURCE.version} (CC0-1.0, or the license that it names for a mark).\nThe protocols, hosts and names in requests to AWS are facts from the schemas of the npm packages @aws-sdk/client-* (Apache-2.0). Jackfield's file adapters/catalog/aws/clients.json has their versions. Which operations of Google take files is a fact from the npm package googleapis (Apache-2.0), whose version is in adapters/catalog/google/uploads.json.\n\n${lines.join("\n\n")}\n`;
}
