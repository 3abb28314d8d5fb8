import type { Watch } from "../../../ports/trigger-definition.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { Watcher } from "../watch/watcher.ts";

const PAGE = 100;

/**
 * Creates the function that removes the subscriptions of an account at apps, because the account is
 * about to be deleted. One that can't be removed stays there: nothing would be left to try it again.
 */
export const createEndSubscriptions =
  (
    { triggerStore, onError }: Pick<TriggerDeps, "triggerStore" | "onError">,
    watcherFor: (watch: Watch) => Watcher<Watch>,
  ) =>
  async (account: string): Promise<void> => {
    let before: string | undefined;
    for (;;) {
      const page = await triggerStore.list({ account, kind: "app", before, limit: PAGE });
      await Promise.all(
        page.map((stored) => watcherFor(stored.trigger.watch).stop?.(stored).catch(onError)),
      );
      before = page.at(-1)?.trigger.id;
      if (page.length < PAGE) return;
    }
  };
