// Global hotkeys. Each clicks the element with its `data-key`, so that every screen defines what its letters do.
import { GAMES } from "#domain/game.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { areKeysOn, areShortcutsOn } from "#web/data/stores/shortcuts.ts";

/** How long "g" waits for the letter behind it. */
const PREFIX_MS = 1_500;

/** Where the letters behind "g" lead. */
const PLACES: Readonly<Record<string, string>> = { h: "/", 2: gamePath.bf2042, 4: gamePath.bf4 };

const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"][data-state="open"]';
const TYPED_INTO =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), select, textarea, [contenteditable="true"], [role="combobox"]';

/** Answers keys from now on; on the window, so that whatever answers closer to its place comes first. */
export function handleHotkeys(go: (href: string) => void): void {
  let prefixUntil = 0;
  // Signals browser tests that hotkeys work from now on.
  document.documentElement.dataset["keys"] = "true";
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector(OVER_THE_PAGE)) return;
    if (opensPalette(event)) {
      if (areKeysOn("palette") && pressed("palette")) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event) || !areShortcutsOn()) return;
    const place = event.timeStamp < prefixUntil ? PLACES[event.key] : undefined;
    prefixUntil = event.key === "g" ? event.timeStamp + PREFIX_MS : 0;
    if (place) go(place);
    if (place || answered(event.key, go)) event.preventDefault();
  });
}

const opensPalette = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey;

const isTyped = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null;

/** Does what a letter stands for; false where it stands for nothing here. */
function answered(key: string, go: (href: string) => void): boolean {
  if (key === "/") return focusedSearch() || pressed("palette");
  if (key === "n") return pressed("n") || beganLoadout(go);
  if (key === "?") return pressed("shortcuts");
  return ["e", "c", "s"].includes(key) && pressed(key);
}

function beganLoadout(go: (href: string) => void): boolean {
  const game = GAMES.find((id) => id === document.documentElement.dataset["game"]);
  if (game) go(`${gamePath[game]}?tab=loadouts&edit=new`);
  return game !== undefined;
}

function focusedSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** Presses what this key belongs to; false where nothing in sight does. Focus stays where it was. */
export function pressed(key: string): boolean {
  const owner = [...document.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)].find((one) => one.checkVisibility());
  owner?.click();
  return owner !== undefined;
}
