import { isObject } from "../kit/json/json-access.ts";
import { parseJson } from "../kit/json/parse-json.ts";
import { type Fetch, isFetchFailure } from "../kit/net/fetch.ts";
import { cacheSeconds, setRecent } from "../kit/net/freshness.ts";
import { type ClientMetadata, readClientMetadata } from "./client-metadata.ts";

/** Why a metadata document can't be used. */
interface DocumentError {
  readonly rule: "unreachable" | "status" | "not_json" | "other_client" | "invalid";
  readonly detail: string;
}

/** Fetches the metadata documents of clients, and caches them. */
type FindClientDocument = (url: string) => Promise<ClientMetadata | DocumentError>;

/** The draft recommends 5 kB. */
const LIMITS = { maxBytes: 16 * 1024, timeoutMs: 5_000, redirects: 0, sameOrigin: true };
const FRESHNESS = { minSeconds: 60, maxSeconds: 86_400, defaultSeconds: 3_600 };
const MAX_DOCUMENTS = 1_000;
const MAX_URL_LENGTH = 500;

/**
 * Returns whether a client ID is the URL of a metadata document: https, with a path, without dot
 * segments, a fragment or a password (draft-ietf-oauth-client-id-metadata-document, section 3).
 */
export function isDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith("https://") || clientId.length > MAX_URL_LENGTH) return false;
  const url = URL.parse(clientId);
  // A normalized URL has no dot segments, and its host is in lower case.
  return url?.href === clientId && url.pathname !== "/" && !/[#@]/.test(clientId);
}

/** What finding documents needs. */
interface DocumentOptions {
  /** Rejects private addresses. */
  readonly send: Fetch;
  /** The name of this service, which no client may imitate. */
  readonly serviceName: string;
  /** Milliseconds since 1970. */
  now(): number;
}

export function createFindClientDocument(options: DocumentOptions): FindClientDocument {
  const { now } = options;
  const documents = new Map<
    string,
    { readonly metadata: ClientMetadata; readonly until: number }
  >();
  return async (url) => {
    const cached = documents.get(url);
    if (cached && cached.until > now()) return cached.metadata;
    const result = await fetchDocument(options, url);
    if ("rule" in result) return result;
    const until = now() + cacheSeconds(result.cacheControl, FRESHNESS) * 1000;
    setRecent(documents, url, { metadata: result.metadata, until }, MAX_DOCUMENTS);
    return result.metadata;
  };
}

/** Errors aren't cached. */
async function fetchDocument(
  { send, serviceName }: Omit<DocumentOptions, "now">,
  url: string,
): Promise<
  { readonly metadata: ClientMetadata; readonly cacheControl: string | null } | DocumentError
> {
  let text: string;
  let cacheControl: string | null;
  try {
    const response = await send(url, { headers: { accept: "application/json" }, ...LIMITS });
    if (response.status !== 200) {
      await response.body.cancel();
      return { rule: "status", detail: `It has status ${response.status} instead of 200.` };
    }
    text = await response.text();
    cacheControl = response.headers.get("cache-control");
  } catch (error) {
    if (!isFetchFailure(error)) throw error;
    return { rule: "unreachable", detail: error.message };
  }
  const document = parseJson(text);
  if (!isObject(document)) return { rule: "not_json", detail: "It isn't a JSON object." };
  if (document["client_id"] !== url)
    return { rule: "other_client", detail: "Its client_id is another URL." };
  const metadata = readClientMetadata(document, { serviceName });
  return "error" in metadata
    ? { rule: "invalid", detail: metadata.description }
    : { metadata, cacheControl };
}
