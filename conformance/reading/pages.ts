import { fetchArchive } from "./download.ts";
import type { PagePackage } from "./packages.ts";
import { readTarFiles } from "./tarball.ts";

/** A page of a documentation. */
export interface DocumentationPage {
  readonly package: PagePackage;
  /** Where it is taken to be served. */
  readonly url: string;
  readonly html: string;
}

/** The pages of a package, in the order of their names. */
export async function readPages(pack: PagePackage): Promise<DocumentationPage[]> {
  const archive = await fetchArchive(pack);
  const files = [...readTarFiles(archive, (name) => pack.files.test(name))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return files
    .filter((_, index) => index % (pack.sampleEvery ?? 1) === 0)
    .map(({ name, content }) => ({
      package: pack,
      url: new URL(name, "https://docs.example/").href,
      html: new TextDecoder().decode(content),
    }));
}
