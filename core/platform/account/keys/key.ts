import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { renderCopyButton, renderSnippets } from "../pages/parts/snippets.ts";
import { renderTime } from "../pages/parts/time.ts";

export type Key = Output<"getKey">;

/** A key that expires within this time is marked. */
export const EXPIRES_SOON = 14 * 86_400_000;

const PERMISSIONS = [
  ["read", "Read"],
  ["connect", "Connect"],
  ["run", "Run"],
] as const;

/** Renders all permissions, and which of them the key has. */
export const renderPermissions = ({ permissions }: Key): Html =>
  html`<span class="permissions">${PERMISSIONS.map(([permission, label]) =>
    permissions.includes(permission)
      ? html`<span>${renderPageIcon("check")}${label}</span>`
      : html`<span class="denied">${label}<span class="sr"> not allowed</span></span>`,
  )}</span>`;

/** Renders how the owner recognizes a key: its first characters, or the client that has it. */
export const renderKeyHint = ({ prefix, client }: Key): Html =>
  client ? html`<small>MCP client, ${client.redirect_host}</small>` : html`<code>${prefix}…</code>`;

/** Renders what a key is limited to. */
export const renderScope = ({ apps, user, origins }: Key): Html =>
  html`${apps ? html`<span class="set">${apps.map((app) => html`<span class="chip">${app}</span>`)}</span>` : "All apps"}${user !== undefined && html`<small>End user ${user}</small>`}${origins && html`<small>Pages of ${origins.join(", ")}</small>`}`;

/** Renders the last use of a key and its client. */
export const renderLastUse = (
  { last_used: lastUsed, last_used_by: client }: Key,
  now: number,
): Html =>
  lastUsed === undefined
    ? html`Never`
    : html`${renderTime(lastUsed, now)}${client !== undefined && html`<small>${describeClient(client)}</small>`}`;

/** Describes the client of a key's last use: `mcp cursor/1.0` becomes `cursor/1.0 over MCP`. */
export function describeClient(client: string): string {
  const [source, product] = client.split(" ");
  const protocol = source === "mcp" ? "MCP" : "API";
  return product === undefined ? protocol : `${product} over ${protocol}`;
}

/** Renders when a key expires, and marks a time that is near. */
export function renderExpiry({ expires }: Key, now: number): Html {
  if (expires === undefined) return html`Never`;
  const isSoon = Date.parse(expires) - now < EXPIRES_SOON;
  const time = renderTime(expires, now);
  return isSoon ? html`<span class="warmly">${renderJack("attention")}${time}</span>` : time;
}

/** Renders the secret of a new key, which is shown once, and how to use it. */
export const renderNewKey = ({ key, secret }: Output<"createKey">, apiOrigin: string): Html => {
  const [start, rest] = [secret.slice(0, 8), secret.slice(8)];
  return html`<div class="fresh"><p class="eyebrow">${renderJack("active")}New key</p>
<h2 id="new-key">${key.name}</h2>
<p>Copy the key now. Jackfield stores only a digest, so it can't be shown again.</p>
<div class="secret"><code id="secret" aria-label="The key"><span>${start}</span>${rest}</code>${renderCopyButton("secret", "Copy")}</div>
${renderSnippets(apiOrigin)}
<p class="note" data-first-use="${key.id}">${renderJack("off")}<span role="status">The key hasn't been used yet. Its page shows its first use.</span></p>
<template id="first-use-signs">${(["running", "active", "off"] as const).map(renderJack)}</template></div>`;
};
