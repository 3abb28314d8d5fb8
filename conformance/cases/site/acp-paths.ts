import assert from "node:assert/strict";
import { table } from "../../../generated/site/operations.ts";
import { parseMediaType } from "../../callers/spec-validator.ts";
import type { Exchange, Exchanges } from "../../case.ts";
import { assertAcpError } from "./acp-checks.ts";
import { SESSIONS_PATH } from "./acp-requests.ts";

/** Requests to the ACP paths that no operation handles. Errors have ACP's format. */
export const acpPathExchanges: Exchanges = {
  [SESSIONS_PATH]: [
    {
      it: "returns 405 for HEAD with JSON headers and no body",
      request: { method: "HEAD", path: SESSIONS_PATH },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS" },
    },
    {
      it: "lists the allowed methods in response to OPTIONS",
      request: {
        method: "OPTIONS",
        path: SESSIONS_PATH,
        headers: { origin: "https://elsewhere.example" },
      },
      status: 204,
      headers: { allow: "POST, OPTIONS", "access-control-allow-origin": "*" },
    },
    {
      it: "returns 405 and lists the allowed methods",
      request: { path: SESSIONS_PATH },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "POST, OPTIONS" },
      check: assertAcpError("method_not_allowed"),
    },
    {
      it: "exposes its headers to pages of any origin",
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
      it: "rejects PUT",
      request: { method: "PUT", path: `${SESSIONS_PATH}/chk_any`, body: "{}" },
      status: 405,
      mediaType: "application/json",
      headers: { allow: "GET, POST, HEAD, OPTIONS" },
      check: assertAcpError("method_not_allowed"),
    },
    {
      it: "returns no body for HEAD",
      request: {
        method: "HEAD",
        path: `${SESSIONS_PATH}/chk_any`,
        headers: { "api-version": "2026-04-17" },
      },
      status: 404,
      mediaType: "application/json",
    },
    {
      it: "rejects an ID that isn't UTF-8",
      request: { path: `${SESSIONS_PATH}/%ff`, headers: { "api-version": "2026-04-17" } },
      status: 400,
      mediaType: "application/json",
      check: assertAcpError("invalid"),
    },
    {
      it: "returns an ACP error for an unknown path",
      request: { path: "/agent/commerce/acp/carts" },
      status: 404,
      mediaType: "application/json",
      check: assertAcpError("not_found"),
    },
    {
      it: "doesn't collapse repeated slashes",
      request: { path: `${SESSIONS_PATH}//chk_any` },
      status: 404,
      mediaType: "application/json",
      check: assertAcpError("not_found"),
    },
    {
      it: "returns an ACP error for a wrong host",
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
            it: "returns 405 for GET",
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
