import { Panel } from "#web/components/ui/panel.tsx";
import type { SessionUser } from "#web/data/session/session.ts";
import { useIsOff } from "#web/features/account/feature.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { ExportCard } from "./export-card.tsx";
import { SharesCard } from "./shares-card.tsx";

/** Taking everything along, what is public, and leaving for good. */
export function DataTab({ user }: { user: SessionUser }) {
  const isOff = useIsOff();
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <ExportCard />
      <SharesCard />
      {isOff("deletion") ? (
        <Panel title="Delete account">
          <p className="text-ink-2">Accounts cannot be deleted here by yourself. Ask the people who run this site.</p>
        </Panel>
      ) : (
        <DeleteAccount user={user} />
      )}
    </div>
  );
}
