import { type FormEvent, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { LOADOUT_NAME_LIMIT } from "#domain/loadout/limits.ts";
import type { ShareContent } from "#domain/loadout/sharing/share-code.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { readTexts, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { useViewer } from "#web/data/session/session.ts";
import { useTRPCClient } from "#web/data/trpc.ts";
import { OwnLoadouts } from "#web/features/loadout/sharing/own-loadouts.tsx";
import { readCandidates } from "#web/features/loadout/transfer/matching.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

type PlaceDialogProps = {
  game: GameId;
  number: number;
  /** The loadout of the place; null for a free place. */
  present: ShareContent | null;
  armoury: Armoury;
  onPut: (shared: ShareContent) => void;
  onClose: () => void;
};

/** The dialog for a place of a squad: its loadout (one of the user's, a preset, or a link) and its player. */
export function PlaceDialog({ game, number, present, armoury, onPut, onClose }: PlaceDialogProps) {
  const viewer = useViewer();
  const initial = { player: present?.name ?? "", link: "" };
  const input = useInterruptedInput(`place:${game}:${number}`, initial, readTexts(["player", "link"]), "tab");
  const { player, link } = input.value;
  const put = ({ name, loadout }: ShareContent) => onPut({ name: player.trim() || name, loadout });
  return (
    <Dialog
      onClose={onClose}
      title={m.loadout_place({ number })}
      description={m.loadout_place_is_public()}
      input={input}
    >
      <div className="grid gap-6">
        <div className="grid gap-3">
          <Field
            label={m.loadout_player_or_loadout_name_optional()}
            value={player}
            onChange={(event) => input.set({ player: event.target.value, link })}
            maxLength={LOADOUT_NAME_LIMIT}
            autoComplete="off"
          />
          {present && player.trim() !== present.name && (
            <Button size="small" onClick={() => put(present)}>
              {m.loadout_rename_only()}
            </Button>
          )}
        </div>
        {viewer && (
          <section className="grid gap-2">
            <h3 className="text-2">{m.loadout_my_loadouts()}</h3>
            <OwnLoadouts game={game} onChoose={put} />
          </section>
        )}
        <section className="grid gap-2">
          <h3 className="text-2">{m.loadout_presets()}</h3>
          <div className="flex flex-wrap gap-2">
            {KIT_IDS.map((kit) => (
              <Button
                key={kit}
                size="small"
                onClick={() => put({ name: KIT_TITLES[kit], loadout: createStarterLoadout(armoury, kit) })}
              >
                {KIT_TITLES[kit]}
              </Button>
            ))}
          </div>
        </section>
        <ByLink game={game} text={link} onText={(next) => input.set({ player, link: next })} onPut={put} />
      </div>
    </Dialog>
  );
}

type ByLinkProps = {
  game: GameId;
  text: string;
  onText: (text: string) => void;
  onPut: (shared: ShareContent) => void;
};

/** The form for a share link or code. */
function ByLink({ game, text, onText, onPut }: ByLinkProps) {
  const client = useTRPCClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const read = await readCandidates(text, client);
    setBusy(false);
    if ("problem" in read) return setProblem(read.problem);
    const [candidate] = read.candidates.filter(({ loadout }) => loadout.game === game);
    if (candidate) onPut(candidate);
    else setProblem(m.loadout_loadout_of_the_other_game());
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field
        label={m.loadout_share_link_or_code()}
        value={text}
        onChange={(event) => onText(event.target.value)}
        error={problem ?? false}
        autoComplete="off"
      />
      <Button type="submit" size="small" busy={isBusy}>
        {m.loadout_use_this_loadout()}
      </Button>
    </form>
  );
}
