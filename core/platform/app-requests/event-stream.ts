/** Reads the data of the server-sent events in a stream (HTML, section 9.2.6). */
interface EventStreamReader {
  /** Returns the data of each event that this chunk completes. */
  read(chunk: string): readonly string[];
  /** Returns the data of an event without a final blank line, and resets the reader. */
  end(): readonly string[];
}

/**
 * Creates a reader that ignores event names, IDs and comments. Its work is linear in the size of
 * the stream, whatever the sizes of chunks and lines.
 */
export function createEventStreamReader(): EventStreamReader {
  // The parts of a line without its end yet. Joining them for every chunk would be quadratic.
  let lineParts: string[] = [];
  let dataLines: string[] | undefined;
  let endedWithReturn = false;
  let events: string[] = [];

  const readLine = (line: string) => {
    if (line === "") {
      if (dataLines) events.push(dataLines.join("\n"));
      dataLines = undefined;
      return;
    }
    if (line !== "data" && !line.startsWith("data:")) return;
    dataLines ??= [];
    dataLines.push(line.slice("data:".length).replace(/^ /, ""));
  };

  const takeEvents = () => {
    const taken = events;
    events = [];
    return taken;
  };

  return {
    read(chunk) {
      if (chunk === "") return [];
      // A line can end with CR, LF or both, and a chunk can end between the two.
      const start = endedWithReturn && chunk.startsWith("\n") ? 1 : 0;
      endedWithReturn = chunk.endsWith("\r");
      const text = chunk.includes("\r") ? chunk.replace(/\r\n?/g, "\n") : chunk;
      let position = start;
      for (let end = text.indexOf("\n", position); end !== -1; end = text.indexOf("\n", position)) {
        lineParts.push(text.slice(position, end));
        readLine(lineParts.join(""));
        lineParts = [];
        position = end + 1;
      }
      if (position < text.length) lineParts.push(text.slice(position));
      return takeEvents();
    },
    end() {
      readLine(lineParts.join(""));
      readLine("");
      lineParts = [];
      endedWithReturn = false;
      return takeEvents();
    },
  };
}
