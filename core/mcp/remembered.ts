import type { Dispatch } from "./dispatcher.ts";
import type { Reply } from "./message.ts";

/** The most replies that are kept, and the most characters of a request whose reply is. */
const [MOST, CHARACTERS] = [64, 2_000];

/**
 * A dispatcher that is asked once for each method and its params: what it says depends on nothing else. Clients of one kind
 * ask the very same, and what the SDK leaves behind of each message is most of what a process grows by.
 */
export function remembered(dispatch: Dispatch): Dispatch {
  const replies = new Map<string, Reply>();
  return async (message) => {
    const key = `${message.method} ${JSON.stringify(message.params)}`;
    const known = replies.get(key);
    if (known) return known;
    const reply = await dispatch(message);
    if (key.length > CHARACTERS) return reply;
    if (replies.size >= MOST) replies.clear();
    replies.set(key, reply);
    return reply;
  };
}
