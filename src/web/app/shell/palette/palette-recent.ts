// The commands chosen last in the palette, stored in this browser.
import { GAMES } from "#domain/game.ts";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import type { Command } from "./palette-commands.ts";

const KEY = "palette-recent";
const MOST = 6;

/** The last chosen places, weapons and loadouts, the last first. Whatever else is stored there is left out. */
export function recentCommands(): readonly Command[] {
  try {
    const stored: unknown = JSON.parse(getLocal(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap((one) => readCommand(one) ?? []) : [];
  } catch {
    return [];
  }
}

/** Remembers what leads somewhere; what is done at once is not worth repeating. */
export function rememberCommand(command: Command): void {
  const { id, label, note, game, act } = command;
  if (!("to" in act) || act.to.startsWith("/login")) return;
  const others = recentCommands().filter((other) => other.id !== id);
  setLocal(KEY, JSON.stringify([{ id, label, note, game, act }, ...others].slice(0, MOST)));
}

function readCommand(value: unknown): Command | null {
  const [id, label, note, to] = [
    part(value, "id"),
    part(value, "label"),
    part(value, "note"),
    part(part(value, "act"), "to"),
  ];
  if (typeof id !== "string" || typeof label !== "string" || typeof to !== "string" || !/^\/(?!\/)/.test(to))
    return null;
  const game = GAMES.find((one) => one === part(value, "game"));
  return { id, label, ...(typeof note === "string" && { note }), ...(game && { game }), act: { to } };
}

function part(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
