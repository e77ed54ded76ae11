import { useQuery } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import { getFiguresInput, type Layer } from "#domain/game-data/patch.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { formatBuilds, type VersusBuild } from "#domain/weapons/versus.ts";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { getErrorText } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { rowLinkId } from "#web/features/arsenal/table/weapon-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ChevronLeft, ChevronRight } from "#web/ui/icons.tsx";
import { useHotkey } from "#web/ui/keyboard.ts";
import { Drawer } from "#web/ui/overlays/dialog.tsx";
import { type Actions, WeaponDetails } from "./weapon-details.tsx";

type WeaponDrawerProps = {
  game: GameId;
  /** The weapon with the parts that are chosen at first. */
  build: VersusBuild;
  patch: Layer;
  /** Null for an id that the game's list does not contain. */
  name: string | null;
  target: Target;
  combat: Combat;
  actions: Actions;
  /** Opens the weapon before or after this one in the list. */
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
};

/** Shows all details of a weapon beside the list; the arrow keys step through the list. */
export function WeaponDrawer(props: WeaponDrawerProps) {
  const { game, build, patch, name, target, combat, actions, onStep, onClose } = props;
  const { weaponId } = build;
  const query = useQuery({
    ...useTRPC().arsenal.weapon.queryOptions({ ...getFiguresInput(game, patch), id: weaponId }),
    enabled: name !== null,
  });
  useArrowKeys(onStep);
  return (
    <Drawer
      onClose={onClose}
      title={name ?? m.arsenal_no_such_weapon()}
      returnTo={rowLinkId(weaponId)}
      actions={
        <>
          <IconButton label={m.arsenal_previous_weapon()} aria-keyshortcuts="ArrowLeft" onClick={() => onStep(-1)}>
            <ChevronLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
          <IconButton label={m.arsenal_next_weapon()} aria-keyshortcuts="ArrowRight" onClick={() => onStep(1)}>
            <ChevronRight aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        </>
      }
    >
      {name === null && <p>{ERRORS.weapon_unknown.message()}</p>}
      {query.isLoading && <Skeleton label={m.arsenal_loading_weapon({ name: name ?? "" })} rows={8} />}
      {query.isError && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{getErrorText(query.error)}</p>
          <Button onClick={() => query.refetch()}>{m.common_try_again()}</Button>
        </div>
      )}
      {query.data && (
        <WeaponDetails key={formatBuilds([build])} {...{ build, target, combat, actions }} response={query.data} />
      )}
    </Drawer>
  );
}

/** The controls that handle the arrow keys themselves while they have focus. */
const USES_ARROWS = 'input, select, textarea, [role="slider"], [role="combobox"], [role="option"], [tabindex="0"]';

const useArrowKeys = (onStep: (step: 1 | -1) => void): void =>
  useHotkey(({ target, key, ctrlKey, metaKey, altKey, shiftKey }) => {
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    if (target instanceof Element && target.closest(USES_ARROWS)) return;
    if (key === "ArrowLeft") onStep(-1);
    if (key === "ArrowRight") onStep(1);
  });
