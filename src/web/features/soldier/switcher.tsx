import { PLATFORM_TITLES } from "#domain/soldier/platform.ts";
import type { Relation } from "#domain/soldier/soldier.ts";
import { bringIntoSight } from "#web/components/ui/bring-into-sight.ts";
import { Button } from "#web/components/ui/button.tsx";
import { useReadOnly } from "#web/components/ui/read-only.tsx";
import type { Listed } from "./answers.ts";

type SwitcherProps = {
  soldiers: readonly Listed[];
  /** The id of the one that is shown. */
  shown: string;
  onShow: (soldierId: string) => void;
  onAdd: () => void;
};

export const RELATION_TITLES: Record<Relation, string> = { mine: "Mine", followed: "Followed", sample: "Sample" };

const LOOK =
  "grid min-h-11 min-w-28 content-center rounded-1 border border-line bg-surface-1 px-3 py-1 text-left hover:border-line-strong aria-[current]:border-accent aria-[current]:bg-tint";

/** One's own soldiers and those one follows; one of them is shown. */
export function Switcher({ soldiers, shown, onShow, onAdd }: SwitcherProps) {
  return (
    <nav aria-label="Soldiers" className="flex min-w-0 items-start gap-3">
      <ul className="flex min-w-0 grow gap-2 overflow-x-auto p-1 lg:flex-wrap">
        {soldiers.map(({ id, name, platform, relation }) => (
          <li key={id} ref={id === shown ? bringIntoSight : null} className="shrink-0">
            <button
              type="button"
              aria-current={id === shown ? "true" : undefined}
              onClick={() => onShow(id)}
              className={LOOK}
            >
              <span className="max-w-48 truncate font-cond text-1 font-bold">{name}</span>
              <span className="font-cond text-00 text-ink-2">
                {RELATION_TITLES[relation]} · {PLATFORM_TITLES[platform]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button disabled={useReadOnly()} onClick={onAdd} className="mt-1 shrink-0">
        <span>
          Add<span className="max-sm:sr-only"> a soldier</span>
        </span>
      </Button>
    </nav>
  );
}
