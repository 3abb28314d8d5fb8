export { explainForeignUrl, listedPage, pagesOnSite, pathOnSite } from "./listing.ts";
export { readSitemap, type SitemapEntry } from "./sitemap.ts";
