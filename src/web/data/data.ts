import type { Clients } from "#web/data/query-client.ts";
import type { Data } from "./trpc.ts";

/** Query options for loaders. The data client is brought only by pages that ask for data. */
export async function loadData(clients: Clients): Promise<Data> {
  const { getData } = await import("./trpc.ts");
  return getData(clients);
}
