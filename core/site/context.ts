import type { Asked } from "../http/handler.ts";
import type { Passage } from "../http/passage.ts";
import type { Context } from "./contract.ts";

/** What a request's context has from the service, whatever the request. */
export interface Shared extends Omit<Context, "identity" | "network" | "signal"> {
  /** The network that a request comes from. */
  clientOf(asked: Asked): string;
}

/** Makes what operations and bindings may use besides their input. */
export const contextsOf =
  (shared: Shared) =>
  (asked: Asked, passage: Passage): Context =>
    new RequestContext(shared, asked, passage);

/** A class for the accessors' sake: in an object literal they would make a hidden class for each request. */
class RequestContext implements Context {
  readonly #shared: Shared;
  readonly #asked: Asked;
  readonly #passage: Passage;

  constructor(shared: Shared, asked: Asked, passage: Passage) {
    this.#shared = shared;
    this.#asked = asked;
    this.#passage = passage;
  }

  get site(): Context["site"] {
    return this.#shared.site;
  }

  get content(): Context["content"] {
    return this.#shared.content;
  }

  get commerce(): Context["commerce"] {
    return this.#shared.commerce;
  }

  get rate(): Context["rate"] {
    return this.#shared.rate;
  }

  get verifiedRate(): Context["verifiedRate"] {
    return this.#shared.verifiedRate;
  }

  get served(): Context["served"] {
    return this.#shared.served;
  }

  get identity(): string {
    const credential = this.#asked.headers.get("authorization");
    if (credential !== null) return `credential ${credential}`;
    const { signed } = this.#passage;
    return signed?.outcome === "verified"
      ? `agent ${signed.agent}`
      : `network ${this.#shared.clientOf(this.#asked)}`;
  }

  get network(): string {
    return this.#shared.clientOf(this.#asked);
  }

  get signal(): AbortSignal {
    return this.#asked.signal;
  }
}
