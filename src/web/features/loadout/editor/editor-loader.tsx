import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { GameId } from "#domain/game.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { fillContentDefaults, type Loadout, toContent } from "#domain/loadout/loadout.ts";
import { createEmptyBoard, createStarterLoadout, getStarterBuild } from "#domain/loadout/starter.ts";
import { getVehiclePreset } from "#domain/loadout/vehicle-presets.ts";
import { m } from "#messages";
import { getStarterName } from "#messages/loadout/starter-words.ts";
import { adoptDraft, readOwnDraft } from "#web/data/offline/typed/drafts.ts";
import { getErrorCode, getErrorText, isUnauthorized } from "#web/data/problem.ts";
import { useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { getIdentity } from "#web/features/loadout/editor/saving/use-saving.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { getButtonClasses } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { DRAFT_VERSION, type Editing, getDraftKey, getDraftOn, readEditing } from "./editing.ts";
import { Editor, type EditorProps } from "./editor.tsx";
import { getArmoury, useCatalogue } from "./use-weapon-data.ts";

type LoaderProps = Pick<EditorProps, "onSaved" | "onClose" | "onCompare" | "onShare" | "proposal" | "Figures"> & {
  game: GameId;
  search: LoadoutSearch & { edit: string };
};

/** Opens the editor with a new or a saved loadout; a draft on this device takes precedence. */
export function EditorLoader({ search, ...rest }: LoaderProps) {
  return search.edit === "new" ? <NewLoadout search={search} {...rest} /> : <SavedLoadout search={search} {...rest} />;
}

/** Returns the draft of this tab or of a closed tab; null if there is none, undefined until it is read. */
function useDraftAtFirst(key: string): Editing | null | undefined {
  const [draft, setDraft] = useState<Editing | null>();
  useEffect(() => {
    let isOpen = true;
    const read = () => isOpen && setDraft(readOwnDraft(key, DRAFT_VERSION, readEditing));
    adoptDraft(key).then(read, read);
    return () => {
      isOpen = false;
    };
  }, [key]);
  return draft;
}

function NewLoadout(props: LoaderProps) {
  const draft = useDraftAtFirst(getDraftKey(props.game, props.search));
  return draft === undefined ? <Opening /> : <NewEditor {...props} draft={draft} />;
}

const Opening = () => <Skeleton label={m.loadout_loading_the_loadout()} rows={8} />;

function NewEditor({ game, search, draft, ...rest }: LoaderProps & { draft: Editing | null }) {
  const catalogue = useCatalogue(game);
  const draftKey = getDraftKey(game, search);
  const [initial] = useState((): Editing => {
    const armoury = getArmoury(catalogue.weapons, catalogue.equipment, []);
    const { kit, weapon } = search;
    const name = (kit && weapon && getStarterName(game, kit, weapon)) || "";
    const content = fillContentDefaults({ name, loadout: createNewLoadout(armoury, search) });
    return { id: draft?.id ?? newId(), ...content, seenVersion: 0, folderId: search.folder ?? null };
  });
  return <Editor {...rest} {...{ game, catalogue, draftKey, draft }} base={initial} />;
}

function SavedLoadout({ game, search, ...rest }: LoaderProps) {
  const viewer = useViewer();
  const problem = useSessionProblem();
  const catalogue = useCatalogue(game);
  const draftKey = getDraftKey(game, { edit: search.edit });
  const draft = useDraftAtFirst(draftKey);
  const query = useQuery({
    ...useTRPC().loadout.get.queryOptions({ id: search.edit }),
    enabled: Boolean(viewer),
    // The editor does not refetch, so that it is not replaced while in use. Saving detects changes made elsewhere.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const [base, setBase] = useState<Editing | null>(null);
  // An open editor remains open even if the session ends or the saved loadout is deleted.
  if (draft === undefined) return <Opening />;
  if (base) return <Editor {...rest} {...{ game, catalogue, draftKey, base }} draft={getDraftOn(base, draft)} />;
  const saved = query.data?.loadout.game === game ? { ...toContent(query.data), ...getIdentity(query.data) } : null;
  const isGone = viewer === null || query.isError || problem !== null;
  const content = saved ?? (isGone && draft ? { ...draft, name: "" } : null);
  if (content) setBase(content);
  if (viewer === null) return <SignInFirst />;
  if (query.data || getErrorCode(query.error) === "loadout_missing") {
    return <Nothing onClose={rest.onClose}>{m.loadout_gone()}</Nothing>;
  }
  const error = query.error ?? problem?.error;
  if (isUnauthorized(error)) throw error;
  if (error) return <Nothing onClose={rest.onClose}>{getErrorText(error)}</Nothing>;
  return <Opening />;
}

function SignInFirst() {
  const href = useLocation({ select: (location) => location.href });
  return (
    <EmptyState text={m.loadout_sign_in_to_open_this_loadout()}>
      <Link to="/login" search={{ redirect: href }} className={getButtonClasses("primary")}>
        {m.common_sign_in()}
      </Link>
    </EmptyState>
  );
}

function Nothing({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <EmptyState text={children}>
      <button type="button" onClick={onClose} className={getButtonClasses()}>
        {m.loadout_all_loadouts()}
      </button>
    </EmptyState>
  );
}

type Beginning = { kit?: KitId; weapon?: string; vehicle?: string };

/**
 * Returns a new loadout: the vehicle class with its preset, or the kit's range preset with this weapon, or else the starter loadout of
 * the kit with this weapon. Without a kit, uses the first kit that carries the weapon.
 */
export function createNewLoadout(armoury: Armoury, { kit, weapon = "", vehicle = "" }: Beginning): Loadout {
  if (armoury.game === "bf4" && armoury.vehicleLoadouts.has(vehicle)) return getVehiclePreset(vehicle);
  const build = kit && getStarterBuild(armoury, kit, weapon);
  if (build) return build;
  const gun = armoury.weapons.get(weapon);
  const owners = armoury.game === "bf4" ? armoury.weapons.get(weapon)?.kitIds : undefined;
  const starter = createStarterLoadout(armoury, kit ?? owners?.[0] ?? "assault");
  if (!gun) return starter;
  const slot = gun.class === "sidearm" ? "sidearm" : "primary";
  if (starter.game === "bf2042") return { ...starter, [slot]: { weaponId: gun.id, board: createEmptyBoard() } };
  // An underslung shotgun is carried as a gadget.
  const isGadget = armoury.game === "bf4" && armoury.weapons.get(weapon)?.slots.includes("gadget1");
  return isGadget ? { ...starter, gadget1Id: gun.id } : { ...starter, [slot]: { weaponId: gun.id, attachments: {} } };
}
