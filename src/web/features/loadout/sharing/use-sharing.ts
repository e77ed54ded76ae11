import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import type { OpenLoadout } from "./shareable.ts";

type Named = { id: string };
type Sharing = {
  /** The loadout to share from the editor; a loadout of the locker is identified by its id. */
  inHand: OpenLoadout | null;
  open: (loadout: Named | OpenLoadout) => void;
  close: () => void;
};

/** Opening the share dialog is a step; closing takes it back. */
export function useSharing(
  search: LoadoutSearch,
  onSearch: (search: LoadoutSearch, step: "push" | "replace") => void,
): Sharing {
  const { history } = useRouter();
  const [inHand, setInHand] = useState<OpenLoadout | null>(null);
  const openedHere = useRef(false);
  const { share: _, ...rest } = search;
  return {
    inHand,
    open: (loadout) => {
      openedHere.current = true;
      setInHand("loadout" in loadout && "seenVersion" in loadout ? loadout : null);
      onSearch({ ...rest, share: loadout.id }, "push");
    },
    close: () => {
      const canStepBack = openedHere.current;
      openedHere.current = false;
      if (canStepBack) history.back();
      else onSearch(rest, "replace");
    },
  };
}
