import assert from "node:assert/strict";
import { table } from "../../../generated/site/operations.ts";
import { parseMediaType } from "../../callers/spec-validator.ts";
import type { Exchange, Exchanges } from "../../case.ts";
import { assertAcpError, SESSIONS_PATH } from "./acp-requests.ts";

/** What is answered at ACP's paths to what they are not for: in ACP's words, whatever it is. */
export const acpPathExchanges: Exchanges = {
  [SESSIONS_PATH]: [
    {
      it: "answers HEAD with JSON's headers and no body",
      request: { method: "HEAD", path: SESSIONS_PATH },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS" },
    },
    {
      it: "says by OPTIONS what it allows",
      request: {
        method: "OPTIONS",
        path: SESSIONS_PATH,
        headers: { origin: "https://elsewhere.example" },
      },
      status: 204,
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
    },
    {
      it: "answers 405 and says what it allows",
      request: { path: SESSIONS_PATH },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS" },
      check: assertAcpError("method_not_allowed"),
    },
    {
      it: "shows its headers to the pages of any origin",
      request: {
        method: "POST",
        path: SESSIONS_PATH,
        headers: { origin: "https://elsewhere.example" },
      },
      status: 400,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-expose-headers": /Idempotency-Key, Idempotent-Replayed.*Request-Id/,
      },
    },
  ],
  [`${SESSIONS_PATH}/{checkout_session_id}`]: [
    {
      it: "allows no PUT",
      request: { method: "PUT", path: `${SESSIONS_PATH}/chk_any`, body: "{}" },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "GET, POST, HEAD, OPTIONS" },
      check: assertAcpError("method_not_allowed"),
    },
    {
      it: "answers HEAD without a body",
      request: {
        method: "HEAD",
        path: `${SESSIONS_PATH}/chk_any`,
        headers: { "api-version": "2026-04-17" },
      },
      status: 404,
      mediaType: "application/json",
    },
    {
      it: "refuses an id that is not UTF-8",
      request: { path: `${SESSIONS_PATH}/%ff`, headers: { "api-version": "2026-04-17" } },
      status: 400,
      mediaType: "application/json",
      check: assertAcpError("invalid"),
    },
    {
      it: "knows no other path",
      request: { path: "/agent/commerce/acp/carts" },
      status: 404,
      mediaType: "application/json",
      check: assertAcpError("not_found"),
    },
    {
      it: "takes repeated slashes for another path",
      request: { path: `${SESSIONS_PATH}//chk_any` },
      status: 404,
      mediaType: "application/json",
      check: assertAcpError("not_found"),
    },
    {
      it: "refuses another host in its own words",
      requires: "fixture",
      request: { path: `${SESSIONS_PATH}/chk_any`, headers: { host: "elsewhere.example" } },
      status: 421,
      mediaType: "application/json",
      check: assertAcpError("wrong_host"),
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
            request: { path: path.replace(/\{\w+\}/, "chk_any") },
            status: 405,
            mediaType: "application/json",
            headers: { allow: "POST, OPTIONS" },
            check: (response) => assert.equal(parseMediaType(response), "application/json"),
          },
        ],
      ]),
  ),
};
