import { type Call, type FoundOfPlatform, type Output, skip } from "./case.ts";
import type { Target } from "./targets/target.ts";

/** What can be learnt of the platform under test, by its own lists: of any deployment's catalogue, found anew. */
export function finder(call: Call, target: Target): () => Promise<FoundOfPlatform> {
  let found: Promise<FoundOfPlatform> | undefined;
  return () => (found ??= findOut(call, target));
}

/** Over HTTP: not every list is a tool. */
async function findOut(call: Call, { url, key = "", ask }: Target): Promise<FoundOfPlatform> {
  const listed = async <Value>(path: string): Promise<Value> => {
    const { status, text } = await ask({ path, headers: { authorization: `Bearer ${key}` } });
    if (status !== 200)
      throw new Error(
        `${path} answers ${status}, so that nothing can be found out about the platform`,
      );
    return JSON.parse(text) as Value;
  };
  const apps = await listed<Output<"searchApps">>("/api/v1/apps");
  const app = apps.data.find(({ tools_count }) => tools_count > 0);
  if (!app) return skip("none of the first apps has tools");
  const tools = await listed<Output<"listTools">>(`/api/v1/apps/${app.id}/tools`);
  return { key, apps, app, tools, tool: tools.data[0]!, at: (path) => url + path, call, ask };
}
