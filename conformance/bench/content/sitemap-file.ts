/** The number of URLs in the sitemap, the maximum that sitemaps.org allows. */
export const URL_COUNT = 50_000;

/** The origin of the measured site. */
export const SITE_ORIGIN = "https://shop.example";

const SYLLABLES = "ba co di fe gu ha ji ka lo mi nu pa qui ro sa te vi wo xa zu".split(" ");

/** Returns a deterministic generator of numbers from 0 to 1. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Returns one of 8,000 words. As in natural language, a few are frequent and most are rare. */
function randomWord(next: () => number): string {
  const rank = Math.floor(8_000 * next() ** 3);
  const [first, second, third] = [rank % 20, Math.floor(rank / 20) % 20, Math.floor(rank / 400)];
  return SYLLABLES[first]! + SYLLABLES[second]! + SYLLABLES[third]!;
}

/** Creates a typical sitemap of about 11 MB, and queries of one to three words of its paths. */
export function createSitemap(): { bytes: Uint8Array; queries: string[] } {
  const next = createRandom();
  const parts = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
  ];
  const queries: string[] = [];
  for (let index = 0; index < URL_COUNT; index++) {
    const words = Array.from({ length: 4 }, () => randomWord(next));
    const path = `/${randomWord(next)}/${randomWord(next)}/${words.join("-")}-${index}.html`;
    const day = String(1 + (index % 28)).padStart(2, "0");
    parts.push(
      `  <url>\n    <loc>${SITE_ORIGIN}${path}</loc>\n    <lastmod>2026-10-${day}T09:30:00+00:00</lastmod>\n    <changefreq>weekly</changefreq>\n    <priority>0.5</priority>\n  </url>\n`,
    );
    if (index % 500 === 0) queries.push(words.slice(0, 1 + (queries.length % 3)).join(" "));
  }
  parts.push("</urlset>\n");
  return { bytes: new TextEncoder().encode(parts.join("")), queries };
}
