import { m } from "#messages";
import type { Chip } from "#web/features/arsenal/search/query.ts";
import { removeTokens } from "#web/features/arsenal/search/query.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

type NoMatchProps = {
  terms: Terms;
  /** The free words of the search. */
  words: string;
  chips: readonly Chip[];
  byEra: boolean;
  onChange: (changes: Partial<Terms>) => void;
};

/** Shown when nothing matches; offers to remove each term. */
export function NoMatch({ terms, words, chips, byEra, onChange }: NoMatchProps) {
  const narrowing = chips.filter((chip) => chip.narrows);
  const removals: { label: string; changes: Partial<Terms> }[] = [
    ...(words
      ? [{ label: m.arsenal_remove_words({ words }), changes: { q: removeTokens(terms.q, ({ key }) => key === null) } }]
      : []),
    ...narrowing.map(({ text, removal }) => ({ label: m.arsenal_remove_term({ term: text }), changes: removal })),
    ...(byEra && !terms.portal
      ? [{ label: m.arsenal_look_among_portal_era_guns_too(), changes: { portal: true } }]
      : []),
  ];
  const criteria = [...(words ? [words] : []), ...narrowing.map(({ text }) => text)];
  return (
    <EmptyState
      glyph="ak47"
      text={
        criteria.length > 0
          ? m.arsenal_no_weapon_matches_query({ query: criteria.join(" ") })
          : m.arsenal_no_weapon_matches()
      }
    >
      <span className="flex flex-wrap justify-center gap-2">
        {removals.map(({ label, changes }) => (
          <Button key={label} size="small" onClick={() => onChange(changes)} className="max-w-full whitespace-normal">
            {label}
          </Button>
        ))}
      </span>
    </EmptyState>
  );
}
