import { useQueries, useQuery } from "@tanstack/react-query";
import { useMatches, useRouter } from "@tanstack/react-router";
import { Command as List } from "cmdk";
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { byOrder } from "#domain/loadout/locker-query.ts";
import { m } from "#messages";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { useLeave } from "#web/app/shell/session/use-leave.ts";
import { DataProvider } from "#web/data/data-provider.tsx";
import { useLocker } from "#web/data/gathered-locker.ts";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { useLockerSearch } from "#web/data/locker-search.ts";
import { getProperty } from "#web/data/problem.ts";
import { useSession } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { SearchDialog } from "#web/ui/overlays/dialog.tsx";
import {
  accountPlaces,
  type Command,
  findByEnglish,
  getKeywords,
  getWeaponCommand,
  listActions,
  PLACES,
  rankCommand,
} from "./palette-commands.ts";
import { answerQuestion } from "./questions.ts";

/** Search over the whole site: places, weapons, loadouts, and what one can do from anywhere. */
export function Palette({ onClose }: { onClose: () => void }) {
  const after = useRef<() => void>(() => {});
  const { history } = useRouter();
  const choose = (command: Command) => {
    rememberCommand(command);
    const { act } = command;
    after.current = "to" in act ? () => history.push(act.to) : act.run;
    onClose();
  };
  return (
    <SearchDialog title={m.app_search_and_commands()} onClose={onClose} onClosed={() => after.current()}>
      <DataProvider>
        <Finder onChoose={choose} onClose={onClose} />
      </DataProvider>
    </SearchDialog>
  );
}

type FinderProps = { onChoose: (command: Command) => void; onClose: () => void };

function Finder({ onChoose, onClose }: FinderProps) {
  const [typed, setTyped] = useState("");
  const [isScoped, setScoped] = useState(false);
  const here = useMatches({ select: (matches) => matches.at(-1)?.staticData.game ?? null });
  const scope = isScoped ? here : null;
  const steer = (event: KeyboardEvent) => {
    if (event.key === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onClose();
    }
    if (event.key !== "Tab" || event.shiftKey || here === null) return;
    event.preventDefault();
    setScoped(!isScoped);
  };
  return (
    <List label={m.app_search_and_commands()} loop filter={rankCommand} vimBindings={false}>
      <List.Input
        value={typed}
        onValueChange={setTyped}
        onKeyDown={steer}
        placeholder={m.app_palette_placeholder()}
        className="block min-h-14 w-full rounded-t-2 bg-transparent pr-20 pl-4 text-2 -outline-offset-2"
      />
      {here && <Scope game={here} isScoped={isScoped} onChange={setScoped} />}
      <Finds typed={typed} scope={scope} onChoose={onChoose} />
    </List>
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

type FindsProps = { typed: string; scope: GameId | null; onChoose: (command: Command) => void };

function Finds({ typed, scope, onChoose }: FindsProps) {
  const session = useSession();
  const leave = useLeave();
  const { history } = useRouter();
  const results = usePaletteFinds(typed, scope, Boolean(session));
  const [recent] = useState(recentCommands);
  const visitor = useMemo(() => session && { isGuest: session.user.isAnonymous === true }, [session]);
  const platoons = useOwnPlatoons(visitor?.isGuest === false);
  const places = [...PLACES, ...accountPlaces(visitor ?? null)].map(findByEnglish);
  const actions = listActions(visitor ?? null, history.location.href, () => void leave()).map(findByEnglish);
  // They were stored in the language of that time.
  const named = recent.map((chosen) => [...places, ...actions].find(({ id }) => id === chosen.id) ?? chosen);
  const groups = [
    { title: m.app_palette_recent(), commands: typed === "" ? named : [] },
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
          {m.app_nothing_matches_typed_text({ typed })}
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

// The commands chosen last in the palette, stored in this browser.
const RECENT_KEY = "palette-recent";
const MOST = 6;

/** The last chosen places, weapons and loadouts, the last first. Whatever else is stored there is left out. */
function recentCommands(): readonly Command[] {
  try {
    const stored: unknown = JSON.parse(getLocal(RECENT_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap((one) => readCommand(one) ?? []) : [];
  } catch {
    return [];
  }
}

/** Remembers what leads somewhere; what is done at once is not worth repeating. */
function rememberCommand(command: Command): void {
  const { id, label, note, game, act } = command;
  if (!("to" in act) || act.to.startsWith("/login")) return;
  const others = recentCommands().filter((other) => other.id !== id);
  setLocal(RECENT_KEY, JSON.stringify([{ id, label, note, game, act }, ...others].slice(0, MOST)));
}

function readCommand(value: unknown): Command | null {
  const [id, label, note, act] = ["id", "label", "note", "act"].map((name) => getProperty(value, name));
  const to = getProperty(act, "to");
  if (typeof id !== "string" || typeof label !== "string" || typeof to !== "string" || !/^\/(?!\/)/.test(to))
    return null;
  const game = GAMES.find((one) => one === getProperty(value, "game"));
  return { id, label, ...(typeof note === "string" && { note }), ...(game && { game }), act: { to } };
}

/** The platoons of a person with an account. */
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

// What the palette finds by name: weapons of both games and the user's own loadouts.
const MAX_LOADOUTS = 8;

type PaletteFinds = {
  /** What was typed is a question. */
  answers: readonly Command[];
  weapons: readonly Command[];
  loadouts: readonly Command[];
  isLoading: boolean;
  hasFailed: boolean;
};

/** What matches the typed text, in the scoped game alone where there is one. Nothing is found by no text. */
function usePaletteFinds(typed: string, scope: GameId | null, hasSession: boolean): PaletteFinds {
  const trpc = useTRPC();
  const q = useDeferredValue(typed.trim());
  const games = GAMES.filter((game) => scope === null || game === scope);
  const lists = useQueries({
    queries: games.map((game) => ({ ...trpc.arsenal.list.queryOptions({ game }), enabled: q !== "" })),
  });
  const locker = useLocker(hasSession && q !== "");
  const search = useLockerSearch({ q, game: scope ?? undefined });
  if (q === "") return { answers: [], weapons: [], loadouts: [], isLoading: false, hasFailed: false };
  // All at once: of what comes later none would be chosen, even where it fits best.
  const finds = lists.some(({ isPending }) => isPending) ? [] : games;
  const weapons = finds.flatMap((game, index) =>
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
  // The words typed are what an answer is found by.
  const answers = answerQuestion(q, byGame).map((command) => ({ ...command, words: [q] }));
  const own = locker.items.filter(search.isFound).toSorted(byOrder("changed")).slice(0, MAX_LOADOUTS);
  const loadouts = own.map(({ id, name, loadout: { game } }): Command => {
    const to = `${gamePath[game]}?tab=loadouts&edit=${id}`;
    return { id, label: name, note: m.app_loadout_game({ game: GAME_TITLES[game] }), words: [q], game, act: { to } };
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
