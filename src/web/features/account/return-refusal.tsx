import { returnRefusalOf } from "./account-errors.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { lastWay } from "./last-way.ts";
import { useProviders } from "./use-providers.ts";

type ReturnRefusalProps = {
  code: string;
  /** Shown to a signed-in person, who wanted to connect the provider or to confirm who they are. */
  isSignedIn?: boolean;
};

/** Why a person came back from a provider without a result. */
export function ReturnRefusal({ code, isSignedIn = false }: ReturnRefusalProps) {
  const way = lastWay();
  const provider = useProviders().find(({ id }) => id === way);
  return <FormRefusal refusal={returnRefusalOf(code, provider?.name, isSignedIn)} />;
}
