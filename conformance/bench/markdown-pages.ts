import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import process from "node:process";
import { gunzipSync } from "node:zlib";
import { PACKAGES } from "../reading/packages.ts";
import { readPages } from "../reading/pages.ts";

/** A page to convert. */
export interface BenchPage {
  readonly url: string;
  readonly html: string;
}

/** The documentation pages of the round trip, without those that can't be had. */
export async function readDocumentationPages(): Promise<BenchPage[]> {
  const pages = await Promise.all(PACKAGES.map((pack) => readPages(pack).catch(() => [])));
  return pages.flat();
}

/** One in sixteen of the pages of the web in `BENCH_DATA_DIR`; none where it is not set. */
export async function readWebPages(): Promise<BenchPage[]> {
  const folder = `${process.env["BENCH_DATA_DIR"] ?? ""}/content/html`;
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).sort().filter((_, index) => index % 16 === 0);
  return Promise.all(
    names.map(async (name) => ({
      url: `https://web.example/${name}`,
      html: new TextDecoder().decode(gunzipSync(await readFile(`${folder}/${name}`))),
    })),
  );
}
