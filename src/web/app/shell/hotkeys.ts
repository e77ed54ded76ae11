// Global hotkeys. Each hotkey clicks the element with its `data-key`, so each screen defines what its hotkeys do.
import { GAMES } from "#domain/game.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { areLetterShortcutsEnabled, areShortcutsEnabled } from "#web/data/stores/shortcuts.ts";

/** How long "g" waits for the second letter. */
const PREFIX_MS = 1_500;

/** The pages that "g" plus a second letter opens. */
const PLACES: Readonly<Record<string, string>> = { h: "/", 2: gamePath.bf2042, 4: gamePath.bf4 };

const OVERLAY_SELECTOR = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"][data-state="open"]';
const TEXT_INPUT_SELECTOR =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), select, textarea, [contenteditable="true"], [role="combobox"]';

/** Handles hotkeys. The listener is on the window, so that handlers of inner elements run first. */
export function handleHotkeys(go: (href: string) => void): void {
  let prefixUntil = 0;
  // Signals to browser tests that hotkeys work.
  document.documentElement.dataset["keys"] = "true";
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector(OVERLAY_SELECTOR)) return;
    if (isPaletteHotkey(event)) {
      if (areShortcutsEnabled("palette") && clickHotkeyElement("palette")) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event) || !areLetterShortcutsEnabled()) return;
    const place = event.timeStamp < prefixUntil ? PLACES[event.key] : undefined;
    prefixUntil = event.key === "g" ? event.timeStamp + PREFIX_MS : 0;
    if (place) go(place);
    if (place || runHotkey(event.key, go)) event.preventDefault();
  });
}

const isPaletteHotkey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey;

const isTextInput = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(TEXT_INPUT_SELECTOR) !== null;

/** Runs the action of a single-letter hotkey; returns false if the key has no action on this screen. */
function runHotkey(key: string, go: (href: string) => void): boolean {
  if (key === "/") return focusSearchField() || clickHotkeyElement("palette");
  if (key === "n") return clickHotkeyElement("n") || openNewLoadout(go);
  if (key === "?") return clickHotkeyElement("shortcuts");
  return ["e", "c", "s"].includes(key) && clickHotkeyElement(key);
}

function openNewLoadout(go: (href: string) => void): boolean {
  const game = GAMES.find((id) => id === document.documentElement.dataset["game"]);
  if (game) go(`${gamePath[game]}?tab=loadouts&edit=new`);
  return game !== undefined;
}

function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** Clicks the visible element with this `data-key`; returns false if there is none. The focus does not move. */
export function clickHotkeyElement(key: string): boolean {
  const element = [...document.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)].find((candidate) =>
    candidate.checkVisibility(),
  );
  element?.click();
  return element !== undefined;
}
