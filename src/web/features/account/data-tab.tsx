import type { SessionUser } from "#web/client/session.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { ExportCard } from "./export-card.tsx";
import { SharesCard } from "./shares-card.tsx";

/** Taking everything along, what is public, and leaving for good. */
export function DataTab({ user }: { user: SessionUser }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <ExportCard />
      <SharesCard />
      <DeleteAccount user={user} />
    </div>
  );
}
