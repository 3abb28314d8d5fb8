/** Reads sitemaps, and relates their URLs to the pages of a site. */
export {
  explainForeignUrl,
  listedPage,
  type PageEntry,
  pagesOnSite,
  pathOnSite,
} from "./listing.ts";
export { readSitemap } from "./sitemap.ts";
export type { SitemapEntry } from "./sitemap-entries.ts";
