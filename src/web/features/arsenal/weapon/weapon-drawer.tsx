import { useQuery } from "@tanstack/react-query";
import { ERRORS } from "#domain/errors.ts";
import type { GameId } from "#domain/game.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Drawer } from "#web/components/overlays/dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { getProblem } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Target } from "#web/features/arsenal/figures.ts";
import { WeaponDetails } from "./weapon-details.tsx";

type WeaponDrawerProps = {
  game: GameId;
  weaponId: string;
  /** Null for an id the game's list does not hold. */
  name: string | null;
  target: Target;
  combat: Combat;
  onClose: () => void;
  onAddToLoadout: (weaponId: string) => void;
};

/** All that is known of one weapon, beside the list. */
export function WeaponDrawer({ game, weaponId, name, target, combat, onClose, onAddToLoadout }: WeaponDrawerProps) {
  const query = useQuery({
    ...useTRPC().arsenal.weapon.queryOptions({ game, id: weaponId }),
    enabled: name !== null,
  });
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={name ?? "No such weapon"}>
      {name === null && <p>{ERRORS.weapon_unknown.message}</p>}
      {query.isLoading && <Skeleton label={`Loading the ${name}`} rows={8} />}
      {query.isError && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{getProblem(query.error).text}</p>
          <Button onClick={() => query.refetch()}>Try again</Button>
        </div>
      )}
      {query.data && (
        <WeaponDetails answer={query.data} target={target} combat={combat} onAddToLoadout={onAddToLoadout} />
      )}
    </Drawer>
  );
}
