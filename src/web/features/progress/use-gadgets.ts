import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#web/client/trpc.ts";
import type { Gadgets } from "./place.ts";

const NONE: Gadgets = new Map();

/** The gadgets of Battlefield 4 by id; none before they are wanted and known. */
export function useGadgets(isWanted: boolean): Gadgets {
  const { data } = useQuery({
    ...useTRPC().arsenal.equipment.queryOptions({ game: "bf4" }),
    enabled: isWanted,
    select: (equipment): Gadgets =>
      equipment.game === "bf4" ? new Map(equipment.gadgets.map((gadget) => [gadget.id, gadget])) : NONE,
  });
  return data ?? NONE;
}
