// Calls the JavaScript client in a page of the suite's server. `?class=` names its class.
import { runCalls } from "./call-loop.mjs";

await runCalls(location.origin, new URLSearchParams(location.search).get("class"));
