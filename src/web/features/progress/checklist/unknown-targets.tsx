import { Link } from "@tanstack/react-router";
import { Button } from "#web/components/ui/button.tsx";
import type { NextPage } from "#web/features/progress/answers.ts";
import type { ListProps } from "#web/features/progress/progress-screen.tsx";

type UnknownTargetsProps = ListProps & { states: NextPage["states"] };

/** The number of targets without data, and how to get it. */
export function UnknownTargets({ soldierId, states, narrow }: UnknownTargetsProps) {
  const count = states.find(({ name }) => name === "unknown")?.count ?? 0;
  if (count === 0) return null;
  return (
    <aside className="grid justify-items-start gap-3 border-l-4 border-line-strong pl-4 text-0 text-ink-2">
      <p className="max-w-(--measure)">
        The progress of <b className="num">{count.toLocaleString("en")}</b> other targets is unknown, so they are not
        listed here. Import a Battlelog file, or tick them by hand.
      </p>
      <Ways soldierId={soldierId} narrow={narrow} />
    </aside>
  );
}

/** From where nothing is known on to where it is. */
export function Ways({ soldierId, narrow }: Pick<ListProps, "soldierId" | "narrow">) {
  return (
    <span className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Link
        to="/bf4"
        search={{ tab: "soldier", ...(soldierId && { soldier: soldierId }) }}
        className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
      >
        {soldierId === null ? "Add a soldier" : "Import in the soldier section"}
      </Link>
      <Button size="small" onClick={() => narrow({ list: "checklists", state: "unknown", kind: undefined, q: "" })}>
        Tick by hand
      </Button>
    </span>
  );
}
