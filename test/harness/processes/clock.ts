// The process's own clock, turned: the account library reads Date itself, so Date has to be late or early for everybody.

const RealDate = Date;
let offsetMs = 0;

const now = (): number => RealDate.now() + offsetMs;

/** The same class, but for the present: dates made before and after a turn stay instances of it. */
const TurnedDate = new Proxy(RealDate, {
  construct: (date, given, called) => Reflect.construct(date, given.length === 0 ? [now()] : given, called),
  get: (date, key) => (key === "now" ? now : Reflect.get(date, key)),
});

/** Moves the present of the whole process on, or back; at no offset the clock is the real one again. */
export function turnProcessClock(ms: number): void {
  offsetMs += ms;
  globalThis.Date = offsetMs === 0 ? RealDate : TurnedDate;
}

/** By how much the present is moved. */
export const processClockMs = (): number => offsetMs;

/** Moves the present to where another process has it. */
export const setProcessClock = (ms: number): void => turnProcessClock(ms - offsetMs);
