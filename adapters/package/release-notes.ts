/**
 * Returns the section of a version in a changelog (Keep a Changelog 1.1.0), without its heading, or
 * undefined if the changelog has no such section or it is empty.
 */
export function extractReleaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => {
    const heading = text.slice(0, text.indexOf("\n")).trim();
    return heading === version || heading.startsWith(`${version} `);
  });
  return section?.slice(section.indexOf("\n") + 1).trim() || undefined;
}
