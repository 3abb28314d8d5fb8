import { type Site, serviceUrl } from "./site.ts";

/** What the guide is called as an agent skill (agentskills.io): the name of its folder. */
export const GUIDE_NAME = "buy-products";

/** Where it is served. */
export const GUIDE_PATH = `/agent/skills/${GUIDE_NAME}/SKILL.md`;

/** What it is for and when to use it; at most 1024 characters. */
export const guideDescription = (site: Site): string =>
  `Find what ${siteName(site)} sells, with live prices, and open a checkout for a buyer, who pays on the shop's hosted page. ` +
  "Use when someone wants to buy something from this site, or asks what it costs, whether it can be had, or what became of a purchase.";

/** A guide to buying that can be followed to the end. Its text depends on nothing but the site's own settings. */
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

/** A JSON string is a YAML one too. */
const frontMatterSection = (site: Site) =>
  `---\nname: ${GUIDE_NAME}\ndescription: ${JSON.stringify(guideDescription(site))}\n---`;

const introSection = (site: Site) => `# Buying from ${siteName(site)}

You need no account, no registration and no key. You never pay: you open a checkout, and the buyer pays on the shop's own
page. Ask the buyer before you open one. Stay under one request a second, and send a User-Agent that names your agent.

In the examples, replace \`OFFER_ID\` by an offer's id, \`CHECKOUT_ID\` by a checkout's, and \`NEW_KEY\` by a text that you have
not used before (a UUID): with it, a request that you have to repeat does not buy twice.`;

const productsSection = (site: Site) => `## 1. See what is for sale

\`\`\`sh
curl -s ${serviceUrl(site, "/agent/commerce/products")}
\`\`\`

\`offers\` has everything, with \`id\`, \`title\`, \`price\` (in minor units: 1200 EUR is EUR 12.00), \`terms\` (how often it is billed, and
whether there is a free trial) and \`available\`. Prices are read from the payment provider at that moment. Tell the buyer
the price and the terms. Something that is not \`available\` can't be bought now.`;

const createSection = (site: Site) => `## 2. Open a checkout

Four ways lead to the same checkout; use the one that you speak. What one of them opens, the others can read.

Plain HTTP:

\`\`\`sh
curl -s -X POST ${serviceUrl(site, "/agent/commerce/checkouts")} \\
  -H 'Content-Type: application/json' \\
  -d '{"offer":"OFFER_ID","quantity":1,"idempotency_key":"NEW_KEY"}'
\`\`\`

MCP (Streamable HTTP at ${serviceUrl(site, "/mcp")}), the tool \`create_checkout\`:

\`\`\`sh
curl -s -X POST ${serviceUrl(site, "/mcp")} \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_checkout","arguments":{"offer":"OFFER_ID","quantity":1,"idempotency_key":"NEW_KEY"}}}'
\`\`\`

Universal Commerce Protocol (profile: ${serviceUrl(site, "/.well-known/ucp")}). \`UCP-Agent\` names your own profile:

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

The answer has the checkout's \`id\`, the \`status\` \`requires_escalation\`, and \`continue_url\`. Keep the \`id\`, and show it to nobody
but the buyer: whoever knows it can read the checkout.`;

const handOverSection = `## 3. Send the buyer to \`continue_url\`

Give the buyer the address as it is, to open in a browser. There the buyer gives an e-mail address, where something is
shipped the address that it goes to, and pays. Do not open the page yourself, fill it in, or ask the buyer for a card number.
Say what is due today, and what will be billed later. The page closes at \`expires_at\`.`;

const pollSection = (site: Site) => `## 4. Look how it went

Read the checkout every few seconds while the buyer pays, less often after some minutes, until its status changes:

\`\`\`sh
curl -s ${serviceUrl(site, "/agent/commerce/checkouts/CHECKOUT_ID")}
\`\`\`

By MCP:

\`\`\`sh
curl -s -X POST ${serviceUrl(site, "/mcp")} \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_checkout","arguments":{"id":"CHECKOUT_ID"}}}'
\`\`\`

By UCP:

\`\`\`sh
curl -s ${serviceUrl(site, "/agent/commerce/ucp/checkout-sessions/CHECKOUT_ID")} \\
  -H 'UCP-Agent: profile="https://agent.example/profile.json"'
\`\`\`

By ACP:

\`\`\`sh
curl -s ${serviceUrl(site, "/agent/commerce/acp/checkout_sessions/CHECKOUT_ID")} \\
  -H 'API-Version: 2026-04-17'
\`\`\``;

const statusSection = `## What a status means

| Status | What it means | What to do |
|---|---|---|
| \`requires_escalation\` | nobody has paid yet | send the buyer to \`continue_url\` |
| \`complete_in_progress\` | paid in a way that takes days to arrive | tell the buyer so; look again later |
| \`completed\` | paid, or nothing is due before a free trial ends | give the buyer \`order\`; the receipt comes by e-mail from the shop |
| \`payment_failed\` | the payment never arrived (UCP and ACP: \`canceled\`, with a message) | ask the buyer; open a new checkout |
| \`canceled\` | called off | open a new checkout, if the buyer still wants it |
| \`expired\` | the page closed and nobody had paid (UCP: \`canceled\`, with a message) | open a new checkout, if the buyer still wants it |

Only the first can still be called off or changed, by UCP and ACP. Calling \`complete\` by UCP or ACP never pays: it answers
how the checkout stands.`;

const notAcceptedSection = `## What is refused

No payment is taken through this interface. Card numbers and other payment instruments, delegated payment tokens, payment
credentials for HTTP 402 (MPP), x402 and AP2 mandates are neither used nor kept. Don't send them, and don't send the buyer's
name, address or e-mail address: the buyer gives them on the hosted page, and what you send of them is passed over.`;

const errorSection = `## When something goes wrong

| HTTP status | What it means | What to do |
|---|---|---|
| 200 with \`ucp.status\` \`error\` (UCP) | not for sale, or sold out | its messages say which; tell the buyer |
| 400 | the request does not fit; by ACP also: sold out, or not for sale | the answer says where; correct it, with a new key |
| 404 | nothing of that id | list the products again, or create a new checkout |
| 409 | sold out; or the checkout is over; or the same request is still being carried out | tell the buyer; or wait as \`Retry-After\` says and repeat it |
| 422 (UCP: 409) | the key was used for another request | use a new key |
| 429 | too many requests | wait as \`Retry-After\` says |
| 500 | a fault of the shop's | repeat the request with the same key; if it stays so, write to support |
| 503 | the payment provider can't be reached | wait as \`Retry-After\` says, and repeat the request with the same key |

If an answer is lost, repeat the same request with the same key: you get the same checkout.`;

const moreSection = (site: Site) => `## More

- Everything that is served: ${serviceUrl(site, "/agent/site.json")}
- The interface in full (OpenAPI): ${serviceUrl(site, "/openapi.json")}
- A person to write to: ${serviceUrl(site, "/support")}`;
