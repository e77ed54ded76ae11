import { Link, useRouteContext } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import type { Clients } from "#web/data/query-client.ts";
import { classes } from "#web/ui/class-names.ts";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { type Choice, NativeSelect } from "#web/ui/fields/native-select.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { SHARED_EXAMPLE } from "./shared-example.ts";
import type { VerdictComponent } from "./showcase-live.tsx";

/** Loads the component of another feature that shows who of two builds wins. */
export type ImportVerdict = () => Promise<VerdictComponent>;

type Pair = readonly [string, string];
type Live = Awaited<ReturnType<typeof loadLive>>;

const FIRST_PAIR: Pair = ["aek-971", "ak-12"];
const FIRST_RANGE_M = 25;
const MAX_RANGE_M = 150;

/** The showcase of the first two weapons, if it was loaded before the page is drawn: while prerendering, and after a navigation. */
let preloaded: Live | null = null;

async function loadLive(clients: Clients, importVerdict: ImportVerdict, pair: Pair) {
  const [{ readScene, WeaponFace, Duel }, Verdict] = await Promise.all([
    import("./showcase-live.tsx"),
    importVerdict(),
  ]);
  return { WeaponFace, Duel, Verdict, scene: await readScene(clients, pair) };
}

export async function preloadShowcase(clients: Clients, importVerdict: ImportVerdict): Promise<void> {
  preloaded ??= await loadLive(clients, importVerdict, FIRST_PAIR);
}

type ShowcaseProps = { choices: readonly Choice[]; importVerdict: ImportVerdict };

/**
 * What the site does, to try at once: a weapon at a range, who of two wins, and a loadout as a chat shows it. The results are
 * prerendered; their code and data are loaded when the pointer or the focus reaches them.
 */
export function Showcase({ choices, importVerdict }: ShowcaseProps) {
  const clients = useRouteContext({ from: "__root__" });
  const [pair, setPair] = useState(FIRST_PAIR);
  const [rangeM, setRangeM] = useState(FIRST_RANGE_M);
  const [live, setLive] = useState(() => preloaded);
  const [livePair, setLivePair] = useState(FIRST_PAIR);
  const [hasFailed, setFailed] = useState(false);
  const requested = useRef(live ? pair : null);
  const load = async (next: Pair) => {
    if (requested.current === next) return;
    requested.current = next;
    setPair(next);
    setFailed(false);
    try {
      const loaded = await loadLive(clients, importVerdict, next);
      if (requested.current !== next) return;
      setLive(loaded);
      setLivePair(next);
    } catch (error) {
      logError("The showcase", error);
      if (requested.current !== next) return;
      requested.current = live && livePair;
      setPair(livePair);
      setFailed(true);
    }
  };
  const frame = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(() => void load(pair));
  useEffect(() => {
    const unmounted = new AbortController();
    for (const type of ["pointerenter", "pointerdown", "focusin"])
      frame.current?.addEventListener(type, () => reach(), { signal: unmounted.signal });
    return () => unmounted.abort();
  }, []);
  const [left, right] = pair;
  const isOutdated = pair !== livePair;
  return (
    <div ref={frame} className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section aria-labelledby="how-fast" data-game="bf4" className="panel flex flex-col gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="how-fast" className="text-4">
            {m.home_how_fast_does_it_kill()}
          </h2>
          <NativeSelect
            label={m.common_weapon()}
            isLabelHidden
            value={left}
            choices={choices}
            onChange={(id) => void load([id, right])}
            className="w-44"
          />
        </div>
        <Prerendered className="grid grow content-evenly gap-4" isOutdated={isOutdated}>
          {live && <live.WeaponFace scene={live.scene} rangeM={rangeM} />}
        </Prerendered>
        <RangeSlider
          label={m.common_range()}
          unit={m.unit_m()}
          min={0}
          max={MAX_RANGE_M}
          step={5}
          value={rangeM}
          onChange={setRangeM}
        />
        <AlertLine text={hasFailed && m.app_did_not_work()} />
      </section>
      <div className="grid content-start gap-4">
        <section aria-labelledby="who-wins" data-game="bf4" className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id="who-wins" className="text-4">
              {m.home_who_wins()}
            </h2>
            <NativeSelect
              label={m.home_opponent()}
              isLabelHidden
              value={right}
              choices={choices}
              onChange={(id) => void load([left, id])}
              className="w-44"
            />
          </div>
          <Prerendered className="grid" isOutdated={isOutdated}>
            {live && <live.Duel scene={live.scene} rangeM={rangeM} Verdict={live.Verdict} />}
          </Prerendered>
        </section>
        <SharedLoadout />
      </div>
    </div>
  );
}

/** A loadout as a chat shows its link. */
function SharedLoadout() {
  const { game, code } = SHARED_EXAMPLE;
  const language = m.language_query().replace("?", "&");
  return (
    <section
      aria-labelledby="shared-example"
      data-game={game}
      className="panel relative grid gap-2 p-4 hover:bg-surface-2"
    >
      <h2 id="shared-example" className="text-4">
        <Link to={`/${game}`} search={{ l: code }} className="after:absolute after:inset-0">
          {m.home_send_a_loadout()}
        </Link>
      </h2>
      <img
        src={`/pictures/loadout.png?game=${game}&l=${code}${language}`}
        alt={m.home_send_a_loadout_picture()}
        width={1200}
        height={630}
        loading="lazy"
        fetchPriority="low"
        className="h-auto w-full rounded-1 border border-line"
      />
    </section>
  );
}

/** Preserves the prerendered nodes during hydration, until the content's code is loaded. */
const PRERENDERED = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };

/** `isOutdated`: the content belongs to other weapons than those chosen; it is hidden, and its place remains. */
type PrerenderedProps = { className: string; isOutdated: boolean; children: ReactNode };

function Prerendered({ className, isOutdated, children }: PrerenderedProps) {
  const frame = { className: classes(className, isOutdated && "invisible"), "aria-busy": isOutdated || undefined };
  if (children) return <div {...frame}>{children}</div>;
  return <div key="prerendered" {...frame} {...PRERENDERED} />;
}
