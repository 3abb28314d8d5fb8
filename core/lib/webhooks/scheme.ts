/** How a sender signs its requests, as data. */
export interface WebhookScheme {
  /**
   * `token`: the signature is the secret itself. For `ed25519` and `ecdsa-p256`, the secret is the
   * public key of the sender.
   */
  readonly algorithm:
    | "hmac-sha1"
    | "hmac-sha256"
    | "hmac-sha512"
    | "token"
    | "ed25519"
    | "ecdsa-p256";
  /** Where the signature is. */
  readonly signature: SignaturePlace;
  /** The encoding of signatures. Default: `hex`. */
  readonly encoding?: "hex" | "base64" | undefined;
  /**
   * What is signed: text with `{body}`, `{timestamp}`, `{id}`, `{url}`, `{method}` and `{form}`.
   * Default: `{body}`. The timestamp and the ID are used as they were sent. `{form}` is the names and
   * values of a form, sorted by name. Values of a repeated name are sorted, and equal ones used once.
   */
  readonly signed?: string | undefined;
  /**
   * The parameter of the signed address that has the SHA-256 of the body in hex, unless the body is
   * a form.
   */
  readonly bodyDigest?: string | undefined;
  /** The form of every body. `object`: a JSON object. Default: JSON or a form. */
  readonly body?: "object" | undefined;
  /** The form of the secret. Default: `text`, whose UTF-8 bytes are the key. */
  readonly key?: "text" | "base64" | "hex" | "standard" | undefined;
  /** Absent if requests have no signed time. */
  readonly timestamp?: TimestampPlace | undefined;
  /** Where the ID of an event is: names of headers, and JSON Pointers into the body. */
  readonly id?: readonly string[] | undefined;
  /** Where the type of an event is. */
  readonly type?: readonly string[] | undefined;
  /** A JSON Pointer to the list of events in a body. */
  readonly each?: string | undefined;
  readonly handshakes?: readonly Handshake[] | undefined;
  /** The status of the response to an accepted request. Default: 202. */
  readonly status?: number | undefined;
}

interface SignaturePlace {
  /** The names of the header. The first one that a request has counts. */
  readonly headers?: readonly string[] | undefined;
  /** For tokens: a JSON Pointer into the body, or into each event of it. */
  readonly pointer?: string | undefined;
  /** Text before the signature, such as `sha256=`. */
  readonly prefix?: string | undefined;
  /**
   * Splits the header into several signatures. With `pairs`, it has pairs such as `t=1,v1=ab`, of
   * which `name` are signatures. With `list`, every part with the prefix is one.
   */
  readonly split?:
    | { readonly kind: "pairs"; readonly separator: string; readonly name: string }
    | { readonly kind: "list"; readonly separator: string }
    | undefined;
}

interface TimestampPlace {
  /** The names of the header, in the order of those of the signature. */
  readonly headers?: readonly string[] | undefined;
  /** The name of a pair in the header of the signature. */
  readonly pair?: string | undefined;
  /** A JSON Pointer into the body. It is compared after the signature was verified. */
  readonly pointer?: string | undefined;
  /** `seconds` or `milliseconds` since 1970, or a `date` of RFC 3339 or HTTP. */
  readonly unit: "seconds" | "milliseconds" | "date";
  /** How far it may differ from the clock, in seconds. Default: 300. */
  readonly tolerance?: number | undefined;
}

/** How a sender checks an address before it sends events. */
export type Handshake =
  /** Responds with a parameter of the query as text. */
  | { readonly kind: "query"; readonly parameter: string }
  /** Responds with a member of the body, if other members have these values. */
  | {
      readonly kind: "field";
      readonly when: Readonly<Record<string, string>>;
      readonly pointer: string;
      readonly as: "text" | "json";
      /** Whether the sender signs this request like an event. It is then verified first. */
      readonly isSigned?: boolean | undefined;
    }
  /** Responds with a header of the request. With `isSecret`, it is the secret of the sender. */
  | {
      readonly kind: "header";
      readonly header: string;
      readonly response: string;
      readonly isSecret?: boolean | undefined;
    }
  /** Responds with an HMAC of a member of the body or of a parameter. */
  | {
      readonly kind: "hmac";
      readonly when?: Readonly<Record<string, string>> | undefined;
      readonly pointer?: string | undefined;
      readonly parameter?: string | undefined;
      /** The member of the response that has the value, if any. */
      readonly value?: string | undefined;
      readonly response: string;
      readonly encoding: "hex" | "base64";
      readonly prefix?: string | undefined;
      /** Whether the sender signs this request like an event. It is then verified first. */
      readonly isSigned?: boolean | undefined;
    };

/** The scheme of Standard Webhooks 1.0, also with the names of headers of Svix. */
export const STANDARD_SCHEME: WebhookScheme = {
  algorithm: "hmac-sha256",
  signature: {
    headers: ["webhook-signature", "svix-signature"],
    split: { kind: "list", separator: " " },
    prefix: "v1,",
  },
  encoding: "base64",
  signed: "{id}.{timestamp}.{body}",
  key: "standard",
  timestamp: { headers: ["webhook-timestamp", "svix-timestamp"], unit: "seconds" },
  id: ["webhook-id", "svix-id"],
  type: ["/type"],
};
