// Keys and pointers on the rows' links: one tab stop, arrows move, Enter and a plain click open.
import type { FocusEvent, KeyboardEvent, MouseEvent } from "react";

type RowLink = HTMLAnchorElement;

export type RowHandlers = {
  onClick: (event: MouseEvent<RowLink>) => void;
  onKeyDown: (event: KeyboardEvent<RowLink>) => void;
  onFocus: (event: FocusEvent<RowLink>) => void;
};

type RowActions = { open: (weaponId: string) => void; stopAt: (weaponId: string) => void };

/** One set of handlers for every row; each reads its weapon from the link. */
export function rowHandlers({ open, stopAt }: RowActions): RowHandlers {
  return {
    onClick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open(weaponOf(event.currentTarget));
    },
    onKeyDown: (event) => {
      const target = neighbourOf(event.currentTarget, event.key);
      if (!target) return;
      event.preventDefault();
      target.focus();
    },
    onFocus: (event) => stopAt(weaponOf(event.currentTarget)),
  };
}

const weaponOf = (link: RowLink): string => link.dataset["weapon"] ?? "";

function neighbourOf(link: RowLink, key: string): HTMLElement | undefined {
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
