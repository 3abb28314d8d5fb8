import type { Dispatch } from "./dispatcher.ts";
import type { JsonRpcReply } from "./message.ts";

const MAX_REPLIES = 64;
/** Replies to longer messages aren't cached. In characters of method and params. */
const MAX_KEY_LENGTH = 2_000;

/**
 * Caches replies by method and params, because a reply depends on nothing else. Clients of the same
 * kind send identical messages, and the memory that the SDK retains per message is most of a
 * process's growth.
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
