import { type Consequence, count, type DescribeEnd } from "../pages/confirmation-page.ts";

const PATH = "/account/settings";
const KEEP_SETTINGS = { text: "Keep the settings", path: PATH };

/** Asks before shorter times delete stored records. Other settings end nothing. */
export const describeShorterRetention: DescribeEnd = async ({ run }, fields) => {
  const account = await run("getAccount", {});
  const shorter = (
    [
      ["run_days", "runs"],
      ["audit_days", "audit entries"],
    ] as const
  ).flatMap(([name, noun]): Consequence[] => {
    const days = Number(fields.get(name));
    return Number.isInteger(days) && days > 0 && days < account[name]
      ? [
          {
            icon: "activity",
            text: `All ${noun} older than ${count(days, "day")} are deleted`,
            detail: `They were stored for ${count(account[name], "day")} until now.`,
          },
        ]
      : [];
  });
  if (shorter.length === 0) return undefined;
  return {
    title: "Delete older records?",
    lead: "This can't be undone.",
    consequences: shorter,
    action: "Save and delete",
    cancel: KEEP_SETTINGS,
  };
};

/** Asks before the encryption key is replaced. */
export const describeKeyRotation: DescribeEnd = () => ({
  title: "Replace the encryption key?",
  consequences: [
    {
      icon: "key",
      text: "Backups of the old key file don't open what is stored from now on",
      detail: "Back up the key file again afterwards.",
    },
  ],
  kept: "Stored credentials stay readable, and connections go on working.",
  action: "Replace the encryption key",
  cancel: { text: "Keep the key", path: PATH },
});

/** Asks before the deletion of the account is planned. */
export const describeAccountDeletion: DescribeEnd = async ({ context, run }) => {
  const { id, name } = await run("getAccount", {});
  const { account, connections, now } = context;
  const { data: members } = await run("listMembers", {});
  const { data: keys } = await run("listKeys", {});
  const active = keys.filter(({ status }) => status === "active");
  const stored = await connections.store.list(account, {});
  const deletes = new Date(now() + 7 * 86_400_000).toISOString().slice(0, 10);
  return {
    title: `Delete ${name || "the account"}?`,
    consequences: [
      {
        icon: "key",
        text: `${count(active.length, "API key")} ${active.length === 1 ? "stops" : "stop"} working within a second`,
        detail: "They don't work again, even if you keep the account.",
      },
      {
        icon: "users",
        text: `On ${deletes}, everything is deleted`,
        detail: `${count(members.length, "person").replace("persons", "people")}, ${count(stored.length, "connection")}, all OAuth clients, triggers, runs and the audit log.`,
      },
    ],
    kept: "Until then, owners can keep the account.",
    action: "Delete the account",
    cancel: { text: "Keep the account", path: PATH },
    retype: name || id,
  };
};
