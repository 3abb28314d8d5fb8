/** A request on its way through: what is learnt of it, for its answer and for whoever keeps count. */
export interface Passage {
  /** The id of the request: a UUID. */
  readonly id: string;
  /** The path of its route as the route has it (`/things/{id}`); none until one is found. */
  route?: string | undefined;
  /** Headers for its answer, whether it succeeds or fails. */
  headers?: Readonly<Record<string, string>> | undefined;
}
