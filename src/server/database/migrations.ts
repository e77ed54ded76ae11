import type { Migration } from "kysely/migration";
import { accounts } from "./migrations/0001-accounts.ts";
import { loadouts } from "./migrations/0002-loadouts.ts";
import { mails } from "./migrations/0003-mails.ts";
import { limits } from "./migrations/0004-limits.ts";
import { passkeys } from "./migrations/0005-passkeys.ts";
import { organizations } from "./migrations/0006-organizations.ts";
import { avatars } from "./migrations/0007-avatars.ts";
import { carried } from "./migrations/0008-carried.ts";
import { locker } from "./migrations/0009-locker.ts";
import { shares } from "./migrations/0010-shares.ts";
import { soldiers } from "./migrations/0011-soldiers.ts";
import { addressProof } from "./migrations/0012-address-proof.ts";
import { bounds } from "./migrations/0013-bounds.ts";
import { operations } from "./migrations/0014-operations.ts";
import { heartbeat } from "./migrations/0015-heartbeat.ts";
import { streams } from "./migrations/0016-streams.ts";
import { waitingGuests } from "./migrations/0017-waiting-guests.ts";
import { platoons } from "./migrations/0018-platoons.ts";
import { platoonIndexes } from "./migrations/0019-platoon-indexes.ts";
import { operation } from "./migrations/0020-operation.ts";
import { thinning } from "./migrations/0021-thinning.ts";
import { sourceState } from "./migrations/0022-source-state.ts";
import { platoonLinks } from "./migrations/0023-platoon-links.ts";
import { platoonSearch } from "./migrations/0024-platoon-search.ts";
import { memberNames } from "./migrations/0025-member-names.ts";
import { importOwner } from "./migrations/0026-import-owner.ts";
import { ownerKeys } from "./migrations/0027-owner-keys.ts";
import { ownerChecks } from "./migrations/0028-owner-checks.ts";
import { changeMarks } from "./migrations/0029-change-marks.ts";
import { invitationInviter } from "./migrations/0030-invitation-inviter.ts";
import { copyPlatoon } from "./migrations/0031-copy-platoon.ts";
import { userLanguage } from "./migrations/0032-user-language.ts";
import { deletedPlatoons } from "./migrations/0033-deleted-platoons.ts";
import { memberRemovals } from "./migrations/0034-member-removals.ts";
import { readings } from "./migrations/0035-readings.ts";
import { formerPeople } from "./migrations/0036-former-people.ts";
import type { DatabaseKind } from "./schema.ts";

/** What each migration does, in order. */
export const listMigrations = (kind: DatabaseKind) =>
  ({
    "0001-accounts": accounts(kind),
    "0002-loadouts": loadouts,
    "0003-mails": mails,
    "0004-limits": limits,
    "0005-passkeys": passkeys(kind),
    "0006-organizations": organizations(kind),
    "0007-avatars": avatars,
    "0008-carried": carried,
    "0009-locker": locker(kind),
    "0010-shares": shares,
    "0011-soldiers": soldiers,
    "0012-address-proof": addressProof,
    "0013-bounds": bounds,
    "0014-operations": operations(kind),
    "0015-heartbeat": heartbeat,
    "0016-streams": streams,
    "0017-waiting-guests": waitingGuests,
    "0018-platoons": platoons,
    "0019-platoon-indexes": platoonIndexes,
    "0020-operation": operation,
    "0021-thinning": thinning,
    "0022-source-state": sourceState,
    "0023-platoon-links": platoonLinks,
    "0024-platoon-search": platoonSearch,
    "0025-member-names": memberNames(kind),
    "0026-import-owner": importOwner(kind),
    "0027-owner-keys": ownerKeys(kind),
    "0028-owner-checks": ownerChecks(kind),
    "0029-change-marks": changeMarks,
    "0030-invitation-inviter": invitationInviter,
    "0031-copy-platoon": copyPlatoon(kind),
    "0032-user-language": userLanguage,
    "0033-deleted-platoons": deletedPlatoons(kind),
    "0034-member-removals": memberRemovals,
    "0035-readings": readings,
    "0036-former-people": formerPeople,
  }) satisfies Record<string, Migration>;
