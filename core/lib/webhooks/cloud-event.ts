/** The media type of an event in JSON, with its attributes (CloudEvents JSON format 1.0.2, section 3). */
export const CLOUD_EVENT_TYPE = "application/cloudevents+json";

/** An event to describe. */
interface EventAttributes {
  readonly id: string;
  /** A URI reference of what the event comes from. */
  readonly source: string;
  readonly type: string;
  readonly subject?: string | undefined;
  /** RFC 3339. */
  readonly time: string;
  readonly data: unknown;
  /** Names of lowercase letters and digits (CloudEvents 1.0.2, "Naming Conventions"). */
  readonly extensions?: Readonly<Record<string, string>>;
}

/** Describes an event as a CloudEvent (CloudEvents 1.0.2, "Context Attributes"). */
export const toCloudEvent = ({
  id,
  source,
  type,
  subject,
  time,
  data,
  extensions,
}: EventAttributes) => ({
  specversion: "1.0",
  id,
  source,
  type,
  ...(subject && { subject }),
  time,
  datacontenttype: "application/json",
  ...extensions,
  data,
});
