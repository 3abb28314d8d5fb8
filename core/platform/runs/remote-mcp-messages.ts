/**
 * Parses the JSON-RPC messages of a body: a message, a batch, or an event stream. Skips everything
 * else.
 */
export function parseMessages(text: string): Record<string, unknown>[] {
  const payloads = /^\s*[[{]/.test(text) ? [text] : text.split(/\r\n\r\n|\n\n|\r\r/).map(eventData);
  return payloads.flatMap((payload) => {
    try {
      const value: unknown = JSON.parse(payload);
      return (Array.isArray(value) ? value : [value]).filter(
        (each) => typeof each === "object" && each !== null,
      );
    } catch {
      return [];
    }
  });
}

/** Returns the data of a server-sent event (HTML, section 9.2.6). */
const eventData = (event: string): string =>
  event
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).replace(/^ /, ""))
    .join("\n");
