const MAX_PATH_LENGTH = 512;

/** Names of files that aren't pages. */
const OTHER_FILE =
  /\.(?:7z|avi|avif|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|gif|gz|ico|iso|jar|jpe?g|js|json|m4a|map|mjs|mov|mp[34]|mpe?g|msi|og[agv]|otf|pdf|png|pptx?|psd|rar|rpm|rss|svg|tar|tgz|tiff?|ttf|wasm|wav|web[mp]|woff2?|xlsx?|xml|xz|zip)$/i;

/** The reason for which a path isn't crawled. */
type SkippedPath = "file" | "query" | "long" | "repeating";

/** Returns why a link doesn't lead to a page, or may lead into an endless number of them. */
export function findSkipReason(path: string): SkippedPath | undefined {
  if (path.length > MAX_PATH_LENGTH) return "long";
  if (path.includes("?")) return "query";
  if (OTHER_FILE.test(path)) return "file";
  const counts = new Map<string, number>();
  for (const segment of path.split("/").filter((each) => each !== "")) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count === 3) return "repeating";
    counts.set(segment, count);
  }
  return undefined;
}
