import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "#messages";
import { BASE_LANGUAGE, isLanguage, LANGUAGES, type Language } from "#messages/languages.ts";
import { loadData } from "#web/data/data.ts";
import { INTERRUPTED_EVENT } from "#web/data/local-storage.ts";
import { logError } from "#web/data/log.ts";
import { mutate } from "#web/data/mutation.ts";
import type { Clients } from "#web/data/query-client.ts";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";

/** Selects the language of the site for this browser and the user's account. Each language is shown by its own name. */
export function LanguageSelect() {
  const clients = useRouteContext({ from: "__root__" });
  const [state, setState] = useState<"ready" | "failed">("ready");
  const [selected, setSelected] = useState(getPageLanguage());
  const choose = async (language: Language) => {
    setSelected(language);
    try {
      await storeLanguage(language, clients);
      reloadPage();
    } catch (error) {
      logError("Storing the language", error);
      setSelected(getPageLanguage());
      setState("failed");
    }
  };
  return (
    <NativeSelect
      label={m.app_language()}
      hint={m.app_language_explained()}
      error={state === "failed" && m.app_language_failed()}
      value={selected}
      choices={getOfferedLanguages().map((value) => ({ value, label: LANGUAGES[value].name }))}
      onChange={choose}
      className="w-full max-w-xs"
    />
  );
}

const getPageLanguage = (): Language => {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : BASE_LANGUAGE;
};

/** Returns the languages that the server wrote into the page; without a built site, only the page's own language. */
function getOfferedLanguages(): readonly Language[] {
  const offered = (document.documentElement.dataset["languages"] ?? "").split(" ").filter(isLanguage);
  return offered.length > 0 ? offered : [getPageLanguage()];
}

/** Stores the language in this browser and its service worker, and in the account of a signed-in user. */
async function storeLanguage(language: Language, clients: Clients): Promise<void> {
  const { data, queryClient } = await loadData(clients);
  await mutate(queryClient, data.account.setLanguage.mutationOptions(), { language });
  // There is no service worker on plain http.
  navigator.serviceWorker?.controller?.postMessage({ keep: language });
}

/** Loads the page in the new language. Input that is not submitted yet is stored first. */
function reloadPage(): void {
  window.dispatchEvent(new Event(INTERRUPTED_EVENT));
  const address = new URL(location.href);
  const hasLanguageParameter = address.searchParams.has("lang");
  address.searchParams.delete("lang");
  if (hasLanguageParameter) location.replace(address);
  else location.reload();
}
