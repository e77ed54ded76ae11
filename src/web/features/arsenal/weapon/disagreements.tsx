import type { Source } from "#domain/game-data/source.ts";
import type { Chosen } from "./build-choice.tsx";
import { bf4Disagreements, bf2042Disagreements, type Disagreement } from "./disagreeing.ts";
import { SourceNote } from "./source-note.tsx";
import type { WeaponAnswer } from "./weapon-answer.ts";

type DisagreementsProps = { answer: WeaponAnswer; chosen: Chosen; sources: ReadonlyMap<string, Source> };

/** What sources say differently, side by side; nothing where they agree. */
export function Disagreements({ answer, chosen, sources }: DisagreementsProps) {
  const list = getDisagreements(answer, chosen);
  const rises = answer.game === "bf2042" && answer.weapon.anomaly === "damage-rises-with-distance";
  if (list.length === 0 && !rises) return null;
  return (
    <section className="grid gap-3 border-l-3 border-warn bg-surface-2 p-4">
      <h3 className="text-2">Sources differ</h3>
      {rises && (
        <p className="text-0">The sheet lets the damage of this gun rise with distance, likely a slip of its author.</p>
      )}
      {list.map(({ title, said }) => (
        <div key={title}>
          <h4 className="font-cond text-0 font-bold text-ink-2">{title}</h4>
          <ol className="mt-1 grid gap-1">
            {said.map(({ text, sourceId }, index) => (
              <li key={`${sourceId} ${text}`} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="num">
                  <b>{text}</b>
                  {index === 0 && <span className="ml-2 text-00 text-ink-3">shown</span>}
                </span>
                <SourceNote source={sources.get(sourceId)} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function getDisagreements(answer: WeaponAnswer, chosen: Chosen): readonly Disagreement[] {
  if (answer.game === "bf4") return bf4Disagreements(answer.weapon);
  const { base, configurations } = answer.weapon;
  const barrel = chosen.barrel ?? base?.barrel;
  const ammunition = chosen.ammunition ?? base?.ammunition;
  return bf2042Disagreements(configurations.filter((line) => line.barrel === barrel && line.ammunition === ammunition));
}
