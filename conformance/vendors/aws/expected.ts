/** A judged difference from the client: which tools, which kinds, and why. */
export interface ExpectedDifference {
  readonly tools: RegExp;
  readonly kinds: RegExp;
  readonly reason: string;
  /** Whether the service accepts the tool's request all the same. */
  readonly isHarmless: boolean;
}

export const EXPECTED: readonly ExpectedDifference[] = [
  {
    tools: /^aws_timestream_/,
    kinds: /^(?:header x-amz-target|body)$/,
    reason: "The client asks for the endpoint of the account first. The tool fails.",
    isHarmless: false,
  },
  {
    tools: /^aws_mediapackagev2\./,
    kinds: /^(?:host|signature scope)$/,
    reason: "The app has tools of the service before it, which has another host. They fail.",
    isHarmless: false,
  },
  {
    tools: /^aws_ses\.(?:list_|put_email_identity_dkim_)/,
    kinds: /^(?:path|method)$/,
    reason: "The operation has a new path. The document has the previous one.",
    isHarmless: false,
  },
  {
    tools: /^aws_ec2\.copy_snapshot$/,
    kinds: /^parameters$/,
    reason:
      "The client signs a URL for the source region, which copies of encrypted snapshots need.",
    isHarmless: false,
  },
  {
    tools: /^aws_(?:lex_runtime|iot_data_plane)\./,
    kinds: /^header x-amz-(?:lex|mqtt5)-/,
    reason: "The client encodes JSON in headers as Base64. Callers of the tool must do so.",
    isHarmless: false,
  },
  {
    tools: /^aws_s3\.(?:put_bucket_policy|upload_part)$/,
    kinds: /^content type$/,
    reason: "The document declares XML. The service doesn't read the media type.",
    isHarmless: true,
  },
  {
    tools: /^aws_kinesis\./,
    kinds: /^host$/,
    reason: "The client prefers a host of the account if it knows it from an ARN.",
    isHarmless: true,
  },
  {
    tools: /^aws_glacier\./,
    kinds: /^header x-amz-sha256-tree-hash$/,
    reason: "The client adds a checksum of the body that only uploads require.",
    isHarmless: true,
  },
  {
    tools: /^aws_s3(?:_control)?\./,
    kinds: /^header (?:content-md5|x-amz-checksum-(?:mode|crc32)|x-amz-sdk-checksum-algorithm)$/,
    reason: "The client adds checksums that the service doesn't require.",
    isHarmless: true,
  },
  {
    tools: /^aws_s3\./,
    kinds: /^header x-amz-(?:server-side-encryption-customer-key(?:-md5)?|object-attributes)$/,
    reason: "The client takes a key as bytes, and separates lists by a comma and a space.",
    isHarmless: true,
  },
];
