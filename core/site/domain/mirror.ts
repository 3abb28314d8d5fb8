/** The address of a page's Markdown mirror: `/docs/` has `/docs/index.md`, `/about` and `/about.html` have `/about.md`. */
export function mirrorPath(path: string): string {
  if (path.endsWith("/")) return `${path}index.md`;
  return `${path.replace(/\.html?$/i, "")}.md`;
}

/** The paths that a mirror's page may have, the likeliest first; none where the path is no mirror's. */
export function mirrorCandidates(path: string): string[] {
  const page = /^(.*[^/])\.md$/.exec(path)?.[1];
  if (page === undefined) return [];
  if (page.endsWith("/index")) return [page.slice(0, -"index".length), `${page}.html`];
  return /\.html?$/i.test(page) ? [page] : [page, `${page}.html`, `${page}/`];
}
