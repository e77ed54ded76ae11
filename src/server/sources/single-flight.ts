// Who asks the same at the same time shares one asking.

export type SingleFlight<T> = (
  key: string,
  begin: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

type Flight<T> = { landing: Promise<T>; end: AbortController; passengers: number };

/** At most one flight per key; its signal ends it when everybody who waited for it has left. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  function takeOff(key: string, begin: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const end = new AbortController();
    const flight = { landing: begin(end.signal), end, passengers: 0 };
    const forget = () => flights.get(key) === flight && flights.delete(key);
    end.signal.addEventListener("abort", forget);
    flight.landing.then(forget, forget);
    flights.set(key, flight);
    return flight;
  }

  return async (key, begin, signal) => {
    signal?.throwIfAborted();
    const flight = flights.get(key) ?? takeOff(key, begin);
    flight.passengers += 1;
    try {
      return await orLeft(flight.landing, signal);
    } finally {
      flight.passengers -= 1;
      if (flight.passengers === 0) flight.end.abort();
    }
  };
}

/** The result, or the signal's reason when that comes first. */
async function orLeft<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result;
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal.reason);
  signal.addEventListener("abort", leave);
  try {
    return await Promise.race([result, left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
