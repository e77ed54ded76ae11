import { LISTS, type ListId } from "./progress-search.ts";

type ListNavProps = { lists: readonly ListId[]; shown: ListId; onShow: (list: ListId) => void };

const LOOK =
  "min-h-10 rounded-1 border border-line bg-surface-1 px-3 font-cond text-1 font-semibold text-ink-2 hover:border-line-strong hover:text-ink aria-[current]:border-accent aria-[current]:bg-tint aria-[current]:text-ink pointer-coarse:min-h-11";

/** The lists of the section; one of them is shown. */
export function ListNav({ lists, shown, onShow }: ListNavProps) {
  return (
    <nav aria-label="Lists of progress">
      <ul className="flex flex-wrap gap-2">
        {lists.map((list) => (
          <li key={list}>
            <button
              type="button"
              aria-current={list === shown ? "true" : undefined}
              onClick={() => onShow(list)}
              className={LOOK}
            >
              {LISTS[list]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
