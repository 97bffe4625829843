/**
 * The front of the queue, in microseconds: the place of whatever waits longest,
 * or the present moment when nothing does. Runs are put in by it and not by the
 * clock, so that one of an owner with few of them does not wait behind all that
 * others have put in before, however far the engines are behind.
 */
export const queueFront = `least(
  (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  (select position from ready where priority = 0 order by position limit 1))`

/** Where the places of runs begin that could not be taken up: no claim looks there. */
export const ASIDE = '4000000000000000000'

/**
 * A run's place in the queue, in microseconds, computed when it is put in: the
 * front, less one minute per step of priority. So a higher priority overtakes,
 * and whatever waits long enough overtakes it in turn (ageing). Owners that
 * start many runs at once are spread by `requests/start-run.ts`, which adds to it.
 */
export function queuePosition(priority: string): string {
  return `(${queueFront} - 60000000::bigint * ${priority})`
}
