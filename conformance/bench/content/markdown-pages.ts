import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import process from "node:process";
import { gunzipSync } from "node:zlib";
import { readPages } from "../../reading/download.ts";
import { PACKAGES } from "../../reading/packages.ts";

/** A page to convert. */
export interface BenchPage {
  readonly url: string;
  readonly html: string;
}

/** Reads the documentation pages of the round-trip test, without packages that are unavailable. */
export async function readDocumentationPages(): Promise<BenchPage[]> {
  const pages = await Promise.all(PACKAGES.map((source) => readPages(source).catch(() => [])));
  return pages.flat();
}

/** Reads every 16th web page in `BENCH_DATA_DIR`. Returns none if that isn't set. */
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
