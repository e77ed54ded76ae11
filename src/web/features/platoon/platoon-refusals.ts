// Messages for the account library's errors in calls on platoons, which it calls organizations. Only the platoon screens load them.
import { getOwn } from "#domain/plain-values.ts";
import { m } from "#messages";
import {
  type AccountError,
  createFormRefusal,
  getRefusal,
  type Refusal,
} from "#web/features/account/account-errors.ts";

const MANAGERS_ONLY = createFormRefusal(m.account_error_platoon_managers_only());
const OWNERS_ONLY = createFormRefusal(m.account_error_platoon_owners_only());
const NEEDS_OWNER = createFormRefusal(m.account_error_platoon_needs_owner());
const MEMBER_GONE = createFormRefusal(m.account_error_platoon_member_gone());

const PLATOON_REFUSALS: Readonly<Record<string, Refusal>> = {
  INVITATION_LIMIT_REACHED: createFormRefusal(m.account_error_platoon_invitation_limit()),
  INVITATION_NOT_FOUND: createFormRefusal(m.account_error_invitation_closed()),
  MEMBER_NOT_FOUND: MEMBER_GONE,
  ORGANIZATION_ALREADY_EXISTS: { field: "slug", text: m.account_error_platoon_address_taken() },
  platoon_address_taken: { field: "slug", text: m.account_error_platoon_address_taken() },
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: createFormRefusal(m.account_error_platoon_full()),
  ORGANIZATION_NOT_FOUND: MEMBER_GONE,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: { field: "email", text: m.account_error_platoon_member_already() },
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: MEMBER_GONE,
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: MANAGERS_ONLY,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: MANAGERS_ONLY,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: OWNERS_ONLY,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: OWNERS_ONLY,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: MANAGERS_ONLY,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: MANAGERS_ONLY,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: MANAGERS_ONLY,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: NEEDS_OWNER,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: NEEDS_OWNER,
  YOU_HAVE_DELETED_TOO_MANY_ORGANIZATIONS: createFormRefusal(m.account_error_platoon_deletions()),
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: createFormRefusal(m.account_error_platoon_limit()),
};

/** Like `getRefusal`, for a call on a platoon. */
export const getPlatoonRefusal = (error: AccountError): Refusal =>
  getOwn(PLATOON_REFUSALS, error.code ?? "") ?? getRefusal(error);
