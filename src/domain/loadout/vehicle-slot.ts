const TITLES: ReadonlyMap<string, string> = new Map([
  ["simple-optics", "Optics"],
  ["upgrades", "Upgrade"],
]);

/** A slot of the data as the screen says it: "gunner-optics" is "Gunner optics". */
export function vehicleSlotTitle(slot: string): string {
  const words = slot.replaceAll("-", " ");
  return TITLES.get(slot) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
