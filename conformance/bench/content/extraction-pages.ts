import { readdir, readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";

/** A page of the data set with its labeled content. */
export interface LabeledPage {
  readonly id: string;
  /** One of `PAGE_TYPES`. */
  readonly type: string;
  readonly url: string;
  readonly html: string;
  /** The main content as text. */
  readonly content: string;
}

/** The page types of the data set. */
export const PAGE_TYPES = [
  "article",
  "documentation",
  "service",
  "forum",
  "listing",
  "collection",
  "product",
];

/**
 * Reads the pages in `content/` of a data folder, in the format of WCXB: `html/NNNN.html.gz` and
 * `ground-truth/NNNN.json`.
 */
export async function readLabeledPages(folder: string): Promise<LabeledPage[]> {
  const files = (await readdir(`${folder}/content/html`)).sort();
  return Promise.all(
    files.map(async (file) => {
      const id = file.slice(0, file.indexOf("."));
      const truth = JSON.parse(
        await readFile(`${folder}/content/ground-truth/${id}.json`, "utf8"),
      ) as GroundTruth;
      const html = new TextDecoder().decode(
        gunzipSync(await readFile(`${folder}/content/html/${file}`)),
      );
      return {
        id,
        type: truth._internal.page_type.primary,
        url: truth.url,
        html,
        content: truth.ground_truth.main_content,
      };
    }),
  );
}

interface GroundTruth {
  readonly url: string;
  readonly _internal: { readonly page_type: { readonly primary: string } };
  readonly ground_truth: { readonly main_content: string };
}

/** Returns the F1 score of the words of two texts, from 0 to 1. Word order is ignored. */
export function wordF1(text: string, expected: string): number {
  const [extracted, relevant] = [tokenize(text), tokenize(expected)];
  if (extracted.length === 0 || relevant.length === 0)
    return extracted.length === relevant.length ? 1 : 0;
  const remaining = new Map<string, number>();
  for (const word of relevant) remaining.set(word, (remaining.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of extracted) {
    const count = remaining.get(word) ?? 0;
    if (count === 0) continue;
    remaining.set(word, count - 1);
    shared++;
  }
  return (2 * shared) / (extracted.length + relevant.length);
}

function tokenize(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
