import type {
  AppEntry,
  AppRecord,
  AuthMethod,
  OAuthServer,
} from "../../lib/openapi-tools/index.ts";
import type { Catalog } from "../../ports/catalog.ts";

/** An authorization server that apps of the catalog share. One OAuth client opens them all. */
export interface SignInServer {
  /** The host of its token endpoint. */
  readonly id: string;
  /** The origin of its token endpoint, the only one that receives the client's secret. */
  readonly origin: string;
  /** The host of its sign-in page. */
  readonly signInHost: string;
  /** The domain of the owner of most of its apps. */
  readonly vendor: string;
  /** The page where operators register a client. */
  readonly setupUrl?: string | undefined;
  /** Most used first. */
  readonly apps: readonly [SignInApp, ...SignInApp[]];
  /** A method of one of its apps. */
  readonly method: SignInMethod;
}

type SignInApp = Pick<AppRecord, "slug" | "name">;

/** A method whose sign-in page and token endpoint are known. */
type SignInMethod = AuthMethod & {
  readonly oauth: OAuthServer & { readonly authorizationUrl: string };
};

/** Whether a method requires the end user to enter an OAuth client. */
const requiresOwnClient = ({ fields }: Pick<AuthMethod, "fields">): boolean =>
  fields.some(({ name }) => name === "client_id");

/** Whether a method needs an OAuth client of the operator. */
export const needsOperatorClient = (method: Pick<AuthMethod, "type" | "fields">): boolean =>
  (method.type === "oauth2" || method.type === "oauth2_cc") && !requiresOwnClient(method);

/**
 * Returns the origin of a method's token endpoint, if apps can share an OAuth client there.
 * `undefined` if the end user enters the client or a part of the origin, or if the client's secret
 * would also be sent to another origin.
 */
export const sharedServerOrigin = (method: AuthMethod): string | undefined =>
  hasSignInPage(method) ? sharedOrigin(method) : undefined;

const hasSignInPage = (method: AuthMethod): method is SignInMethod =>
  method.type === "oauth2" && Boolean(method.oauth?.authorizationUrl);

function sharedOrigin(method: SignInMethod): string | undefined {
  if (requiresOwnClient(method)) return undefined;
  const { oauth } = method;
  const { authorizationUrl, tokenUrl, refreshUrl = tokenUrl, revocationUrl = tokenUrl } = oauth;
  const urls = [authorizationUrl, tokenUrl, refreshUrl, revocationUrl];
  if (!urls.every(hasFixedHost)) return undefined;
  const { origin } = new URL(tokenUrl);
  return [refreshUrl, revocationUrl].every((url) => new URL(url).origin === origin)
    ? origin
    : undefined;
}

const hasFixedHost = (url: string): boolean =>
  URL.canParse(url) && /^https?:\/\/[^/{}?#]+([/?#]|$)/.test(url);

/** The servers by the apps of a catalog, which are the same array until the catalog changes. */
const cache = new WeakMap<readonly AppEntry[], Promise<readonly SignInServer[]>>();

/** Lists the authorization servers of a catalog, the one with the most apps first. */
export function listSignInServers(
  catalog: Pick<Catalog, "apps" | "findApp">,
): Promise<readonly SignInServer[]> {
  const { apps } = catalog;
  const cached = cache.get(apps);
  if (cached) return cached;
  const listing = readServers(catalog);
  cache.set(apps, listing);
  listing.catch(() => cache.delete(apps));
  return listing;
}

/** How many apps are read at the same time. */
const BATCH = 16;

async function readServers({
  apps,
  findApp,
}: Pick<Catalog, "apps" | "findApp">): Promise<readonly SignInServer[]> {
  const candidates = apps
    .filter(({ auth }) => auth.includes("oauth2"))
    .toSorted((a, b) => Number(b.popular ?? 0) - Number(a.popular ?? 0));
  const byOrigin = new Map<string, ServerMember[]>();
  for (let start = 0; start < candidates.length; start += BATCH) {
    const slugs = candidates.slice(start, start + BATCH).map(({ slug }) => slug);
    for (const record of await Promise.all(slugs.map((slug) => findApp(slug)))) {
      const member = record && findMember(record);
      if (member) byOrigin.set(member.origin, [...(byOrigin.get(member.origin) ?? []), member]);
    }
  }
  return [...byOrigin.values()]
    .flatMap(([first, ...others]) => (first ? [toServer(first, others)] : []))
    .toSorted((a, b) => b.apps.length - a.apps.length || a.id.localeCompare(b.id));
}

/** An app of a server. */
interface ServerMember {
  readonly origin: string;
  readonly record: AppRecord;
  readonly method: SignInMethod;
}

/** Finds the first method of an app whose server apps can share. */
function findMember(record: AppRecord): ServerMember | undefined {
  for (const method of record.methods.filter(hasSignInPage)) {
    const origin = sharedOrigin(method);
    if (origin !== undefined) return { origin, record, method };
  }
  return undefined;
}

function toServer(first: ServerMember, others: readonly ServerMember[]): SignInServer {
  const { origin, method } = first;
  const members = [first, ...others];
  const toApp = ({ record: { slug, name } }: ServerMember) => ({ slug, name });
  return {
    id: new URL(origin).host,
    origin,
    signInHost: new URL(method.oauth.authorizationUrl).host,
    vendor: mostFrequent(
      first.record.vendor,
      members.map(({ record }) => record.vendor),
    ),
    setupUrl: members.find((member) => member.method.setupUrl)?.method.setupUrl,
    apps: [toApp(first), ...others.map(toApp)],
    method,
  };
}

/** Returns the value that occurs most often, and the first of several. */
function mostFrequent(first: string, values: readonly string[]): string {
  const groups = [...Map.groupBy(values, (value) => value)];
  return groups.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? first;
}
