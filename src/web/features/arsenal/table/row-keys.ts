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

/** One set of handlers for every row; each reads its weapon from the link or the button. */
export function rowHandlers({ open, stopAt, compare }: RowActions): RowHandlers {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouched = false;
  let isPressed = false;
  return {
    onClick: (event) => {
      // The click that ends a long press opens nothing.
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
      focusRow(target);
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
    // A finger that begins to scroll cancels its pointer.
    onPointerEnd: () => clearTimeout(timer),
    onContextMenu: (event) => {
      if (isTouched) event.preventDefault();
    },
    onCompare: (event) => compare(event.currentTarget.dataset["compare"] ?? ""),
  };
}

/** The weapon a number of places further down the list as it is shown; null at its end, or where no list is. */
export function getNeighbourId(weaponId: string, step: 1 | -1): string | null {
  const links = [...document.querySelectorAll<RowLink>(`${LISTED} a[data-weapon]`)];
  const here = links.findIndex((link) => getWeapon(link) === weaponId);
  const neighbour = here < 0 ? undefined : links[here + step];
  return neighbour ? getWeapon(neighbour) : null;
}

/** Rows the search leaves, also those that are shown on request only. */
const LISTED = 'tr:not([hidden=""])';

/** Focuses the link of a row; one that is not shown yet is asked for as the browser's own search does. */
function focusRow(link: HTMLElement): void {
  link.closest("[hidden]")?.dispatchEvent(new Event("beforematch", { bubbles: true }));
  link.focus();
}

const getWeapon = (link: RowLink): string => link.dataset["weapon"] ?? "";

function getNeighbour(link: RowLink, key: string): HTMLElement | undefined {
  const links = [...(link.closest("tbody")?.querySelectorAll<HTMLElement>(`${LISTED} a[data-weapon]`) ?? [])];
  const here = links.indexOf(link);
  const targets: Record<string, number> = {
    ArrowDown: Math.min(here + 1, links.length - 1),
    ArrowUp: Math.max(here - 1, 0),
    Home: 0,
    End: links.length - 1,
  };
  return links[targets[key] ?? -1];
}
