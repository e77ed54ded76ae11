import type { Bf2042Loadout } from "#domain/loadout/loadout.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import type { WeaponAnswer } from "#web/features/loadout/answers.ts";
import { mountedParts } from "#web/features/loadout/editor/fields/mounted-parts.ts";
import { formatHandling, formatHandlingChange, getHandling, type HandlingRow } from "./handling.ts";
import { SourceLine } from "./source-line.tsx";

type HandlingChangesProps = {
  answer: Extract<WeaponAnswer, { game: "bf2042" }>;
  board: Bf2042Loadout["primary"]["board"];
};

/** What the parts mounted at the start change in a gun's handling, each change signed and marked with how it is known. */
export function HandlingChanges({ answer, board }: HandlingChangesProps) {
  const { mechanics } = answer.weapon;
  const parts = mountedParts(answer, board);
  if (!mechanics || parts.length === 0) return null;
  const { rows, unmeasured } = getHandling(mechanics, parts);
  return (
    <section aria-labelledby="handling-changes" className="grid gap-2 border-t border-line pt-3">
      <h4 id="handling-changes" className="flex flex-wrap items-center gap-2 font-cond text-1 font-bold">
        What the parts change <Badge>Season 2</Badge>
      </h4>
      {rows.length > 0 && <Rows rows={rows} />}
      {rows.length === 0 && unmeasured.length === 0 && (
        <p className="text-0 text-ink-2">The parts mounted at the start change no figure that was measured.</p>
      )}
      {unmeasured.length > 0 && <p className="text-0 text-ink-2">Not measured: {unmeasured.join(", ")}.</p>}
      <SourceLine
        what="Against the bare gun, standing, as of September 2022"
        source={answer.sources.find(({ id }) => id === mechanics.sourceId)}
      />
    </section>
  );
}

function Rows({ rows }: { rows: readonly HandlingRow[] }) {
  return (
    <table className="num w-full text-0">
      <thead className="sr-only">
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">With the parts</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.title} className="border-b border-line align-top">
            <th scope="row" className="py-1 pr-2 text-left font-normal">
              {row.title}
            </th>
            <td className="px-2 py-1 text-right whitespace-nowrap">{formatHandling(row.value, row.unit)}</td>
            <td className={`py-1 pl-2 text-right ${row.isBetter ? "text-ok" : "text-danger"}`}>
              <b className="whitespace-nowrap">
                <span aria-hidden="true">{row.value < row.bare ? "▼" : "▲"}</span> {formatHandlingChange(row)}
              </b>
              <span className="block text-00 text-ink-3">
                {row.isBetter ? "better" : "worse"}, {row.basis}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
