/**
 * A run's place in the queue, in microseconds, computed when it is put in: the
 * time, less one minute per step of priority. So a higher priority overtakes,
 * and whatever waits long enough overtakes it in turn (ageing). Owners that
 * start many runs at once are spread by `start-run.ts`, which adds to it.
 */
export function queuePosition(priority: string): string {
  return `((extract(epoch from clock_timestamp()) - 60 * ${priority}) * 1000000)::bigint`
}
