// Keys and pointers on the rows' links: one tab stop, arrows move, Enter and a plain click open. c, x and a long press of a
// finger choose a weapon for the comparison.

import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from "react";

type RowLink = HTMLAnchorElement;

export type RowHandlers = {
  onClick: (event: MouseEvent<RowLink>) => void;
  onKeyDown: (event: KeyboardEvent<RowLink>) => void;
  onFocus: (event: FocusEvent<RowLink>) => void;
  onPointerDown: (event: PointerEvent<RowLink>) => void;
  onPointerEnd: () => void;
  onContextMenu: (event: MouseEvent<RowLink>) => void;
  onCompare: (event: MouseEvent<HTMLElement>) => void;
};

type RowActions = {
  open: (weaponId: string) => void;
  stopAt: (weaponId: string) => void;
  compare: (weaponId: string) => void;
};

const COMPARE_KEYS = ["c", "x"];

const LONG_PRESS_MS = 500;

/** Returns one set of handlers for all rows; each handler reads its weapon id from the link or the button. */
export function rowHandlers({ open, stopAt, compare }: RowActions): RowHandlers {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouched = false;
  let isPressed = false;
  return {
    onClick: (event) => {
      // The click at the end of a long press must not open the weapon.
      if (isPressed) {
        isPressed = false;
        return event.preventDefault();
      }
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
    onPointerDown: ({ currentTarget, pointerType }) => {
      isPressed = false;
      isTouched = pointerType === "touch";
      if (!isTouched) return;
      const id = getWeapon(currentTarget);
      timer = setTimeout(() => {
        isPressed = true;
        compare(id);
      }, LONG_PRESS_MS);
    },
    // The browser cancels the pointer when a finger begins to scroll.
    onPointerEnd: () => clearTimeout(timer),
    onContextMenu: (event) => {
      if (isTouched) event.preventDefault();
    },
    onCompare: (event) => compare(event.currentTarget.dataset["compare"] ?? ""),
  };
}

/** Returns the weapon after or before this one in the displayed list; null at either end or without a list. */
export function getNeighbourId(weaponId: string, step: 1 | -1): string | null {
  const links = [...document.querySelectorAll<RowLink>(`${LISTED} a[data-weapon]`)];
  const index = links.findIndex((link) => getWeapon(link) === weaponId);
  const neighbour = index < 0 ? undefined : links[index + step];
  return neighbour ? getWeapon(neighbour) : null;
}

/** Selects the rows that match the search. */
const LISTED = "tr:not([hidden])";

const getWeapon = (link: RowLink): string => link.dataset["weapon"] ?? "";

function getNeighbour(link: RowLink, key: string): HTMLElement | undefined {
  const links = [...(link.closest("tbody")?.querySelectorAll<HTMLElement>(`${LISTED} a[data-weapon]`) ?? [])];
  const index = links.indexOf(link);
  const targets: Record<string, number> = {
    ArrowDown: Math.min(index + 1, links.length - 1),
    ArrowUp: Math.max(index - 1, 0),
    Home: 0,
    End: links.length - 1,
  };
  return links[targets[key] ?? -1];
}
