// Calls the JavaScript client in a worker, for as long as it handles one request:
// `?server=URL&class=NAME`.
import { runCalls } from "./call-loop.mjs";

export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    await runCalls(searchParams.get("server"), searchParams.get("class"));
    return new Response();
  },
};
