import { useQueries, useQuery } from "@tanstack/react-query";
import { useMatches, useRouter } from "@tanstack/react-router";
import { Command as List, useCommandState } from "cmdk";
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { byOrder } from "#domain/loadout/locker-query.ts";
import { m } from "#messages";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { useSignOut } from "#web/app/shell/session/use-sign-out.ts";
import { DataProvider } from "#web/data/data-provider.tsx";
import { useLocker } from "#web/data/gathered-locker.ts";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { useLockerSearch } from "#web/data/locker-search.ts";
import { getProperty } from "#web/data/problem.ts";
import { useSession } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { SearchDialog } from "#web/ui/overlays/dialog.tsx";
import {
  addEnglishTerms,
  type Command,
  getKeywords,
  getWeaponCommand,
  listAccountPlaces,
  listActions,
  PLACES,
  rankCommand,
} from "./palette-commands.ts";
import { answerQuestion } from "./questions.ts";

/** The palette: searches pages, weapons, loadouts and actions of the whole site. */
export function Palette({ onClose }: { onClose: () => void }) {
  const pendingAction = useRef<() => void>(() => {});
  const { history } = useRouter();
  const choose = (command: Command) => {
    rememberCommand(command);
    const { act } = command;
    pendingAction.current = "to" in act ? () => history.push(act.to) : act.run;
    onClose();
  };
  return (
    <SearchDialog title={m.app_search_and_commands()} onClose={onClose} onClosed={() => pendingAction.current()}>
      <DataProvider>
        <Finder onChoose={choose} onClose={onClose} />
      </DataProvider>
    </SearchDialog>
  );
}

type FinderProps = { onChoose: (command: Command) => void; onClose: () => void };

function Finder({ onChoose, onClose }: FinderProps) {
  const [query, setQuery] = useState("");
  const [isScoped, setScoped] = useState(false);
  const currentGame = useMatches({ select: (matches) => matches.at(-1)?.staticData.game ?? null });
  const scope = isScoped ? currentGame : null;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onClose();
    }
    if (event.key !== "Tab" || event.shiftKey || currentGame === null) return;
    event.preventDefault();
    setScoped(!isScoped);
  };
  return (
    <List label={m.app_search_and_commands()} loop filter={rankCommand} vimBindings={false}>
      <List.Input
        value={query}
        onValueChange={setQuery}
        onKeyDown={handleKeyDown}
        placeholder={m.app_palette_placeholder()}
        className="block min-h-14 w-full rounded-t-2 bg-transparent pr-20 pl-4 text-2 -outline-offset-2"
      />
      {currentGame && <Scope game={currentGame} isScoped={isScoped} onChange={setScoped} />}
      <Results query={query} scope={scope} onChoose={onChoose} />
      <ResultStatus query={query} />
    </List>
  );
}

const IDLE_MS = 500;
const findSelected = () => document.querySelector("[cmdk-item][aria-selected='true']");

/** Announces the best result and the number of results after typing; arrow keys announce the options themselves. */
function ResultStatus({ query }: { query: string }) {
  const count = useCommandState(({ filtered }) => filtered.count);
  const selected = useCommandState(({ value }) => value);
  const [text, setText] = useState("");
  // The library looks for the selected option before it is drawn.
  useEffect(() => {
    const option = selected && findSelected();
    if (option) document.querySelector("[cmdk-input]")?.setAttribute("aria-activedescendant", option.id);
  }, [selected]);
  useEffect(() => {
    const announce = () => {
      const parts = [...(findSelected()?.children ?? [])].map(({ textContent }) => textContent);
      if (query === "") setText("");
      else if (count === 0) setText(m.app_nothing_matches_typed_text({ typed: query }));
      else setText([...parts, m.app_rows_listed({ count })].join(m.common_dot()));
    };
    const timer = setTimeout(announce, IDLE_MS);
    return () => clearTimeout(timer);
  }, [query, count]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

type ScopeProps = { game: GameId; isScoped: boolean; onChange: (isScoped: boolean) => void };

function Scope({ game, isScoped, onChange }: ScopeProps) {
  return (
    <p className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2 text-0 text-ink-2">
      <button
        type="button"
        aria-pressed={isScoped}
        onClick={() => onChange(!isScoped)}
        className="min-h-8 rounded-1 border border-line-strong px-3 font-semibold aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-ink pointer-coarse:min-h-11"
      >
        {m.app_game_only({ game: GAME_TITLES[game] })}
      </button>
      <span className="pointer-coarse:hidden">{m.app_tab_switches()}</span>
      <span role="status" className="sr-only">
        {isScoped ? m.app_searching_game_only({ game: GAME_TITLES[game] }) : m.app_searching_both_games()}
      </span>
    </p>
  );
}

type ResultsProps = { query: string; scope: GameId | null; onChoose: (command: Command) => void };

function Results({ query, scope, onChoose }: ResultsProps) {
  const session = useSession();
  const signOut = useSignOut();
  const { history } = useRouter();
  const results = usePaletteResults(query, scope, Boolean(session));
  const [recent] = useState(getRecentCommands);
  const visitor = useMemo(() => session && { isGuest: session.user.isAnonymous === true }, [session]);
  const platoons = useOwnPlatoons(visitor?.isGuest === false);
  const places = [...PLACES, ...listAccountPlaces(visitor ?? null)].map(addEnglishTerms);
  const actions = listActions(visitor ?? null, history.location.href, () => void signOut()).map(addEnglishTerms);
  // Recent commands were stored in the language of that time, so use the current label if there is one.
  const currentRecent = recent.map((chosen) => [...places, ...actions].find(({ id }) => id === chosen.id) ?? chosen);
  const groups = [
    { title: m.app_palette_recent(), commands: query === "" ? currentRecent : [] },
    { title: m.app_palette_answers(), commands: results.answers },
    { title: m.common_loadouts(), commands: results.loadouts },
    { title: m.app_palette_go_to(), commands: [...places, ...platoons] },
    { title: m.app_palette_do(), commands: actions },
    { title: m.common_weapons(), commands: results.weapons },
  ];
  return (
    <List.List
      label={m.app_palette_finds()}
      className="max-h-[min(26rem,60dvh)] overflow-y-auto border-t border-line p-2"
    >
      {results.isLoading && <List.Loading label={m.app_searching()}>{m.common_searching()}</List.Loading>}
      {results.hasFailed && (
        <p role="alert" className="px-3 py-2 text-0 text-danger">
          {m.app_palette_failed()}
        </p>
      )}
      {!results.isLoading && (
        <List.Empty className="px-3 py-6 text-center text-ink-2">
          {m.app_nothing_matches_typed_text({ typed: query })}
        </List.Empty>
      )}
      {groups.map(({ title, commands }) => (
        <Group
          key={title}
          title={title}
          commands={commands.filter(({ game }) => scope === null || game === undefined || game === scope)}
          onChoose={onChoose}
        />
      ))}
    </List.List>
  );
}

type GroupProps = { title: string; commands: readonly Command[]; onChoose: (command: Command) => void };

function Group({ title, commands, onChoose }: GroupProps) {
  if (commands.length === 0) return null;
  return (
    <List.Group
      heading={title}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:font-cond [&_[cmdk-group-heading]]:text-00 [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-3"
    >
      {commands.map((command) => (
        <List.Item
          key={command.id}
          value={`${title} ${command.id}`}
          keywords={getKeywords(command)}
          onSelect={() => onChoose(command)}
          className="flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-1 px-3 aria-selected:bg-surface-3 pointer-coarse:min-h-11"
        >
          <span className="min-w-0 truncate font-cond text-1 font-semibold">{command.label}</span>
          {command.note && <span className="shrink-0 font-cond text-00 text-ink-3">{command.note}</span>}
        </List.Item>
      ))}
    </List.Group>
  );
}

// The last chosen commands, stored in this browser.
const RECENT_KEY = "palette-recent";
const MAX_RECENT = 6;

/** Returns the last chosen commands, newest first. Stored values that cannot be parsed are left out. */
function getRecentCommands(): readonly Command[] {
  try {
    const stored: unknown = JSON.parse(getLocal(RECENT_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap((value) => readCommand(value) ?? []) : [];
  } catch {
    return [];
  }
}

/** Stores a command that opens an address as the most recent one; other commands are not stored. */
function rememberCommand(command: Command): void {
  const { id, label, note, game, act } = command;
  if (!("to" in act) || act.to.startsWith("/login")) return;
  const others = getRecentCommands().filter((other) => other.id !== id);
  setLocal(RECENT_KEY, JSON.stringify([{ id, label, note, game, act }, ...others].slice(0, MAX_RECENT)));
}

function readCommand(value: unknown): Command | null {
  const [id, label, note, act] = ["id", "label", "note", "act"].map((name) => getProperty(value, name));
  const to = getProperty(act, "to");
  if (typeof id !== "string" || typeof label !== "string" || typeof to !== "string" || !/^\/(?!\/)/.test(to))
    return null;
  const game = GAMES.find((gameId) => gameId === getProperty(value, "game"));
  return { id, label, ...(typeof note === "string" && { note }), ...(game && { game }), act: { to } };
}

/** Returns the commands that open the user's platoons; empty without an account. */
function useOwnPlatoons(hasAccount: boolean): readonly Command[] {
  const activeId = useSession()?.session.activeOrganizationId;
  const { data = [] } = useQuery({ ...useTRPC().platoon.members.overview.queryOptions(), enabled: hasAccount });
  return data.map(({ organizationId, name, slug }) => ({
    id: `platoon-${organizationId}`,
    label: name,
    note: organizationId === activeId ? m.app_platoon_active() : m.app_platoon(),
    act: { to: `/platoons?platoon=${encodeURIComponent(slug)}` },
  }));
}

// Search results by name: weapons of both games and the user's own loadouts.
const MAX_LOADOUTS = 8;

type PaletteResults = {
  /** The answers to a typed question. */
  answers: readonly Command[];
  weapons: readonly Command[];
  loadouts: readonly Command[];
  isLoading: boolean;
  hasFailed: boolean;
};

/** Returns the results for the query, only of the scoped game if there is one. An empty query has no results. */
function usePaletteResults(query: string, scope: GameId | null, hasSession: boolean): PaletteResults {
  const trpc = useTRPC();
  const q = useDeferredValue(query.trim());
  const games = GAMES.filter((game) => scope === null || game === scope);
  const lists = useQueries({
    queries: games.map((game) => ({ ...trpc.arsenal.list.queryOptions({ game }), enabled: q !== "" })),
  });
  const locker = useLocker(hasSession && q !== "");
  const search = useLockerSearch({ q, game: scope ?? undefined });
  if (q === "") return { answers: [], weapons: [], loadouts: [], isLoading: false, hasFailed: false };
  // Wait for all lists, because the list selects its first item only once: a better match that arrives later would not be selected.
  const loadedGames = lists.some(({ isPending }) => isPending) ? [] : games;
  const weapons = loadedGames.flatMap((game, index) =>
    (lists[index]?.data?.weapons ?? []).map((weapon) => getWeaponCommand(game, weapon)),
  );
  const byGame = Object.fromEntries(
    games.map((game, index) => [
      game,
      (lists[index]?.data?.weapons ?? []).flatMap(({ id, name, availability }) =>
        availability === "portal" ? [] : [{ id, label: name }],
      ),
    ]),
  );
  // The query itself is the search term of an answer, so that it always matches.
  const answers = answerQuestion(q, byGame).map((command) => ({ ...command, searchTerms: [q] }));
  const matchingLoadouts = locker.items.filter(search.isFound).toSorted(byOrder("changed")).slice(0, MAX_LOADOUTS);
  const loadouts = matchingLoadouts.map(({ id, name, loadout: { game } }): Command => {
    const to = `${gamePath[game]}?tab=loadouts&edit=${id}`;
    return {
      id,
      label: name,
      note: m.app_loadout_game({ game: GAME_TITLES[game] }),
      searchTerms: [q],
      game,
      act: { to },
    };
  });
  const isLockerLoading = hasSession && !locker.error && (search.isPending || !locker.isWhole);
  return {
    answers,
    weapons,
    loadouts,
    isLoading: isLockerLoading || lists.some(({ isFetching, data }) => isFetching && data === undefined),
    hasFailed: locker.error !== null || lists.some(({ isError }) => isError),
  };
}
