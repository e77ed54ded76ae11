import { returnRefusalOf } from "./account-errors.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { lastWay } from "./last-way.ts";
import { useProviders } from "./use-providers.ts";

/** Why somebody came back from a provider without what they went for. */
export function ReturnRefusal({ code }: { code: string }) {
  const way = lastWay();
  const provider = useProviders().find(({ id }) => id === way);
  return <FormRefusal refusal={returnRefusalOf(code, provider?.name)} />;
}
