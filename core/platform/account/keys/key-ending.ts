import { html } from "../../../lib/html-page/index.ts";
import { listTriggers } from "../pages/affected.ts";
import {
  type Consequence,
  count,
  type DescribeEnd,
  listNames,
} from "../pages/confirmation-page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderTime } from "../pages/parts/time.ts";
import { describeClient, type Key } from "./key.ts";

const describeUse = ({ last_used: lastUsed, last_used_by: client }: Key, now: number) =>
  lastUsed === undefined
    ? html`It was never used.`
    : html`It was last used ${renderTime(lastUsed, now)}${client !== undefined && ` by ${describeClient(client)}`}.`;

/** The triggers whose actions run for a key fail without it. */
async function describeTriggers(
  { context }: PageRequest,
  key: Key,
): Promise<readonly Consequence[]> {
  const own = (await listTriggers(context, {})).filter(
    ({ key: id, status }) => id === key.id && status !== "paused",
  );
  if (own.length === 0) return [];
  return [
    {
      icon: "bolt",
      text: `${count(own.length, "trigger")} ${own.length === 1 ? "acts" : "act"} for it and can't any longer`,
      detail: listNames(own.map(({ name }) => name)),
    },
  ];
}

/** Asks before a key is revoked. */
export const describeRevocation: DescribeEnd = async (request) => {
  const key = await request.run("getKey", request.parameters);
  return {
    title: `Revoke ${key.name}?`,
    lead: describeUse(key, request.context.now()),
    consequences: [
      key.client
        ? {
            icon: "plug",
            text: `The MCP client ${key.name} loses access`,
            detail: "Within a second. It must ask you again.",
          }
        : {
            icon: "key",
            text: "Programs with this key lose access",
            detail: "Within a second. This can't be undone.",
          },
      ...(await describeTriggers(request, key)),
    ],
    kept: "Connections and the log of runs stay.",
    action: "Revoke the key",
    cancel: { text: "Keep it", path: `/keys/${key.id}` },
  };
};

/** Asks before a key is replaced: the old one ends. */
export const describeReplacement: DescribeEnd = async (request, fields) => {
  const key = await request.run("getKey", request.parameters);
  const hours = Number(fields.get("overlap_hours") ?? 24);
  return {
    title: `Replace ${key.name}?`,
    lead: describeUse(key, request.context.now()),
    consequences: [
      {
        icon: "key",
        text: `The old key stops working ${describeHours(hours)}`,
        detail: "Programs that still use it are then rejected.",
      },
    ],
    kept: "The new key has the same name and permissions. You see it once, on the next page.",
    action: "Replace the key",
    cancel: { text: "Keep the old key", path: `/keys/${key.id}` },
  };
};

const describeHours = (hours: number): string => {
  if (!(hours > 0)) return "now";
  return hours === 1 ? "in one hour" : `in ${hours} hours`;
};
