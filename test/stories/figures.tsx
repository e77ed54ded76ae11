import equipment from "#data/equipment.json" with { type: "json" };
import silhouettes from "#data/silhouettes.json" with { type: "json" };
import { drawEquipment } from "#domain/silhouettes/equipment.ts";
import type { Mount } from "#domain/silhouettes/mounts.ts";
import { drawWeapon, findLine } from "#domain/silhouettes/silhouette.ts";
import { LONG_TEXT, Row, type Section, State } from "#test/stories/story.tsx";
import { BattlelogBars } from "#web/ui/figures/battlelog-bars.tsx";
import { FigureTable } from "#web/ui/figures/figure-table.tsx";
import { ProgressBar } from "#web/ui/figures/progress-bar.tsx";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { SourceBadge } from "#web/ui/figures/source-badge.tsx";
import { Stat, Unknown } from "#web/ui/figures/stat.tsx";
import { type Trust, TrustMark } from "#web/ui/figures/trust-mark.tsx";

const Stats = () => (
  <State label="with a unit; with a mark and a note; unknown; long text" isWide>
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Stat label="Rate of fire" value="680 rpm" />
      <Stat
        label="Vertical recoil"
        value={0.36}
        mark={<sup className="ml-1 text-00 text-accent">a</sup>}
        note="first shot × 2.25"
      />
      <Stat label="Velocity" value={null} />
      <Stat label={LONG_TEXT} value="1,000,000 ms" note={LONG_TEXT} />
    </dl>
  </State>
);

const Unknowns = () => (
  <State label="a figure that no public source gives">
    <p className="num">
      <Unknown />
    </p>
  </State>
);

const TRUSTS: readonly Trust[] = ["verified", "community", "estimate"];

const TrustMarks = () => (
  <State label="how far a figure can be trusted">
    <Row>
      {TRUSTS.map((trust) => (
        <span key={trust} className="flex gap-1.5 text-00 text-ink-2">
          <TrustMark trust={trust} text={trust} />
        </span>
      ))}
    </Row>
  </State>
);

const SourceBadges = () => (
  <>
    <State label="the mark opens a note">
      <Row>
        {TRUSTS.map((trust) => (
          <SourceBadge key={trust} trust={trust} text="9.2.0">
            <p>Weapon sheet 9.2.0</p>
          </SourceBadge>
        ))}
      </Row>
    </State>
    <State label="long text">
      <SourceBadge trust="estimate" text={LONG_TEXT}>
        <p>{LONG_TEXT}</p>
      </SourceBadge>
    </State>
  </>
);

const ProgressBars = () => (
  <>
    {[0, 47, 50].map((kills) => (
      <State key={kills} label={`${kills} of 50`}>
        <ProgressBar label="Kills with the AK-12" done={kills} needed={50} text={`${kills} of 50 kills`} />
      </State>
    ))}
  </>
);

const BARS = { damage: 0.45, accuracy: 0.5, range: 0.62, handling: 0.4, mobility: 0.9 };
const PART = { barFactors: { damage: 1, accuracy: 1.3, range: 1, handling: 0.8, mobility: 1.5 } };

const BattlelogBarStories = () => (
  <>
    <State label="as issued">
      <BattlelogBars bars={BARS} />
    </State>
    <State label="with a part">
      <BattlelogBars bars={BARS} parts={[PART]} />
    </State>
  </>
);

const getDrawing = (id: string, mounts: readonly Mount[] = []) => drawWeapon(findLine(silhouettes, id) ?? "", mounts);

const Silhouettes = () => (
  <>
    <State label="weapon, with and without attachments">
      <Silhouette drawing={getDrawing("ak-12")} className="w-full" />
      <Silhouette drawing={getDrawing("ak-12", ["suppressor", "holographic", "vertical-grip"])} className="w-full" />
    </State>
    <State label="two sizes">
      <Row>
        <Silhouette drawing={getDrawing("aug-a3")} className="w-40" />
        <Silhouette drawing={getDrawing("aug-a3")} className="w-24" />
      </Row>
    </State>
    <State label="square">
      <Silhouette
        drawing={drawEquipment(equipment, { game: "bf4", catalogue: "throwables", id: "m67-frag" })}
        grid="square"
        className="w-24"
      />
    </State>
    <State label="while the drawings load: the place stays free">
      <Silhouette drawing={null} className="w-40 border border-dashed border-line" />
    </State>
  </>
);

const COLUMNS = [
  { id: "kills", label: "Kills" },
  { id: "accuracy", label: "Accuracy" },
];
const ROWS = Array.from({ length: 20 }, (_, index) => ({
  id: `${index}`,
  name: index === 19 ? LONG_TEXT : `Weapon ${index + 1}`,
  cells: {
    kills: { order: index * 37, text: index * 37 },
    accuracy: index % 4 === 3 ? undefined : { order: 30 - index, text: `${30 - index} %` },
  },
}));

const FigureTables = () => (
  <>
    <State label="many rows: with a search, the rest behind a button" isWide>
      <FigureTable label="Weapons" searchLabel="Search weapons" nameLabel="Weapon" columns={COLUMNS} rows={ROWS} />
    </State>
    <State label="few rows" isWide>
      <FigureTable
        label="Vehicles"
        searchLabel="Search vehicles"
        nameLabel="Vehicle"
        columns={COLUMNS}
        rows={ROWS.slice(2, 5)}
      />
    </State>
    <State label="empty" isWide>
      <FigureTable label="Gadgets" searchLabel="Search gadgets" nameLabel="Gadget" columns={COLUMNS} rows={[]} />
    </State>
  </>
);

export const FIGURES: Section = {
  title: "Figures",
  stories: [
    { name: "Stat", Content: Stats },
    { name: "Unknown", Content: Unknowns },
    { name: "TrustMark", Content: TrustMarks },
    { name: "SourceBadge", Content: SourceBadges },
    { name: "ProgressBar", Content: ProgressBars },
    { name: "BattlelogBars", Content: BattlelogBarStories },
    { name: "Silhouette", Content: Silhouettes },
    { name: "FigureTable", Content: FigureTables },
  ],
};
