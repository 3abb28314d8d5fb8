import { registrableDomain } from "../../../core/lib/kit/net/registrable-domain.ts";
import { textBefore } from "../../../core/lib/kit/text/text-before.ts";
import type { AppEntry } from "../../../core/lib/openapi-tools/index.ts";
import { parseMark } from "../mark-file.ts";
import { readDocuments } from "../sources/download.ts";
import type { PackageSource } from "../sources/sources.ts";

/** The npm package with the marks of apps, drawn in one color on a grid of 24 by 24. */
export const MARK_SOURCE = {
  name: "simple-icons",
  version: "16.37.0",
  integrity:
    "sha512-8mCJIhpMYOL9g13GW59EiL3sVXJnTEKGCTZFaekl9UQ3Qo0SwVjnLaJ82QiaH8BKBdouEDzrHMXIWh8cBIy48A==",
} as const satisfies Partial<PackageSource>;

/** Returns the mark of an app as SVG path data, or undefined if the package has none of it. */
export type FindMark = (app: MarkedApp, isPopular: boolean) => string | undefined;

type MarkedApp = Pick<AppEntry, "slug" | "name" | "vendor" | "website" | "verified">;

/** An entry of the package's `data/simple-icons.json`. */
interface Icon {
  readonly title: string;
  readonly slug: string;
  readonly source: string;
  readonly guidelines?: string;
  readonly aliases?: { readonly aka?: readonly string[] };
  readonly license?: { readonly type: string };
}

const DATA_FILE = "data/simple-icons.json";
const FILES = /^(?:data\/simple-icons\.json|icons\/[\w-]+\.svg)$/;
/** Licenses that allow everybody to redistribute the drawing. */
const FREE_LICENSE = /^(?:CC0-1\.0|CC-BY-\d\.\d|MIT|BSD-3-Clause|Apache-2\.0|Unlicense)$/;

/**
 * Reads the marks in the package. An app has a mark if the names are equal, and if the mark comes
 * from the app's vendor or a person has reviewed the app.
 */
export async function readMarks(tarball: string): Promise<FindMark> {
  const paths = new Map<string, string>();
  let icons: readonly Icon[] = [];
  for await (const { name, content } of readDocuments(tarball, { files: FILES })) {
    const text = content.toString("utf8");
    if (name === DATA_FILE) icons = JSON.parse(text) as Icon[];
    const path = parseMark(text);
    if (path !== undefined) paths.set(name.slice("icons/".length, -".svg".length), path);
  }
  const iconByName = indexByName(icons.filter(({ license }) => isFree(license?.type)));
  return (app, isPopular) => {
    const icon = iconByName.get(normalize(app.name)) ?? iconByName.get(normalize(app.slug));
    if (!icon) return undefined;
    const isReviewed = isPopular || app.verified !== "unverified";
    return isReviewed || comesFromVendor(icon, app) ? paths.get(icon.slug) : undefined;
  };
}

const isFree = (license: string | undefined) => license === undefined || FREE_LICENSE.test(license);

function indexByName(icons: readonly Icon[]): ReadonlyMap<string, Icon> {
  const index = new Map<string, Icon>();
  // Titles precede other names, which may equal the title of another icon.
  for (const icon of icons) index.set(normalize(icon.title), icon);
  for (const icon of icons)
    for (const name of [icon.slug, ...(icon.aliases?.aka ?? [])])
      if (!index.has(normalize(name))) index.set(normalize(name), icon);
  return index;
}

const normalize = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]/g, "");

function comesFromVendor({ source, guidelines }: Icon, { vendor, website }: MarkedApp): boolean {
  const appDomains = new Set([vendor, ...readDomain(website)]);
  return [...readDomain(source), ...readDomain(guidelines)].some(
    (domain) => appDomains.has(domain) || appDomains.has(textBefore(domain, ".")),
  );
}

function readDomain(url: string | undefined): string[] {
  const host = url === undefined ? undefined : URL.parse(url)?.hostname;
  return host ? [registrableDomain(host)] : [];
}
