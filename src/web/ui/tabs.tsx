import { type KeyboardEvent, type ReactNode, useId } from "react";
import type { Choice } from "#web/ui/fields/native-select.tsx";
import { classes } from "./class-names.ts";

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  tabs: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  /** The screen's heading, in the same line as the tabs. */
  heading?: ReactNode;
  /** On phones, the tabs are a bar at the bottom of a tall window with the height `--foot-h`. */
  isBarOnPhone?: boolean;
  /** The panel of the open tab; other panels are not rendered. */
  children: ReactNode;
};

/** Tabs of a screen. Arrow keys, Home and End move between the tabs; Enter or Space opens a tab. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, tabs, onChange, heading, isBarOnPhone = false, children } = props;
  const id = useId();
  return (
    <>
      <div className="flex items-end justify-between gap-x-6 max-md:flex-wrap md:border-b md:border-line">
        {heading}
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={moveFocus}
          className={classes(
            "flex gap-0.5 overflow-x-auto sm:gap-1",
            isBarOnPhone
              ? "tabs-on-foot max-md:inset-x-0 max-md:bottom-0 max-md:z-(--z-bar) max-md:border-t max-md:border-line-strong max-md:bg-surface-1 max-md:*:grow max-md:tall:fixed max-md:tall:h-(--foot-h) max-md:tall:pb-[env(safe-area-inset-bottom)]"
              : "max-md:grow max-md:border-b max-md:border-line",
          )}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              ref={tab.value === value ? scrollToCentre : null}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              disabled={tab.disabled}
              onClick={() => onChange(tab.value)}
              className="min-h-(--tabs-h) border-b-3 border-transparent px-1.5 font-cond text-1 font-semibold whitespace-nowrap text-ink-2 -outline-offset-2 enabled:hover:text-ink disabled:cursor-not-allowed disabled:text-ink-disabled sm:px-4 aria-selected:border-accent aria-selected:text-ink"
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={heading ? "pt-1.5" : "pt-5"}
      >
        {children}
      </div>
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)')];
  const focusedIndex = tabs.findIndex((tab) => tab.matches(":focus"));
  const targets: Record<string, number> = {
    ArrowRight: (focusedIndex + 1) % tabs.length,
    ArrowLeft: (focusedIndex - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  tabs[target]?.focus();
}

/** Scrolls the parent of an item horizontally so that the item is centred; used as the `ref` of the current item. */
export function scrollToCentre(item: HTMLElement | null): void {
  if (!item) return;
  centre(item);
  // The web font is wider than the fallback font, so centre again after it has loaded.
  void document.fonts.ready.then(() => centre(item));
}

function centre(item: HTMLElement): void {
  const list = item.parentElement;
  if (!list) return;
  const [itemRect, listRect] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += itemRect.left - listRect.left - (list.clientWidth - itemRect.width) / 2;
}
