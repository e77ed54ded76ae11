import { type RefObject, useEffect, useMemo, useState } from "react";
import { getOwn } from "#domain/plain-values.ts";
import { normalizeText } from "#domain/text.ts";
import { m } from "#messages";
import { getLabelWithUnit } from "#messages/game/figures.ts";
import { classes } from "#web/ui/class-names.ts";
import { getKeys, getTokens, printPart } from "./query.ts";
import { getFigure, type Vocabulary } from "./vocabulary.ts";

/** Handles a key of the search field; returns true if the list used the key. */
export type KeyTaker = (key: string) => boolean;

type CompletionProps = {
  id: string;
  text: string;
  /** Null without focus. */
  caret: number | null;
  vocabulary: Vocabulary;
  takeKey: RefObject<KeyTaker>;
  /** The id of the active option; "" if the list is open without one, null if it is closed. */
  onActive: (optionId: string | null) => void;
  onPick: (text: string, caret: number) => void;
};

/** Lists suggestions for terms and values: the arrow keys move, Enter or Tab accepts, Escape closes. */
export function Completion({ id, text, caret, vocabulary, takeKey, onActive, onPick }: CompletionProps) {
  const [activeIndex, setActiveIndex] = useState(-1);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const completing = useMemo(
    () => (caret === null || closedFor === text ? null : getCompletion(text, caret, vocabulary)),
    [text, caret, vocabulary, closedFor],
  );
  const active =
    completing && activeIndex >= 0 && activeIndex < completing.suggestions.length ? `${id}-${activeIndex}` : "";
  const isOpen = completing !== null;

  useEffect(() => {
    onActive(isOpen ? active : null);
    if (active) document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [isOpen, active, onActive]);
  const pick = (index: number) => {
    const suggestion = completing?.suggestions[index];
    if (!completing || !suggestion) return false;
    const isConnected = !/[:<>=]$/.test(suggestion.text);
    const before = `${text.slice(0, completing.start)}${suggestion.text}${isConnected ? " " : ""}`;
    setActiveIndex(-1);
    onPick(before + text.slice(completing.end).replace(/^ /, isConnected ? "" : " "), before.length);
    return true;
  };
  useEffect(() => {
    takeKey.current = (key) => {
      if (!completing) return false;
      const { length } = completing.suggestions;
      if (key === "ArrowDown") setActiveIndex((activeIndex + 1) % length);
      else if (key === "ArrowUp") setActiveIndex(activeIndex <= 0 ? length - 1 : activeIndex - 1);
      else if (key === "Escape") setClosedFor(text);
      else if (key === "Enter" || key === "Tab") return activeIndex >= 0 && pick(activeIndex);
      else return false;
      return true;
    };
  });
  if (!completing) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={m.arsenal_terms()}
      className="absolute inset-x-0 top-full z-(--z-pop) mt-1 max-h-80 overflow-y-auto rounded-1 border border-line-strong bg-surface-1 p-1 shadow-pop"
    >
      {completing.suggestions.map((suggestion, index) => (
        <div
          key={suggestion.text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => pick(index)}
          onKeyDown={undefined}
          className={classes(
            "flex min-h-9 items-center justify-between gap-3 rounded-1 px-3 text-1 hover:bg-surface-2 pointer-coarse:min-h-11",
            index === activeIndex && "bg-surface-3",
          )}
        >
          <span className="num font-semibold">{suggestion.text}</span>
          <span className="text-right text-00 text-ink-3">{suggestion.note}</span>
        </div>
      ))}
    </div>
  );
}

// Completions for the term at the caret.
type Suggestion = { text: string; note: string };

export type Completing = {
  suggestions: readonly Suggestion[];
  /** The range of the text that the suggestion replaces. */
  start: number;
  end: number;
};

/** The list scrolls; players do not scroll past more suggestions than these. */
const MAX_SUGGESTIONS = 24;

const NOTES: Record<string, string> = {
  class: m.arsenal_class_of_weapon(),
  kit: m.arsenal_who_carries_it(),
  era: m.arsenal_portals_older_eras_too(),
  range: m.arsenal_distance_in_metres(),
  hs: m.arsenal_head_hits(),
  hit: m.arsenal_hit_rate_in_percent(),
  body: m.arsenal_where_the_other_hits_land(),
  armour: m.arsenal_defensive_upgrade(),
  health: m.arsenal_health_of_the_soldier(),
  patch: m.arsenal_patch_of_the_figures(),
  changed: m.arsenal_term_changed(),
  sort: m.arsenal_term_sort(),
  has: m.arsenal_name_of_an_attachment(),
  unlocked: m.arsenal_whether_you_have_unlocked_it(),
};

function getNote(key: string): string {
  const figure = getFigure(key);
  return figure ? getLabelWithUnit(figure) : (NOTES[key] ?? "");
}

/** Returns suggestions for the token at the caret; null if nothing begins with it, or if the term is complete. */
export function getCompletion(text: string, caret: number, vocabulary: Vocabulary): Completing | null {
  const token = getTokens(text).find(({ start, end }) => caret > start && caret <= end);
  if (!token) return null;
  const typed = token.text.toLowerCase();
  const suggestions = token.key === null ? suggestKeys(typed, vocabulary) : suggestValues(token.key, typed, vocabulary);
  const useful = suggestions.filter((each) => each.text !== typed);
  return useful.length > 0
    ? { suggestions: useful.slice(0, MAX_SUGGESTIONS), start: token.start, end: token.end }
    : null;
}

function suggestKeys(typed: string, vocabulary: Vocabulary): readonly Suggestion[] {
  return getKeys(vocabulary)
    .filter((key) => key.startsWith(typed))
    .map((key) => ({ text: `${key}:`, note: getNote(key) }));
}

function suggestValues(key: string, typed: string, vocabulary: Vocabulary): readonly Suggestion[] {
  // Quotes enclose a name with spaces and are not part of it.
  if (key === "has") return suggestParts(typed.slice("has:".length).replaceAll('"', ""), vocabulary);
  const values = getOwn(vocabulary.controls, key)?.values ?? listOperators(key, vocabulary);
  return values.map((value) => ({ text: `${key}:${value}`, note: "" })).filter(({ text }) => text.startsWith(typed));
}

/** Returns the attachments whose names contain this text; names that begin with it are first. */
function suggestParts(typed: string, { parts }: Vocabulary): readonly Suggestion[] {
  const plain = normalizeText(typed);
  const names = [...new Set(parts.map((name) => name.toLowerCase().replaceAll('"', "")))];
  return names
    .map((name) => ({ name, at: normalizeText(name).indexOf(plain) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0) || (a.name < b.name ? -1 : 1))
    .map(({ name }) => ({ text: printPart(name), note: "" }));
}

/** Returns the operators with which a comparison may begin. */
const listOperators = (key: string, { figures }: Vocabulary): readonly string[] =>
  figures.includes(key) ? [">", ">=", "<", "<="] : [];
