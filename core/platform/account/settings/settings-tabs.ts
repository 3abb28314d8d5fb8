import { type Html, html } from "../../../lib/html-page/index.ts";
import type { PageRequest } from "../pages/page-request.ts";

/** The pages of the settings. Members see those that aren't only for owners. */
const TABS = [
  { path: "/account", name: "You", isForOwners: false },
  { path: "/account/members", name: "Members", isForOwners: false },
  { path: "/account/settings", name: "Account", isForOwners: true },
  { path: "/sign-in-servers", name: "Sign-in servers", isForOwners: true },
  { path: "/account/audit", name: "Audit log", isForOwners: true },
];

/** Renders links to the pages of the settings. */
export const renderSettingsTabs = ({ context }: PageRequest, current: string): Html => {
  const isOwner = context.current.member.role === "owner";
  return html`<nav class="settings" aria-label="Settings"><div class="tabs">${TABS.filter(({ isForOwners }) => isOwner || !isForOwners).map(({ path, name }) => html`<a href="${path}"${path === current && html` aria-current="page"`}>${name}</a>`)}</div></nav>`;
};
