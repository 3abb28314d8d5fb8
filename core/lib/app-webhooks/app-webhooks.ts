import type { Schema } from "../json-schema/index.ts";

/**
 * How a connection subscribes to the events of an app. Requests are templates, so that an app needs
 * no code. Their values: the arguments of the trigger, the `values` of its type, those of the
 * subscription (`id` and the names in `result.values`), and
 *
 * - `url`: the address that receives the events
 * - `secret`: the signing secret that the subscriber has created
 * - `trigger`: the ID of the trigger
 * - `uuid`: new for each subscription
 * - `id_tail`: the last segment of `id`, if that is a URL
 * - `expires`, `expires_ms`: the end of the subscription, if `lifetime` is set
 */
export interface AppWebhooks {
  /** The name of the signature scheme. */
  readonly scheme: string;
  /**
   * Whether the secret is in the response to `subscribe`, comes in a handshake, or is one that the
   * caller knows. Default: the subscriber creates it.
   */
  readonly secretFrom?: "response" | "handshake" | "caller" | undefined;
  /** Whether requests to the address have no data, so that the list of the type is read instead. */
  readonly isNotice?: boolean | undefined;
  readonly types: readonly AppEventType[];
  readonly subscribe: SubscriptionRequest;
  /** Where the response to `subscribe` and `renew` has what is stored. */
  readonly result?: SubscriptionResult | undefined;
  /** The life of a subscription in hours. Absent: it doesn't end, or the response says when. */
  readonly lifetime?: number | undefined;
  /** Absent: a subscription that ends is replaced by another one. */
  readonly renew?: SubscriptionRequest | undefined;
  /** Fails with 404 or 410 if the subscription no longer exists. */
  readonly read?: SubscriptionRequest | undefined;
  /** Lists subscriptions, so that none is created twice. */
  readonly list?: SubscriptionList | undefined;
  readonly unsubscribe: SubscriptionRequest;
}

/** A type of event that an app sends. */
export interface AppEventType {
  /** Without the app's slug: `issues`. */
  readonly name: string;
  readonly title: string;
  /** JSON Schemas of the arguments, by name. */
  readonly arguments: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** More values for templates, such as the app's names of the events. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /** The list to read after a notice. */
  readonly list?: AppEventList | undefined;
}

/** A list of a tool, as in a `PollWatch` of the API. Its arguments are a template. */
interface AppEventList {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly items?: string | undefined;
  readonly id?: string | undefined;
  readonly changed?: string | undefined;
  readonly since?: string | undefined;
  readonly on?: readonly ("new" | "changed" | "removed")[] | undefined;
}

export interface SubscriptionRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base URL of the app. `{name}` is a value. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Default: `json`. */
  readonly format?: "json" | "form" | undefined;
}

/** JSON Pointers into a response. */
export interface SubscriptionResult {
  readonly id?: string | undefined;
  readonly secret?: string | undefined;
  /** A time in RFC 3339, or in milliseconds since 1970. */
  readonly expires?: string | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

export interface SubscriptionList {
  readonly request: SubscriptionRequest;
  /** JSON Pointers: to the subscriptions, and to the address and the ID in one of them. */
  readonly items: string;
  readonly url: string;
  readonly id: string;
}
