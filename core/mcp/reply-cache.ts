import type { Dispatch } from "./dispatcher.ts";
import type { JsonRpcReply } from "./message.ts";

/** The most replies that are kept, and the most characters of a request whose reply is. */
const [MAX_REPLIES, MAX_KEY_LENGTH] = [64, 2_000];

/**
 * A dispatcher that is asked once for each method and its params: what it says depends on nothing else. Clients of one kind
 * ask the very same, and what the SDK leaves behind of each message is most of what a process grows by.
 */
export function cacheReplies(dispatch: Dispatch): Dispatch {
  const replies = new Map<string, JsonRpcReply>();
  return async (message) => {
    const key = `${message.method} ${JSON.stringify(message.params)}`;
    const cached = replies.get(key);
    if (cached) return cached;
    const reply = await dispatch(message);
    if (key.length > MAX_KEY_LENGTH) return reply;
    if (replies.size >= MAX_REPLIES) replies.clear();
    replies.set(key, reply);
    return reply;
  };
}
