import { m } from "#messages";
import { BASE_LANGUAGE } from "./languages.ts";

/**
 * Every error that the server returns. The code is part of the API and is never renamed; the message may change.
 */
export const ERRORS = {
  input_invalid: { status: 400, message: m.error_input_invalid },
  signed_out: { status: 401, message: m.error_signed_out },
  password_too_short: { status: 400, message: m.error_password_too_short },
  password_too_long: { status: 400, message: m.error_password_too_long },
  picture_unfit: { status: 400, message: m.error_picture_unfit },
  password_too_common: { status: 400, message: m.error_password_too_common },
  password_already_set: { status: 400, message: m.error_password_already_set },
  session_not_fresh: { status: 403, message: m.error_session_not_fresh },
  account_needed: { status: 403, message: m.error_account_needed },
  platoon_managers_only: { status: 403, message: m.error_platoon_managers_only },
  platoon_owners_only: { status: 403, message: m.error_platoon_owners_only },
  weapon_unknown: { status: 404, message: m.error_weapon_unknown },
  entry_unknown: { status: 404, message: m.error_entry_unknown },
  loadout_missing: { status: 404, message: m.error_loadout_missing },
  folder_missing: { status: 404, message: m.error_folder_missing },
  soldier_missing: { status: 404, message: m.error_soldier_missing },
  snapshot_missing: { status: 404, message: m.error_snapshot_missing },
  job_missing: { status: 404, message: m.error_job_missing },
  soldier_unknown: { status: 404, message: m.error_soldier_unknown },
  target_unknown: { status: 404, message: m.error_target_unknown },
  share_missing: { status: 404, message: m.error_share_missing },
  share_revoked: { status: 404, message: m.error_share_revoked },
  platoon_missing: { status: 404, message: m.error_platoon_missing },
  platoon_loadout_missing: { status: 404, message: m.error_platoon_loadout_missing },
  platoon_restore_missing: { status: 404, message: m.error_platoon_restore_missing },
  link_missing: { status: 404, message: m.error_link_missing },
  squad_missing: { status: 404, message: m.error_squad_missing },
  sheet_missing: { status: 404, message: m.error_sheet_missing },
  member_missing: { status: 404, message: m.error_member_missing },
  import_missing: { status: 404, message: m.error_import_missing },
  import_incomplete: { status: 409, message: m.error_import_incomplete },
  import_changed: { status: 409, message: m.error_import_changed },
  platoon_loadout_changed: { status: 409, message: m.error_platoon_loadout_changed },
  platoon_locker_full: { status: 409, message: m.error_platoon_locker_full },
  platoon_full: { status: 409, message: m.error_platoon_full },
  platoon_address_taken: { status: 409, message: m.error_platoon_address_taken },
  platoons_full: { status: 409, message: m.error_platoons_full },
  link_over: { status: 409, message: m.error_link_over },
  links_full: { status: 409, message: m.error_links_full },
  squads_full: { status: 409, message: m.error_squads_full },
  squad_full: { status: 409, message: m.error_squad_full },
  sheets_full: { status: 409, message: m.error_sheets_full },
  sheet_changed: { status: 409, message: m.error_sheet_changed },
  squad_plan_full: { status: 409, message: m.error_squad_plan_full },
  folders_full: { status: 409, message: m.error_folders_full },
  plan_full: { status: 409, message: m.error_plan_full },
  goals_full: { status: 409, message: m.error_goals_full },
  goal_unmeasured: { status: 409, message: m.error_goal_unmeasured },
  shares_full: { status: 409, message: m.error_shares_full },
  imports_full: { status: 409, message: m.error_imports_full },
  soldier_listed: { status: 409, message: m.error_soldier_listed },
  soldier_mismatched: { status: 409, message: m.error_soldier_mismatched },
  soldier_unconfirmed: { status: 409, message: m.error_soldier_unconfirmed },
  reading_empty: { status: 409, message: m.error_reading_empty },
  reading_fallen: { status: 409, message: m.error_reading_fallen },
  reading_risen: { status: 409, message: m.error_reading_risen },
  soldiers_full: { status: 409, message: m.error_soldiers_full },
  loadout_changed: { status: 409, message: m.error_loadout_changed },
  locker_full: { status: 409, message: m.error_locker_full },
  loadout_illegal: { status: 422, message: m.error_loadout_illegal },
  snapshot_too_soon: { status: 429, message: m.error_snapshot_too_soon },
  source_busy: { status: 429, message: m.error_source_busy },
  too_many: { status: 429, message: m.error_too_many },
  database_away: { status: 503, message: m.error_database_away },
  storage_full: { status: 503, message: m.error_storage_full },
  storage_read_only: { status: 503, message: m.error_storage_read_only },
  storage_corrupt: { status: 503, message: m.error_storage_corrupt },
  source_mismatched: { status: 503, message: m.error_source_mismatched },
  source_unavailable: { status: 503, message: m.error_source_unavailable },
} as const satisfies Record<string, { status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503; message: Message }>;

/** A message without inputs, in the active language unless `locale` is set. */
type Message = (inputs?: Record<never, never>, options?: { locale?: typeof BASE_LANGUAGE }) => string;

/** Messages for calls that are refused before they reach a procedure, by the error code of tRPC or of the HTTP server. */
export const EARLY_REFUSALS: Partial<Record<string, Message>> = {
  INTERNAL_SERVER_ERROR: m.refusal_internal,
  METHOD_NOT_SUPPORTED: m.refusal_other_method,
  NOT_FOUND: m.refusal_no_such_call,
  PAYLOAD_TOO_LARGE: m.refusal_too_large,
  TOO_MANY_REQUESTS: m.refusal_too_many_requests,
  UNSUPPORTED_MEDIA_TYPE: m.refusal_not_json,
};

export type ErrorCode = keyof typeof ERRORS;

/** Returns the translated message of a refused call by the codes in its error's `data`; null if there is no code. */
export function getRefusalMessage(data: unknown): string | null {
  const { fault, code }: { fault?: { code?: unknown }; code?: unknown } = Object(data);
  if (isErrorCode(fault?.code)) return ERRORS[fault.code].message();
  return typeof code === "string" ? (EARLY_REFUSALS[code] ?? ERRORS.input_invalid.message)() : null;
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === "string" && Object.hasOwn(ERRORS, code);

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  /** Data for the screen, e.g. the violations of an illegal loadout; JSON values only. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    // The message is always English in responses; screens translate the code.
    super(ERRORS[code].message({}, { locale: BASE_LANGUAGE }), options);
    this.code = code;
    this.details = details;
  }
}
