/**
 * Converts a text to snake case: `listPullRequests` and `List pull-requests` become
 * `list_pull_requests`.
 */
export function snake(text: string): string {
  return text
    .slice(0, 300)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z0-9])([A-Z])(?=[A-Za-z])/g, "$1_$2")
    .replace(/([A-Z]{2,})([A-Z][a-z]{2,})/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
}

/** The singular of an English noun: `payment_methods` becomes `payment_method`. */
export function singular(word: string): string {
  if (/(?:ss|us|is|news|series|status)$/.test(word) || word.length < 4) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** Verbs that classify a tool by the words of its name. */
export const READ_VERBS = new Set(
  "get list search query find lookup read fetch show describe view count check validate verify preview estimate calculate compare export download is has batch_get head autocomplete suggest analyze translate".split(
    " ",
  ),
);
export const DESTRUCTIVE_VERBS = new Set(
  "delete remove destroy purge erase wipe drop revoke terminate cancel archive trash uninstall deactivate disable unpublish detach disconnect reset clear kick ban expire void refund empty discard unregister deregister flush".split(
    " ",
  ),
);
export const WRITE_VERBS = new Set(
  "create add insert post put update set patch edit modify replace upsert send publish upload import start stop run execute trigger enable activate approve reject accept attach invite assign move copy rename restore submit register subscribe unsubscribe associate disassociate authorize allocate release reboot modify write save book pay charge capture".split(
    " ",
  ),
);

export const isVerb = (word: string): boolean =>
  READ_VERBS.has(word) || WRITE_VERBS.has(word) || DESTRUCTIVE_VERBS.has(word);

/** Converts snake case to a label: `pull_requests` becomes `Pull requests`. */
export function humanize(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
