import { type KeyboardEvent, type ReactNode, useId } from "react";
import type { Choice } from "#web/ui/fields/native-select.tsx";
import { classes } from "./class-names.ts";

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  tabs: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  /** The screen's heading, in one line with the tabs. */
  heading?: ReactNode;
  /** On a phone the tabs are a bar at the bottom of the window, of the height `--foot-h`. */
  isBarOnPhone?: boolean;
  /** The panel of the tab that is open; the others are not on the page. */
  children: ReactNode;
};

/** Sections of one screen, one at a time. Arrow keys, Home and End move between the tabs; Enter or Space opens. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, tabs, onChange, heading, isBarOnPhone = false, children } = props;
  const id = useId();
  return (
    <>
      <div className="flex items-end justify-between gap-x-6 md:border-b md:border-line">
        {heading}
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={moveFocus}
          className={classes(
            "flex gap-0.5 overflow-x-auto sm:gap-1",
            isBarOnPhone
              ? "tabs-on-foot max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-(--z-bar) max-md:h-(--foot-h) max-md:border-t max-md:border-line-strong max-md:bg-surface-1 max-md:pb-[env(safe-area-inset-bottom)] max-md:*:grow"
              : "max-md:grow max-md:border-b max-md:border-line",
          )}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              ref={tab.value === value ? bringIntoSight : null}
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
  const here = tabs.findIndex((tab) => tab.matches(":focus"));
  const targets: Record<string, number> = {
    ArrowRight: (here + 1) % tabs.length,
    ArrowLeft: (here - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  tabs[target]?.focus();
}

/** Moves a list that scrolls sideways so that this item of it is in the middle; as a `ref` of the current one. */
export function bringIntoSight(item: HTMLElement | null): void {
  if (!item) return;
  centre(item);
  // The page's font is wider than the one it is first drawn in.
  void document.fonts.ready.then(() => centre(item));
}

function centre(item: HTMLElement): void {
  const list = item.parentElement;
  if (!list) return;
  const [own, whole] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += own.left - whole.left - (list.clientWidth - own.width) / 2;
}
