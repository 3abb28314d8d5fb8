/** A key that other keys are wrapped with. */
export interface MasterKey {
  /** Says which it is, and nothing of it. */
  readonly id: string;
  /** AES-GCM, 256 bits; never to be exported. */
  readonly key: CryptoKey;
}

/** Where the keys come from that everything secret rests on: the environment, or a file of this user's alone. */
export interface MasterKeys {
  /** The one that is wrapped with from now on. */
  current(): Promise<MasterKey>;
  /** One by its id, an older one too; looks again where they are kept before it says that there is none. */
  find(id: string): Promise<MasterKey | undefined>;
}
