import assert from "node:assert/strict";
import { table } from "../../../generated/site/operations.ts";
import { mediaTypeOf } from "../../callers/judge.ts";
import type { Exchange, Exchanges } from "../../case.ts";
import { fails, SESSIONS } from "./acp-messages.ts";

/** What is answered at ACP's paths to what they are not for: in ACP's words, whatever it is. */
export const acpPathExchanges: Exchanges = {
  [SESSIONS]: [
    {
      it: "answers HEAD with JSON's headers and no body",
      ask: { method: "HEAD", path: SESSIONS },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS" },
    },
    {
      it: "says by OPTIONS what it allows",
      ask: { method: "OPTIONS", path: SESSIONS, headers: { origin: "https://elsewhere.example" } },
      status: 204,
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
    },
    {
      it: "answers 405 and says what it allows",
      ask: { path: SESSIONS },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS" },
      check: fails("method_not_allowed"),
    },
    {
      it: "shows its headers to the pages of any origin",
      ask: { method: "POST", path: SESSIONS, headers: { origin: "https://elsewhere.example" } },
      status: 400,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-expose-headers": /Idempotency-Key, Idempotent-Replayed.*Request-Id/,
      },
    },
  ],
  [`${SESSIONS}/{checkout_session_id}`]: [
    {
      it: "allows no PUT",
      ask: { method: "PUT", path: `${SESSIONS}/chk_any`, body: "{}" },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "GET, POST, HEAD, OPTIONS" },
      check: fails("method_not_allowed"),
    },
    {
      it: "answers HEAD without a body",
      ask: {
        method: "HEAD",
        path: `${SESSIONS}/chk_any`,
        headers: { "api-version": "2026-04-17" },
      },
      status: 404,
      mediaType: "application/json",
    },
    {
      it: "refuses an id that is not UTF-8",
      ask: { path: `${SESSIONS}/%ff`, headers: { "api-version": "2026-04-17" } },
      status: 400,
      mediaType: "application/json",
      check: fails("invalid"),
    },
    {
      it: "knows no other path",
      ask: { path: "/agent/commerce/acp/carts" },
      status: 404,
      mediaType: "application/json",
      check: fails("not_found"),
    },
    {
      it: "takes repeated slashes for another path",
      ask: { path: `${SESSIONS}//chk_any` },
      status: 404,
      mediaType: "application/json",
      check: fails("not_found"),
    },
    {
      it: "refuses another host in its own words",
      needs: "rig",
      ask: { path: `${SESSIONS}/chk_any`, headers: { host: "elsewhere.example" } },
      status: 421,
      mediaType: "application/json",
      check: fails("wrong_host"),
    },
  ],
  ...Object.fromEntries(
    Object.values(table.bindings)
      .filter(({ path, protocol }) => protocol === "acp" && /\/(complete|cancel)$/.test(path))
      .map(({ path }): [string, readonly [Exchange]] => [
        path,
        [
          {
            it: "answers GET with 405",
            ask: { path: path.replace(/\{\w+\}/, "chk_any") },
            status: 405,
            mediaType: "application/json",
            headers: { allow: "POST, OPTIONS" },
            check: (answer) => assert.equal(mediaTypeOf(answer), "application/json"),
          },
        ],
      ]),
  ),
};
