import { fetchArchive } from "./download.ts";
import type { PagePackage } from "./packages.ts";
import { readTarFiles } from "./tarball.ts";

/** A documentation page. */
export interface DocumentationPage {
  readonly package: PagePackage;
  /** The assumed URL of the page. */
  readonly url: string;
  readonly html: string;
}

/** Reads the pages of a package, sorted by name. Throws if the package isn't available. */
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
