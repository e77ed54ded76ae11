import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "#messages";
import { BASE_LANGUAGE, isLanguage, LANGUAGES, type Language } from "#messages/languages.ts";
import { loadData } from "#web/data/data.ts";
import { INTERRUPTED } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { mutate } from "#web/data/mutation.ts";
import type { Clients } from "#web/data/query-client.ts";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";

/** Chooses the language of the site, by its own name, for this browser and the person's account. */
export function LanguageSelect() {
  const clients = useRouteContext({ from: "__root__" });
  const [state, setState] = useState<"ready" | "failed">("ready");
  const [chosen, setChosen] = useState(getPageLanguage());
  const choose = async (language: Language) => {
    setChosen(language);
    try {
      await storeLanguage(language, clients);
      loadAgain();
    } catch (error) {
      logError("Storing the language", error);
      setChosen(getPageLanguage());
      setState("failed");
    }
  };
  return (
    <NativeSelect
      label={m.app_language()}
      hint={m.app_language_explained()}
      error={state === "failed" && m.app_language_failed()}
      value={chosen}
      choices={getOffered().map((value) => ({ value, label: LANGUAGES[value].name }))}
      onChange={choose}
      className="w-full max-w-xs"
    />
  );
}

const getPageLanguage = (): Language => {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : BASE_LANGUAGE;
};

/** The languages that the server wrote into the page; without a built site there is the page's own alone. */
function getOffered(): readonly Language[] {
  const offered = (document.documentElement.dataset["languages"] ?? "").split(" ").filter(isLanguage);
  return offered.length > 0 ? offered : [getPageLanguage()];
}

/** For this browser and its service worker, and for the account of a person who is signed in. */
async function storeLanguage(language: Language, clients: Clients): Promise<void> {
  const { data, queryClient } = await loadData(clients);
  await mutate(queryClient, data.account.setLanguage.mutationOptions(), { language });
  // On plain http there is none.
  navigator.serviceWorker?.controller?.postMessage({ keep: language });
}

/** A page of the new language takes its place; what is typed into the forms of this one is stored first. */
function loadAgain(): void {
  window.dispatchEvent(new Event(INTERRUPTED));
  const address = new URL(location.href);
  const isOfLink = address.searchParams.has("lang");
  address.searchParams.delete("lang");
  if (isOfLink) location.replace(address);
  else location.reload();
}
