import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html, linkPageStyle, renderPage } from "../../../lib/html-page/index.ts";
import type { Asset } from "../../../ports/assets.ts";
import type { PageRequest } from "./page-request.ts";
import { type IconName, renderLogo, renderPageIcon } from "./parts/icon.ts";
import { renderProblem } from "./parts/problem.ts";

/** The contents of a page with navigation. */
interface ShellPage {
  readonly title: string;
  readonly lead?: Html | string | undefined;
  /** The primary action, beside the title. */
  readonly action?: Html | undefined;
  readonly main: Html;
  /** Set if the page itself shows why its form was rejected. */
  readonly hidesProblem?: boolean | undefined;
  /** The status of the response, if no form was rejected. Default: 200. */
  readonly status?: number | undefined;
  /** The origins besides the page's own to which its forms lead. */
  readonly formTargets?: readonly string[] | undefined;
  /** The modules of the page besides the account's. */
  readonly scripts?: readonly Asset[] | undefined;
}

interface Destination {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** Set if narrow screens show it under "More". */
  readonly isSecondary?: boolean;
}

/** The main pages, in the order of the navigation. */
const DESTINATIONS: readonly Destination[] = [
  { path: "/", name: "Overview", icon: "home" },
  { path: "/integrations", name: "Integrations", icon: "plug" },
  { path: "/keys", name: "Keys", icon: "key" },
  { path: "/activity", name: "Activity", icon: "activity" },
  { path: "/triggers", name: "Triggers", icon: "bolt", isSecondary: true },
  { path: "/users", name: "Users", icon: "users", isSecondary: true },
  { path: "/account", name: "Settings", icon: "settings", isSecondary: true },
];

/** Renders a page with navigation, for a person with a session. */
export async function renderShellPage(
  { context, assets, path, problem }: PageRequest,
  { title, lead, action, main, hidesProblem, status = 200, formTargets, scripts = [] }: ShellPage,
): Promise<HttpResponse> {
  const { headers, body } = await renderPage({
    title: `${problem ? "Error: " : ""}${title} · Jackfield`,
    style: linkPageStyle(assets.stylesheet.path),
    bodyClass: "shell",
    header: renderHeader(path, context.current.person.name, new URL(context.origin).host),
    main: html`<div class="head"><div><h1>${title}</h1>${lead && html`<p class="lead">${lead}</p>`}</div>${action}</div>
${problem && !hidesProblem && renderProblem(problem, main)}
${main}`,
    isPrivate: true,
    hasForm: true,
    formTargets,
    sendsOrigin: true,
    scripts: [assets.accountScript, ...scripts].map(({ path: script }) => script),
  });
  return { status: problem?.status ?? status, headers: { ...headers, vary: "cookie" }, body };
}

const renderHeader = (path: string, person: string, host: string): Html =>
  html`<header class="rail"><a class="skip" href="#main">Skip to the content</a>
<a class="brand" href="/">${renderLogo()}<span>Jackfield</span></a>
<nav aria-label="Main"><ul>
${DESTINATIONS.map((destination) => renderDestination(destination, path))}
${renderMore(path)}
</ul></nav>
<a class="who" href="/account"><span class="face" aria-hidden="true">${person.slice(0, 1).toUpperCase()}</span><span class="who-text"><strong>${person}</strong><small>${host}</small></span></a>
</header>`;

const renderDestination = ({ path, name, icon, isSecondary }: Destination, current: string): Html =>
  html`<li${isSecondary && html` class="secondary"`}><a href="${path}"${isWithin(current, path) && html` aria-current="page"`}>${renderPageIcon(icon)}<span>${name}</span></a></li>`;

/** The destinations for which narrow screens have no room, in a list that opens above the others. */
function renderMore(current: string): Html {
  const others = DESTINATIONS.filter(({ isSecondary }) => isSecondary);
  const isCurrent = others.some(({ path }) => isWithin(current, path));
  return html`<li class="more"><details><summary${isCurrent && html` class="current"`}>${renderPageIcon("more")}<span>More</span></summary><ul>
${others.map(({ isSecondary: _, ...destination }) => renderDestination(destination, current))}
</ul></details></li>`;
}

const isWithin = (current: string, path: string): boolean =>
  current === path || (path !== "/" && current.startsWith(`${path}/`));
