/** Reads sitemaps, and relates their URLs to the pages of a site. */
export {
  explainForeignUrl,
  listedPage,
  type PageEntry,
  pagesOnSite,
  pathOnSite,
} from "./listing.ts";
export { readSitemap, type Sitemap, type SitemapEntry } from "./sitemap.ts";
