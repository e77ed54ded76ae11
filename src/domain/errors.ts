/**
 * Every error the product answers with. The code is part of the API and never renamed; the message is for people and
 * may improve.
 */
export const ERRORS = {
  input_invalid: { status: 400, message: "Something in this request isn't valid." },
  signed_out: { status: 401, message: "Your session has expired. Please sign in again." },
  password_too_short: { status: 400, message: "Password too short" },
  password_too_long: { status: 400, message: "Password too long" },
  picture_unfit: { status: 400, message: "This picture can't be used. Try another one." },
  password_too_common: { status: 400, message: "This password is too easy to guess. Choose another one." },
  password_already_set: { status: 400, message: "user already has a password" },
  session_not_fresh: { status: 403, message: "Session is not fresh" },
  account_needed: { status: 403, message: "Guests have no account yet. Create one to do this." },
  weapon_unknown: { status: 404, message: "This game has no such weapon." },
  entry_unknown: { status: 404, message: "This catalogue has no such entry." },
  loadout_missing: { status: 404, message: "This loadout is no longer in your locker." },
  folder_missing: { status: 404, message: "This folder is no longer in your locker." },
  soldier_missing: { status: 404, message: "This soldier is no longer in your locker." },
  snapshot_missing: { status: 404, message: "This snapshot is no longer in your locker." },
  job_missing: { status: 404, message: "This task has expired. Start it again." },
  soldier_unknown: { status: 404, message: "The statistics service has no soldier with this name on this platform." },
  target_unknown: { status: 404, message: "There is no such unlock or award." },
  share_missing: { status: 404, message: "There is no shared loadout at this address." },
  share_revoked: { status: 404, message: "This loadout is no longer shared." },
  import_missing: { status: 404, message: "This import has ended. Start it again." },
  import_incomplete: { status: 409, message: "This import isn't complete yet. Try again." },
  import_changed: { status: 409, message: "Some of these loadouts were changed elsewhere in the meantime." },
  folders_full: { status: 409, message: "You have too many folders. Remove one to make room." },
  plan_full: { status: 409, message: "Your plan is full. Remove something to make room." },
  goals_full: { status: 409, message: "You have too many goals. Remove one to make room." },
  goal_unmeasured: { status: 409, message: "No snapshot has this figure yet. Set a total as the goal instead." },
  shares_full: { status: 409, message: "You share too many loadouts. Stop sharing one to make room." },
  snapshots_full: { status: 409, message: "You have too many snapshots. Deleted ones free their room after 30 days." },
  imports_full: { status: 409, message: "You have too many imports. The oldest free their room after 30 days." },
  soldiers_full: { status: 409, message: "You have too many soldiers. Remove one to make room." },
  loadout_changed: { status: 409, message: "This loadout was changed elsewhere in the meantime." },
  locker_full: { status: 409, message: "Your locker is full. Delete a loadout to make room." },
  loadout_illegal: { status: 422, message: "The game would not allow this loadout." },
  snapshot_too_soon: { status: 429, message: "You can take a new snapshot in a few minutes." },
  source_busy: { status: 429, message: "Too many soldiers are being read right now. Please wait a moment." },
  too_many: { status: 429, message: "This was too much at once. Please wait a moment." },
  database_away: { status: 503, message: "This cannot be done right now. Please try again in a moment." },
  source_unavailable: { status: 503, message: "Player statistics can't be reached right now." },
} as const satisfies Record<string, { status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  /** Facts for the screen, e.g. the violations of an illegal loadout; JSON values only. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(ERRORS[code].message, options);
    this.code = code;
    this.details = details;
  }
}
