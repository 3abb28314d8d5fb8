import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";

type Check = PlatformOutput<"getTool">["check"];
type Counts = PlatformOutput<"getApp">["checks"];

/** A short text for lists. Most tools have none. */
export function summarizeCheck({ level, client, example }: Check): string | undefined {
  const name = client ? `${client.name} ${client.version}` : "an example";
  if (level === "matches_client" || level === "matches_example") return `Checked against ${name}`;
  return level === "refuted" ? `Differs from ${example ? "an example" : name}` : undefined;
}

const LIMIT = "It doesn't show that the service accepts the request.";

/** Explains how a tool was checked, and what that shows. */
export function explainCheck({ level, client, example }: Check): Html {
  const name = client && html`<code>${client.name}</code> ${client.version}`;
  const page = example && html`<a href="${example.url}" rel="noreferrer">published example</a>`;
  switch (level) {
    case "matches_client":
      return html`Checked against ${name}: the vendor's client sends the same request for the same input. ${LIMIT}`;
    case "matches_example":
      return html`Checked against a ${page} of the vendor on ${example?.date ?? ""}: it has the same request. ${LIMIT}`;
    case "known_endpoint":
      return html`The vendor's client ${name} has this method and path. The rest of the request wasn't confirmed.`;
    case "refuted":
      return html`The request differs from that of ${name ?? page}. The tool probably fails.`;
    case "compiled":
      return html`Read from the app's API document. The request wasn't compared with a client of the vendor.`;
  }
}

/** Counts an app's tools by what was checked. */
export function renderCheckCounts(counts: Counts): Html {
  const lines = [
    { count: counts.matches_client, text: "send what the vendor's client sends" },
    { count: counts.matches_example, text: "send what the vendor publishes as an example" },
    { count: counts.known_endpoint, text: "have a method and a path of the vendor's client" },
    { count: counts.compiled, text: "were only read from documents" },
    { count: counts.refuted, text: "differ from the vendor's client and probably fail" },
  ];
  const shown = lines.filter(({ count }) => count > 0);
  return html`${shown.map(({ count, text }, index) => html`${index > 0 && html`<br>`}${count.toLocaleString("en")} ${text}`)}`;
}
