/**
 * Renders a complete HTML page around `main`, with the site's name as the header and without
 * scripts. `main` must be escaped.
 */
export function renderShell(
  { name: siteName }: { readonly name: string },
  page: {
    title: string;
    description?: string | undefined;
    main: string;
    language?: string | undefined;
  },
): string {
  const name = escapeHtml(siteName);
  const description = page.description
    ? `\n<meta name="description" content="${escapeHtml(page.description)}">`
    : "";
  return `<!doctype html>
<html lang="${escapeHtml(page.language ?? "en")}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title && page.title !== siteName ? `${escapeHtml(page.title)} · ` : ""}${name}</title>${description}
<style>${STYLE}</style>
</head>
<body>
<header><a href="/">${name}</a></header>
<main>
${page.main}
</main>
</body>
</html>
`;
}

/** Escapes text for HTML content and for attribute values in double quotes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5a6570;--paper:#fbfaf8;--raised:#f1eee8;--line:#d9d5cd;--link:#0b5d57}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--soft:#a3acb4;--paper:#16191c;--raised:#20252a;--line:#343a40;--link:#7fd1c7}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 Charter,"Bitstream Charter","Iowan Old Style",Georgia,serif}
header,main{max-width:42rem;margin:0 auto;padding:1.5rem 1.25rem}
header{border-bottom:1px solid var(--line);font-family:system-ui,sans-serif}
h1,h2,h3{line-height:1.2;text-wrap:balance}h1{font-size:2.25rem;margin:1.5rem 0 1rem}h2{font-size:1.4rem;margin:2.25rem 0 .5rem}
a{color:var(--link)}a:focus-visible{outline:3px solid;outline-offset:3px}img{max-width:100%;height:auto}
code,pre{font:0.9em/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}pre{background:var(--raised);padding:1rem;white-space:pre-wrap;overflow-wrap:anywhere;border-radius:6px}
pre code{font-size:1em}table{border-collapse:collapse;display:block;overflow-x:auto}th,td{border:1px solid var(--line);padding:.4rem .7rem;text-align:left}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
.contact{font-size:1.25rem;border-left:4px solid var(--link);padding-left:1rem}`;
