/** The JSON-RPC messages of a body: one, several in a list, or each in an event of a stream. What is none is passed over. */
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

/** The data of an event (HTML, 9.2.6). */
const eventData = (event: string): string =>
  event
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).replace(/^ /, ""))
    .join("\n");
