import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { packVectors } from "../../../../core/lib/tool-search/index/vectors.ts";
import { hashText } from "../random.ts";
import { cache, requestPairs, type Source, sources, tools } from "./learning-sources.ts";
import { readStartVectors } from "./start-vectors.ts";
import { createTermExamples, learnImportance } from "./term-importance.ts";
import { createTitlePairs } from "./training-pairs.ts";
import { createVectorTraining } from "./vector-training.ts";

export const FOLDS = 5;

/** What keeps requests together in a fold: their app, or only their text. */
export type Grouping = "app" | "request";

/** The fold of a request. */
export const foldOf = (
  { group, text }: { readonly group: string; readonly text: string },
  grouping: Grouping,
): number => (hashText(grouping === "app" ? group : text) >>> 8) % FOLDS;

export const foldOfRequest = (
  { group, query }: Source["requests"][number],
  grouping: Grouping,
): number => foldOf({ group, text: query.task }, grouping);

/**
 * Learns word vectors and the importance of terms, as files for `buildIndex`: one for each fold, from
 * the requests of the others, and at the end one from all requests.
 */
export function learnVectorFiles(grouping: Grouping): Uint8Array[] {
  const files = Array.from({ length: FOLDS + 1 }, (_, fold) =>
    cache ? `${cache}/vectors-${grouping}-${fold}.bin` : undefined,
  );
  if (files.every((file) => file && existsSync(file)))
    return files.map((file) => readFileSync(file!));
  const learnVectors = createVectorTraining(
    readStartVectors(),
    createTitlePairs(tools.map(({ document }) => document)),
    requestPairs,
  );
  const examples = sources
    .filter(({ name }) => name !== "restbench" && name !== "toolalpaca")
    .flatMap(createTermExamples);
  return files.map((file, fold) => {
    const bytes = packVectors(
      learnVectors((pair) => foldOf(pair, grouping) !== fold),
      learnImportance(examples.filter(({ request }) => foldOfRequest(request, grouping) !== fold)),
    );
    if (file) writeFileSync(file, bytes);
    return bytes;
  });
}
