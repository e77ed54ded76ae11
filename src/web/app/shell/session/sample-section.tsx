import type { ReactNode } from "react";
import { m } from "#messages";
import { focusPageHeading } from "#web/app/shell/page/page-focus.ts";
import { Badge } from "#web/ui/badge.tsx";
import { classes } from "#web/ui/class-names.ts";
import { ContinueAsGuest } from "./continue-as-guest.tsx";

type SampleSectionProps = {
  /** What the sample is. */
  text: string;
  /** The button or link that leads to the user's own data. */
  action: ReactNode;
  /** Stands before the note, on a wide screen beside it. */
  lead?: ReactNode;
  children: ReactNode;
};

/** A section with invented data, for readers without a session. */
export const SampleSection = ({ text, action, lead, children }: SampleSectionProps) => (
  <div className={classes("grid grid-cols-[minmax(0,1fr)]", lead ? "gap-3" : "gap-5")}>
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {lead}
      <aside
        aria-label={m.soldier_relation_sample()}
        className={classes(
          "flex grow basis-80 flex-wrap items-center gap-x-4 gap-y-2 border-l-4 border-accent bg-surface-1 pr-3 pl-4",
          lead ? "py-1" : "py-2",
        )}
      >
        <p className="min-w-0 grow basis-40 text-0 text-ink-2">
          <Badge>{m.soldier_relation_sample()}</Badge> {text}
        </p>
        {action}
      </aside>
    </div>
    {children}
  </div>
);

/** A section with the sample soldier. After `Use my own`, whose button disappears, it shows the guest's data. */
export const SampleSoldierSection = ({ lead, children }: Pick<SampleSectionProps, "lead" | "children">) => (
  <SampleSection
    lead={lead}
    text={m.app_sample_soldier()}
    action={<ContinueAsGuest primaryLabel={m.app_use_my_own()} onDone={focusPageHeading} />}
  >
    {children}
  </SampleSection>
);
