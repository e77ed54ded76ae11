import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement } from "react";
import { classes } from "#web/ui/class-names.ts";

type MenuItem = {
  label: string;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
};

type MenuProps = {
  /** The button that opens the menu; it must accept a ref. */
  trigger: ReactElement;
  items: readonly MenuItem[];
};

/** A menu of actions that a button opens. */
export function Menu({ trigger, items }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-(--z-pop) max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-1 border border-line-strong bg-surface-1 p-1 shadow-pop"
        >
          {items.map((item) => (
            <Radix.Item
              key={item.label}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
              className={classes(
                "flex min-h-9 items-center gap-2 rounded-1 px-3 text-1 outline-none select-none data-disabled:text-ink-disabled data-highlighted:bg-surface-3 pointer-coarse:min-h-11",
                item.danger && "text-danger",
              )}
            >
              {item.label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
