import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { GameId } from "#domain/game.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { type DecodedShare, decodeShare, encodeShare, type ShareContent } from "#domain/loadout/sharing/share-code.ts";
import { formatSquad, listRoles, parseSquad, type SquadRole } from "#domain/loadout/squad.ts";
import { m } from "#messages";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { getUnnamed, LINK_PROBLEMS } from "#messages/loadout/share-words.ts";
import { describeGaps, ROLE_TITLES } from "#messages/loadout/squad-words.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { ViewHeading } from "#web/app/shell/page/view-heading.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { useCatalogue, useWeaponData } from "#web/features/loadout/editor/use-weapon-data.ts";
import { getKitGlyph } from "#web/features/loadout/glyphs.ts";
import { LoadoutPicture } from "#web/features/loadout/loadout-picture.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { useCopy } from "#web/ui/fields/use-copy.ts";
import { Glyph } from "#web/ui/glyph.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { PlaceDialog } from "./place-dialog.tsx";

type SquadViewProps = {
  game: GameId;
  /** The squad in the URL. */
  text: string;
  onChange: (text: string) => void;
  onClose: () => void;
};

type Place = { number: number; code: string | null; decoded: DecodedShare | null; roles: readonly SquadRole[] };

/** A squad's loadouts, which are all encoded in the URL. Each player changes a place and shares the new link. */
export function SquadView({ game, text, onChange, onClose }: SquadViewProps) {
  const codes = useMemo(() => parseSquad(text, game), [text, game]);
  const { data: codebook } = useSuspenseQuery(useTRPC().arsenal.codebook.queryOptions({ game }));
  const { places, armoury } = usePlaces(game, codes, (code) => decodeShare(code, codebook));
  const [openPlace, setOpenPlace] = useState<Place | null>(null);
  const { outcome, copy } = useCopy(location.href);
  const write = (number: number, code: string | null) =>
    onChange(formatSquad(codes.map((present, index) => (index === number - 1 ? code : present))) || ".");
  const put = (number: number, { name, loadout }: ShareContent) => {
    try {
      write(number, encodeShare({ name, loadout }, codebook));
      setOpenPlace(null);
    } catch (error) {
      // The loadout comes from a manually edited file, as the codebook lists every item of a legal loadout.
      if (!(error instanceof RangeError)) throw error;
      showToast(m.loadout_illegal_not_in_a_link(), { tone: "error" });
    }
  };
  const isEmpty = codes.every((code) => code === null);
  return (
    <section aria-labelledby="squad-title" className="grid gap-5">
      <header className="flex flex-wrap items-center gap-3">
        <ViewHeading id="squad-title" className="grow text-5">
          {m.loadout_squad()}
        </ViewHeading>
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

/** Returns the decoded places of the URL, and the armoury to describe their loadouts. */
function usePlaces(game: GameId, codes: readonly (string | null)[], decode: (code: string) => DecodedShare) {
  const decoded = codes.map((code) => (code === null ? null : decode(code)));
  const { armoury, roles } = useSquad(
    game,
    decoded.map((share) => (share?.kind === "loadout" ? share.loadout : null)),
  );
  const places = codes.map(
    (code, index): Place => ({ number: index + 1, code, decoded: decoded[index] ?? null, roles: roles[index] ?? [] }),
  );
  return { places, armoury };
}

/** Returns the roles of each loadout of a squad, and the armoury to describe the loadouts. */
export function useSquad(game: GameId, loadouts: readonly (Loadout | null)[]) {
  const catalogue = useCatalogue(game);
  const weaponIds = loadouts.flatMap((loadout) =>
    loadout === null || isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId],
  );
  const { armoury } = useWeaponData(game, catalogue, weaponIds);
  const { equipment } = catalogue;
  const getGadgets = (id: string): readonly string[] =>
    equipment.game === "bf2042"
      ? (equipment.specialists.find((specialist) => specialist.id === id)?.gadgetIds[0]?.value ?? [])
      : [];
  const roles = loadouts.map((loadout) => (loadout === null ? [] : listRoles(loadout, getGadgets)));
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
          <Glyph
            name={getKitGlyph(shared.loadout.game, getKit(shared.loadout))}
            className="size-6 shrink-0 text-accent"
          />
        )}
        <span className="min-w-0 break-words">
          {number}. {title}
        </span>
      </h3>
      {decoded && !shared && <p>{LINK_PROBLEMS[decoded.kind === "newer" ? "newer" : "damaged"]}</p>}
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
            className={getButtonClasses("secondary", "small")}
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

/** A loadout of a squad with its items and the roles it fills. */
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

/** Returns the kit, weapons and gadgets as a line, without the weapons' parts. */
const listCarried = (loadout: Loadout, armoury: Armoury): string =>
  describeLoadout(loadout, armoury)
    .filter(({ label, value }) => value !== m.build_empty() && !label.includes(", "))
    .map(({ value }) => value)
    .join(m.common_dot());
