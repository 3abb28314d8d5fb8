import { archiveOf } from "./download.ts";
import type { PagePackage } from "./packages.ts";
import { filesOf } from "./tarball.ts";

/** A page of a documentation. */
export interface DocumentationPage {
  readonly pack: PagePackage;
  /** Where it is taken to be served. */
  readonly url: string;
  readonly html: string;
}

/** The pages of a package, in the order of their names. */
export async function pagesOf(pack: PagePackage): Promise<DocumentationPage[]> {
  const archive = await archiveOf(pack);
  const files = [...filesOf(archive, (name) => pack.files.test(name))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return files
    .filter((_, at) => at % (pack.oneOf ?? 1) === 0)
    .map(({ name, content }) => ({
      pack,
      url: new URL(name, "https://docs.example/").href,
      html: new TextDecoder().decode(content),
    }));
}
