import { type Site, serviceUrl } from "../../site.ts";

/**
 * The name of the guide as an agent skill (agentskills.io), which is also the name of its folder.
 */
export const GUIDE_NAME = "buy-products";

/** The path of the guide. */
export const GUIDE_PATH = `/agent/skills/${GUIDE_NAME}/SKILL.md`;

/** Describes the skill and when to use it, in at most 1024 characters. */
export const guideDescription = (site: Site): string =>
  `Lists the products of ${siteName(site)} with live prices, and creates checkouts that the buyer pays on a hosted payment page. ` +
  "Use when someone wants to buy something from this site, or asks about a price, availability or the status of a purchase.";

/**
 * Creates the buying guide, whose commands can be run as written. Its text depends only on the
 * site's settings.
 */
export function buyingGuide(site: Site): string {
  const sections = [
    frontMatterSection(site),
    introSection(site),
    productsSection(site),
    createSection(site),
    handOverSection,
    pollSection(site),
    statusSection,
    notAcceptedSection,
    errorSection,
    moreSection(site),
  ];
  return `${sections.join("\n\n")}\n`;
}

const siteName = ({ name }: Site) => name.replaceAll(/\s+/g, " ").trim().slice(0, 200);

/** The description is a JSON string, which is also a valid YAML string. */
const frontMatterSection = (site: Site) =>
  `---\nname: ${GUIDE_NAME}\ndescription: ${JSON.stringify(guideDescription(site))}\n---`;

const introSection = (site: Site) => `# Buying from ${siteName(site)}

You need no account, no registration and no API key. You never pay. You create a checkout, and the buyer pays on a hosted
payment page. Ask the buyer before you create a checkout. Stay under one request a second, and send a User-Agent that names
your agent.

Replace these placeholders in the examples:

- \`OFFER_ID\`: the ID of an offer
- \`CHECKOUT_ID\`: the ID of a checkout
- \`NEW_KEY\`: an idempotency key that you haven't used before, such as a UUID. If you repeat a request with the same key, the
  buyer doesn't get a second checkout`;

const productsSection = (site: Site) => `## 1. List the offers

\`\`\`sh
curl -s ${serviceUrl(site, "/agent/commerce/products")}
\`\`\`

\`offers\` lists everything for sale, each offer with its \`id\`, \`title\`, \`price\`, \`terms\` and \`available\`. The \`price\` is in minor
units: 1200 EUR is EUR 12.00. The \`terms\` state how often the offer is billed and whether it has a free trial. Prices are
live. Tell the buyer the price and the terms. An offer that isn't \`available\` can't be bought now.`;

const createSection = (site: Site) => `## 2. Create a checkout

You can create the same checkout through four protocols. Use one that you support. The other three can read the checkout too.

HTTP:

\`\`\`sh
curl -s -X POST ${serviceUrl(site, "/agent/commerce/checkouts")} \\
  -H 'Content-Type: application/json' \\
  -d '{"offer":"OFFER_ID","quantity":1,"idempotency_key":"NEW_KEY"}'
\`\`\`

MCP (Streamable HTTP at ${serviceUrl(site, "/mcp")}) with the tool \`create_checkout\`:

\`\`\`sh
curl -s -X POST ${serviceUrl(site, "/mcp")} \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_checkout","arguments":{"offer":"OFFER_ID","quantity":1,"idempotency_key":"NEW_KEY"}}}'
\`\`\`

Universal Commerce Protocol (profile: ${serviceUrl(site, "/.well-known/ucp")}). \`UCP-Agent\` has the URL of your own profile:

\`\`\`sh
curl -s -X POST ${serviceUrl(site, "/agent/commerce/ucp/checkout-sessions")} \\
  -H 'Content-Type: application/json' \\
  -H 'UCP-Agent: profile="https://agent.example/profile.json"' \\
  -H 'Idempotency-Key: NEW_KEY' \\
  -d '{"line_items":[{"item":{"id":"OFFER_ID"},"quantity":1}]}'
\`\`\`

Agentic Commerce Protocol (discovery: ${serviceUrl(site, "/.well-known/acp.json")}):

\`\`\`sh
curl -s -X POST ${serviceUrl(site, "/agent/commerce/acp/checkout_sessions")} \\
  -H 'Content-Type: application/json' \\
  -H 'API-Version: 2026-04-17' \\
  -H 'Idempotency-Key: NEW_KEY' \\
  -d '{"line_items":[{"id":"OFFER_ID","quantity":1}],"capabilities":{}}'
\`\`\`

The response contains the \`id\` of the checkout, the \`status\` \`requires_escalation\` and the \`continue_url\`. Store the \`id\`. Show
it only to the buyer, because anyone who knows it can read the checkout.`;

const handOverSection = `## 3. Send the buyer to \`continue_url\`

Give the buyer the URL unchanged, to open in a browser. On that page the buyer enters an email address, enters a shipping
address if needed, and pays. Don't open the page yourself, don't fill it in, and don't ask the buyer for a card number. Tell
the buyer what is due today and what will be billed later. The page closes at \`expires_at\`.`;

const pollSection = (site: Site) => `## 4. Check the status

Read the checkout every few seconds while the buyer pays, and less often after some minutes, until its status changes:

\`\`\`sh
curl -s ${serviceUrl(site, "/agent/commerce/checkouts/CHECKOUT_ID")}
\`\`\`

MCP:

\`\`\`sh
curl -s -X POST ${serviceUrl(site, "/mcp")} \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_checkout","arguments":{"id":"CHECKOUT_ID"}}}'
\`\`\`

UCP:

\`\`\`sh
curl -s ${serviceUrl(site, "/agent/commerce/ucp/checkout-sessions/CHECKOUT_ID")} \\
  -H 'UCP-Agent: profile="https://agent.example/profile.json"'
\`\`\`

ACP:

\`\`\`sh
curl -s ${serviceUrl(site, "/agent/commerce/acp/checkout_sessions/CHECKOUT_ID")} \\
  -H 'API-Version: 2026-04-17'
\`\`\``;

const statusSection = `## Statuses

| Status | Meaning | What to do |
|---|---|---|
| \`requires_escalation\` | the buyer hasn't paid yet | send the buyer to \`continue_url\` |
| \`complete_in_progress\` | paid with a method that takes days to arrive | tell the buyer, and check again later |
| \`completed\` | paid, or nothing is due before a free trial ends | give the buyer the \`order\`; the shop sends the receipt by email |
| \`payment_failed\` | the payment never arrived (UCP and ACP: \`canceled\`, with a message) | ask the buyer, then create a new checkout |
| \`canceled\` | the checkout was canceled | create a new checkout if the buyer still wants to buy |
| \`expired\` | the page closed before the buyer paid (UCP: \`canceled\`, with a message) | create a new checkout if the buyer still wants to buy |

Only a checkout with the status \`requires_escalation\` can be changed or canceled, through UCP or ACP. Calling \`complete\` in UCP
or ACP never charges the buyer. It returns the status of the checkout.`;

const notAcceptedSection = `## What isn't accepted

This API takes no payments. It neither uses nor stores card numbers or other payment instruments, delegated payment tokens,
payment credentials for HTTP 402 (MPP), x402 or AP2 mandates. Don't send them. Don't send the buyer's name, address or email
address either. They are ignored, because the buyer enters them on the hosted payment page.`;

const errorSection = `## Errors

| HTTP status | Meaning | What to do |
|---|---|---|
| 200 with \`ucp.status\` \`error\` (UCP) | not for sale, or sold out | read the messages, and tell the buyer |
| 400 | invalid request; ACP: also sold out, or not for sale | read the errors, correct the request, and send it with a new key |
| 404 | no such offer or checkout | list the offers again, or create a new checkout |
| 409 | sold out, the checkout has ended, or the same request is in progress | tell the buyer, or repeat the request after the time in \`Retry-After\` |
| 422 (UCP: 409) | the key was used for another request | use a new key |
| 429 | too many requests | wait for the time in \`Retry-After\` |
| 500 | internal error | repeat the request with the same key; if the error persists, contact support |
| 503 | the payment provider is unavailable | wait for the time in \`Retry-After\`, then repeat the request with the same key |

If you don't receive a response, repeat the same request with the same key. You get the same checkout.`;

const moreSection = (site: Site) => `## More

- Site description: ${serviceUrl(site, "/agent/site.json")}
- OpenAPI document: ${serviceUrl(site, "/openapi.json")}
- Support: ${serviceUrl(site, "/support")}`;
