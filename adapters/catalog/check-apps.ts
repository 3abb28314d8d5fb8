import type { AppRow } from "./format.ts";

/** Titles of documents that don't say whose API it is. */
const GENERIC =
  /^(?:(?:open |rest )?api(?: v?\d\S*)?|untitled|openapi definition|fastapi|accounts?|applications?|archive|articles|authentication|books|checks|commerce|configuration|conversations?|data|discovery|events|identity|locations|media|members|messages|messaging|metadata|numbers|payments?|pricing|products|profile|reports|search|sessions|stats|story|users|verify|voice)$/i;

/**
 * Reports names of apps that readers can't tell apart or that say nothing, and slugs that are
 * hashes.
 */
export function checkAppNames(
  rows: readonly Pick<AppRow, "slug" | "name">[],
  addProblem: (message: string) => void,
): void {
  const slugs = new Map<string, string>();
  for (const { slug, name } of rows) {
    const letters = name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
    const namesake = slugs.get(letters);
    if (namesake !== undefined)
      addProblem(`${slug} has the same name as ${namesake}: "${name}". ${REMEDY}`);
    slugs.set(letters, slug);
    if (GENERIC.test(name) || /[|…]/.test(name))
      addProblem(`${slug} has a name that doesn't identify an app: "${name}". ${REMEDY}`);
    if (/^app_[a-z0-9]{6}$/.test(slug) && !/[a-z]/i.test(name))
      addProblem(`${slug} is a hash, because "${name}" has no Latin letters. ${REMEDY}`);
  }
}

const REMEDY = "Name it in apps/SLUG/app.json.";
