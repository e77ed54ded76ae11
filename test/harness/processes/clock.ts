// Shifts the clock of the whole process: the account library reads Date itself, so Date has to be replaced globally.

const RealDate = Date;
let offsetMs = 0;

const now = (): number => RealDate.now() + offsetMs;

/** Date with a shifted current time. It is a proxy, so that dates created before and after a shift are instances of both. */
const ShiftedDate = new Proxy(RealDate, {
  construct: (date, parts, newTarget) => Reflect.construct(date, parts.length === 0 ? [now()] : parts, newTarget),
  get: (date, key) => (key === "now" ? now : Reflect.get(date, key)),
});

/** Shifts the current time of the process forwards or backwards; an offset of 0 restores the real Date. */
export function turnProcessClock(ms: number): void {
  offsetMs += ms;
  globalThis.Date = offsetMs === 0 ? RealDate : ShiftedDate;
}

/** Returns the current offset in ms. */
export const getProcessClockMs = (): number => offsetMs;

/** Sets the offset, for example to that of another process. */
export const setProcessClock = (ms: number): void => turnProcessClock(ms - offsetMs);
