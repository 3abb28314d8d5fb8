/** The origin of the service in the examples of the spec. */
const EXAMPLE_ORIGIN = "https://jackfield.example";

/**
 * Replaces the origin of the service in the examples of a document or schema with the real one.
 * `origin` is serialized as by `URL`.
 */
export const withOwnOrigin = <Value>(value: Value, origin: string): Value =>
  JSON.parse(JSON.stringify(value).replaceAll(EXAMPLE_ORIGIN, origin));
