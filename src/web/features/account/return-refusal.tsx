import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { getLastSignInMethod } from "#web/features/account/sign-in/after-sign-in.ts";
import { getReturnRefusal } from "./account-errors.ts";
import { useProviders } from "./feature.tsx";

type ReturnRefusalProps = {
  code: string;
  /** Set for a signed-in user, who was connecting the provider or confirming their identity. */
  isSignedIn?: boolean;
};

/** Why a person came back from a provider without a result. */
export function ReturnRefusal({ code, isSignedIn = false }: ReturnRefusalProps) {
  const way = getLastSignInMethod();
  const provider = useProviders().find(({ id }) => id === way);
  return <FormRefusal refusal={getReturnRefusal(code, provider?.name, isSignedIn)} />;
}
