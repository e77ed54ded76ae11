import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { GameId } from "#domain/game.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { type Decoded, decodeShare, encodeShare, type Shared } from "#domain/loadout/sharing/share-code.ts";
import { formatSquad, listRoles, parseSquad, type SquadRole } from "#domain/loadout/squad.ts";
import { m } from "#messages";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { getUnnamed, UNOPENED } from "#messages/loadout/share-words.ts";
import { describeGaps, ROLE_TITLES } from "#messages/loadout/squad-words.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { useCatalogue, useWeaponData } from "#web/features/loadout/editor/use-weapon-data.ts";
import { KIT_GLYPHS } from "#web/features/loadout/glyphs.ts";
import { LoadoutPicture } from "#web/features/loadout/loadout-picture.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { useCopy } from "#web/ui/fields/use-copy.ts";
import { Glyph } from "#web/ui/glyph.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { PlaceDialog } from "./place-dialog.tsx";

type SquadViewProps = {
  game: GameId;
  /** The squad as it stands in the address. */
  text: string;
  onChange: (text: string) => void;
  onClose: () => void;
};

type Place = { number: number; code: string | null; decoded: Decoded | null; roles: readonly SquadRole[] };

/** The loadouts of a squad, all in the link: each friend changes their own place and passes the link on. */
export function SquadView({ game, text, onChange, onClose }: SquadViewProps) {
  const codes = useMemo(() => parseSquad(text, game), [text, game]);
  const { data: codebook } = useSuspenseQuery(useTRPC().arsenal.codebook.queryOptions({ game }));
  const { places, armoury } = usePlaces(game, codes, (code) => decodeShare(code, codebook));
  const [openPlace, setOpenPlace] = useState<Place | null>(null);
  const { outcome, copy } = useCopy(location.href);
  const write = (number: number, code: string | null) =>
    onChange(formatSquad(codes.map((present, at) => (at === number - 1 ? code : present))) || ".");
  const put = (number: number, { name, loadout }: Shared) => {
    try {
      write(number, encodeShare({ name, loadout }, codebook));
      setOpenPlace(null);
    } catch (error) {
      // Of a file edited by hand: no legal loadout holds what the codebook does not have.
      if (!(error instanceof RangeError)) throw error;
      showToast(m.loadout_illegal_not_in_a_link(), { tone: "error" });
    }
  };
  const isEmpty = codes.every((code) => code === null);
  return (
    <section aria-labelledby="squad-title" className="grid gap-5">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id="squad-title" className="grow text-5">
          {m.loadout_squad()}
        </h2>
        {!isEmpty && (
          <Button kind="primary" onClick={copy}>
            {outcome === "copied" ? m.common_link_copied() : m.common_copy_link()}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {m.loadout_all_loadouts()}
        </Button>
      </header>
      {outcome === "refused" && <p role="alert">{m.loadout_copy_blocked_use_address_bar()}</p>}
      <p role="status" className="max-w-(--measure)">
        {isEmpty
          ? m.loadout_squad_explained()
          : (describeGaps(places.map(({ roles }) => roles)) ?? m.loadout_every_role_is_filled())}
      </p>
      <ol className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {places.map((place) => (
          <PlaceCard
            key={place.number}
            game={game}
            place={place}
            armoury={armoury}
            onAsk={() => setOpenPlace(place)}
            onClear={() => write(place.number, null)}
          />
        ))}
      </ol>
      {openPlace && (
        <PlaceDialog
          game={game}
          number={openPlace.number}
          present={openPlace.decoded?.kind === "loadout" ? openPlace.decoded : null}
          armoury={armoury}
          onPut={(shared) => put(openPlace.number, shared)}
          onClose={() => setOpenPlace(null)}
        />
      )}
    </section>
  );
}

/** What each place of the address holds, and what the texts about it need. */
function usePlaces(game: GameId, codes: readonly (string | null)[], decode: (code: string) => Decoded) {
  const decoded = codes.map((code) => (code === null ? null : decode(code)));
  const { armoury, roles } = useSquad(
    game,
    decoded.map((one) => (one?.kind === "loadout" ? one.loadout : null)),
  );
  const places = codes.map(
    (code, at): Place => ({ number: at + 1, code, decoded: decoded[at] ?? null, roles: roles[at] ?? [] }),
  );
  return { places, armoury };
}

/** The roles that each loadout of a squad fills, and what the texts about them need. */
export function useSquad(game: GameId, loadouts: readonly (Loadout | null)[]) {
  const catalogue = useCatalogue(game);
  const weaponIds = loadouts.flatMap((loadout) =>
    loadout === null || isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId],
  );
  const { armoury } = useWeaponData(game, catalogue, weaponIds);
  const { equipment } = catalogue;
  const gadgetsOf = (id: string): readonly string[] =>
    equipment.game === "bf2042"
      ? (equipment.specialists.find((specialist) => specialist.id === id)?.gadgetIds[0]?.value ?? [])
      : [];
  const roles = loadouts.map((loadout) => (loadout === null ? [] : listRoles(loadout, gadgetsOf)));
  return { armoury, roles };
}

type PlaceCardProps = { game: GameId; place: Place; armoury: Armoury; onAsk: () => void; onClear: () => void };

function PlaceCard({ game, place, armoury, onAsk, onClear }: PlaceCardProps) {
  const { number, code, decoded, roles } = place;
  const shared = decoded?.kind === "loadout" ? decoded : null;
  const title = shared ? shared.name || getUnnamed() : decoded ? m.loadout_unreadable() : m.loadout_free_place();
  return (
    <li className="panel grid content-start gap-3 p-4">
      <h3 className="flex items-center gap-2 text-2">
        {shared && !isVehicleLoadout(shared.loadout) && (
          <Glyph name={KIT_GLYPHS[getKit(shared.loadout)]} className="size-6 shrink-0 text-accent" />
        )}
        <span className="min-w-0 break-words">
          {number}. {title}
        </span>
      </h3>
      {decoded && !shared && <p>{UNOPENED[decoded.kind === "newer" ? "newer" : "damaged"]}</p>}
      {shared && <PlaceLoadout loadout={shared.loadout} roles={roles} armoury={armoury} />}
      <div className="mt-auto flex flex-wrap gap-2">
        <Button
          size="small"
          onClick={onAsk}
          aria-label={
            code === null ? m.loadout_add_loadout_at_place({ number }) : m.loadout_change_place_number({ number })
          }
        >
          {code === null ? m.loadout_add_a_loadout() : m.loadout_change_place()}
        </Button>
        {shared && code !== null && (
          <Link
            to={gamePath[game]}
            search={{ l: code }}
            aria-label={m.loadout_open_loadout({ name: title })}
            className={buttonLook("secondary", "small")}
          >
            {m.common_open()}
          </Link>
        )}
        {code !== null && (
          <Button size="small" kind="quiet" onClick={onClear} aria-label={m.common_remove_name({ name: title })}>
            {m.common_remove()}
          </Button>
        )}
      </div>
    </li>
  );
}

type PlaceLoadoutProps = { loadout: Loadout; roles: readonly SquadRole[]; armoury: Armoury };

/** What someone of a squad carries, and what the squad has by that. */
export const PlaceLoadout = ({ loadout, roles, armoury }: PlaceLoadoutProps) => (
  <>
    <LoadoutPicture loadout={loadout} vehicle="w-full max-w-44" weapon="w-full" />
    <p className="text-0 text-ink-2">{listCarried(loadout, armoury)}</p>
    {roles.length > 0 && (
      <p className="flex flex-wrap gap-2">
        {roles.map((role) => (
          <Badge key={role}>{ROLE_TITLES[role]}</Badge>
        ))}
      </p>
    )}
  </>
);

const getKit = (loadout: SoldierLoadout) => (loadout.game === "bf4" ? loadout.kitId : loadout.classId);

/** Kit, weapons and gadgets on one line, without the parts of the weapons. */
const listCarried = (loadout: Loadout, armoury: Armoury): string =>
  describeLoadout(loadout, armoury)
    .filter(({ label, value }) => value !== m.build_empty() && !label.includes(", "))
    .map(({ value }) => value)
    .join(m.common_dot());
