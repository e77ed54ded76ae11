// Keys and pointers on the rows' links: one tab stop, arrows move, Enter and a plain click open, c and x choose a weapon
// for the comparison.
import type { FocusEvent, KeyboardEvent, MouseEvent } from "react";

type RowLink = HTMLAnchorElement;

export type RowHandlers = {
  onClick: (event: MouseEvent<RowLink>) => void;
  onKeyDown: (event: KeyboardEvent<RowLink>) => void;
  onFocus: (event: FocusEvent<RowLink>) => void;
  onCompare: (event: MouseEvent<HTMLElement>) => void;
};

type RowActions = {
  open: (weaponId: string) => void;
  stopAt: (weaponId: string) => void;
  compare: (weaponId: string) => void;
};

const COMPARE_KEYS = ["c", "x"];

/** One set of handlers for every row; each reads its weapon from the link or the button. */
export function rowHandlers({ open, stopAt, compare }: RowActions): RowHandlers {
  return {
    onClick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open(getWeapon(event.currentTarget));
    },
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (COMPARE_KEYS.includes(event.key)) {
        event.preventDefault();
        return compare(getWeapon(event.currentTarget));
      }
      const target = getNeighbour(event.currentTarget, event.key);
      if (!target) return;
      event.preventDefault();
      target.focus();
    },
    onFocus: (event) => stopAt(getWeapon(event.currentTarget)),
    onCompare: (event) => compare(event.currentTarget.dataset["compare"] ?? ""),
  };
}

const getWeapon = (link: RowLink): string => link.dataset["weapon"] ?? "";

function getNeighbour(link: RowLink, key: string): HTMLElement | undefined {
  const links = [...(link.closest("tbody")?.querySelectorAll<HTMLElement>("tr:not([hidden]) a[data-weapon]") ?? [])];
  const here = links.indexOf(link);
  const targets: Record<string, number> = {
    ArrowDown: Math.min(here + 1, links.length - 1),
    ArrowUp: Math.max(here - 1, 0),
    Home: 0,
    End: links.length - 1,
  };
  return links[targets[key] ?? -1];
}
