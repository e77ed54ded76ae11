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

function neighbourOf(link: RowLink, key: string): HTMLElement | null {
  const row = link.closest("tr");
  const rows = row?.parentElement?.children;
  const targets: Record<string, Element | null | undefined> = {
    ArrowDown: row?.nextElementSibling,
    ArrowUp: row?.previousElementSibling,
    Home: rows?.[0],
    End: rows?.[rows.length - 1],
  };
  return targets[key]?.querySelector<HTMLElement>("a[data-weapon]") ?? null;
}
