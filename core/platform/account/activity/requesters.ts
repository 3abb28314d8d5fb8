import type { RunRecord } from "../../../ports/stores/run-store.ts";
import { isPersonId } from "../../auth/actor.ts";
import type { CurrentSession } from "../access/sessions.ts";
import type { Output } from "../contract.ts";
import type { AccountServices } from "../services.ts";

type Requester = Output<"getActivity">["requester"];

/** Describes who requested a run. */
export type DescribeRequester = (run: Pick<RunRecord, "key">) => Requester;

/** The names of keys and people, by their IDs. Those of keys with the person who created them. */
interface RequesterNames {
  readonly people: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<
    string,
    { readonly name: string; readonly createdBy?: string | undefined }
  >;
}

export async function readRequesterNames({
  account,
  keyStore,
  peopleStore,
}: Pick<AccountServices, "account" | "keyStore" | "peopleStore">): Promise<RequesterNames> {
  const [keys, members] = await Promise.all([
    keyStore.listKeys(account),
    peopleStore.listMembers(account),
  ]);
  return {
    people: new Map(members.map(({ person, name }) => [person, name])),
    keys: new Map(keys.map(({ id, name, createdBy }) => [id, { name, createdBy }])),
  };
}

/** Returns a function with the names that a member may see: owners all, others their own keys'. */
export const createRequesterView =
  (
    { people, keys }: RequesterNames,
    { person, member }: Pick<CurrentSession, "person" | "member">,
  ): DescribeRequester =>
  ({ key: id }) => {
    if (isPersonId(id)) return describe("person", id, people.get(id));
    const key = keys.get(id);
    const isVisible = member.role === "owner" || key?.createdBy === person.id;
    return describe("key", id, isVisible ? key?.name : undefined);
  };

const describe = (kind: Requester["kind"], id: string, name: string | undefined): Requester => ({
  kind,
  id,
  ...(name !== undefined && { name }),
});
