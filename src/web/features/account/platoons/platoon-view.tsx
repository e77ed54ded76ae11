import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { m } from "#messages";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Page } from "#web/app/shell/page/page.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { logError } from "#web/data/log.ts";
import { createAccountMutation } from "#web/data/mutation.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { MembersTab } from "./members-tab.tsx";
import { platoonQuery, type SectionProps } from "./platoon-queries.ts";
import { canManage, getRoleTitle } from "./roles.ts";
import { SettingsTab } from "./settings-tab.tsx";

const TABS = [
  { value: "members", label: m.platoon_members() },
  { value: "settings", label: m.platoon_settings() },
] as const;

type PlatoonTab = (typeof TABS)[number]["value"];

type PlatoonViewProps = { user: SessionUser; slug: string; tab: PlatoonTab };

/** One platoon, which becomes the active one of the session. */
export function PlatoonView({ user, slug, tab }: PlatoonViewProps) {
  const { data: platoon, error, refetch } = useQuery(platoonQuery(user.id, slug));
  const own = platoon?.members.find(({ userId }) => userId === user.id);
  const isUnknown = platoon === null || (platoon && !own);
  return (
    <Page title={<span className="wrap-anywhere">{platoon && own ? platoon.name : m.common_platoons()}</span>}>
      {platoon && own && <OwnPlatoon platoon={platoon} user={user} role={own.role} tab={tab} />}
      {platoon === undefined && error && <ErrorPanel error={error} onRetry={refetch} className="panel mb-4 p-5" />}
      {platoon === undefined && !error && <Skeleton label={m.platoon_loading()} rows={4} />}
      {isUnknown && (
        <p role="status" className="mb-4">
          {m.platoon_not_yours()}
        </p>
      )}
      {!(platoon && own) && <BackLink />}
    </Page>
  );
}

const BackLink = () => (
  <Link to="/platoons" className="link">
    {m.platoon_all_platoons()}
  </Link>
);

function OwnPlatoon({ tab, ...section }: SectionProps & { tab: PlatoonTab }) {
  const navigate = useNavigate();
  const { platoon, role } = section;
  // Who loses the role while the settings are open finds what they typed, and reads why it is refused.
  const [couldManage] = useState(canManage(role));
  const hasTabs = canManage(role) || (couldManage && tab === "settings");
  useActive(platoon.id);
  const open = (next: PlatoonTab) =>
    navigate({
      to: "/platoons",
      search: { platoon: platoon.slug, ...(next === "settings" && { tab: next }) },
      resetScroll: false,
    });
  return (
    <>
      <p className="mb-5 flex flex-wrap items-center gap-3">
        {platoon.tag && <Badge>{platoon.tag}</Badge>}
        <Badge>{getRoleTitle(role)}</Badge>
        <BackLink />
      </p>
      {hasTabs ? (
        <Tabs label={m.platoon_sections()} value={tab} tabs={TABS} onChange={open}>
          {tab === "members" ? <MembersTab {...section} /> : <SettingsTab {...section} />}
        </Tabs>
      ) : (
        <MembersTab {...section} />
      )}
    </>
  );
}

/** Makes a platoon the active one of the session. */
function useActive(organizationId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const change = createAccountMutation(queryClient);
    const call = change((account) => account.organization.setActive({ organizationId }), { isIdempotent: true });
    call.catch((error: unknown) => logError("Active platoon", error));
  }, [organizationId, queryClient]);
}
