import type { ContentSource } from "../../core/ports/content.ts";
import { createSite, type Site } from "../../core/site.ts";
import type { SiteServiceSettings } from "../config/site-service-settings.ts";
import { describeHomePage } from "../content/live/home-page.ts";
import { type Finding, note } from "../runtime/finding.ts";

const MAX_LENGTH = 200;
const MIN_LENGTH = 20;

/**
 * Checks that agents get a description of the site. If neither the settings nor the home page have
 * one, suggests the first sentences of the home page.
 */
export async function checkDescription(
  { description, content: source, upstream }: SiteServiceSettings,
  site: Site,
  content: ContentSource,
): Promise<Finding[]> {
  const isDemo = !source && !upstream;
  if (description || isDemo || (await describeHomePage(content, 3_000)).description) return [];
  const text = await readHomePage(site, content);
  const suggestion = text && suggestDescription(text);
  return [
    note(
      `The site has no description. Agents get "${site.description}"`,
      suggestion
        ? `Set SITE_DESCRIPTION=${JSON.stringify(suggestion)}, or add a description to the home page.`
        : "Set SITE_DESCRIPTION, or add a description to the home page.",
    ),
  ];
}

/** Reads the home page as text, as an agent would. Resolves with undefined if that fails. */
async function readHomePage(site: Site, content: ContentSource): Promise<string | undefined> {
  const handler = createSite({ site, content, allowsHost: () => true, allowsOrigin: () => true });
  const url = `${site.pagesOrigin ?? site.origin}/`;
  const { status, body } = await handler(
    new Request(`${site.origin}/agent/read?url=${encodeURIComponent(url)}`, {
      headers: { accept: "text/plain" },
    }),
  );
  return status === 200 ? String(body) : undefined;
}

/** Returns the first paragraph that is a sentence, up to the last sentence or word that fits. */
export function suggestDescription(text: string): string | undefined {
  const paragraph = text
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s+/g, " ").trim())
    .find((part) => part.length >= MIN_LENGTH && /[.!?]$/.test(part));
  if (paragraph === undefined || paragraph.length <= MAX_LENGTH) return paragraph;
  const start = paragraph.slice(0, MAX_LENGTH);
  return /^.{20,}[.!?](?= )/.exec(start)?.[0] ?? `${start.slice(0, start.lastIndexOf(" "))} …`;
}
