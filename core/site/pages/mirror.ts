/**
 * Returns the path of a page's Markdown mirror: `/docs/index.md` for `/docs/`, and `/about.md` for
 * `/about` and `/about.html`. As a reference it never names another host, which `//host/` would.
 */
export function mirrorPath(path: string): string {
  const page = path.startsWith("//") ? `/.${path}` : path;
  if (page.endsWith("/")) return `${page}index.md`;
  return `${page.replace(/\.html?$/i, "")}.md`;
}

/**
 * Returns the possible paths of a mirror's page, the likeliest first. Empty if the path can't be a
 * mirror.
 */
export function mirrorCandidates(path: string): string[] {
  const page = /^(.*[^/])\.md$/.exec(path)?.[1];
  if (page === undefined) return [];
  if (page.endsWith("/index")) return [page.slice(0, -"index".length), `${page}.html`];
  return /\.html?$/i.test(page) ? [page] : [page, `${page}.html`, `${page}/`];
}
