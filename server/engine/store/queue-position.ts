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
 * start many runs at once are spread by `requests/start-run.ts`, which adds to it; woken
 * runs are by `placesOfWoken`.
 */
export function queuePosition(priority: string): string {
  return `(${queueFront} - 60000000::bigint * ${priority})`
}

/** An owner's woken runs are this far apart, in microseconds, as those that start are. */
const SPREAD = 1_000

/**
 * Rows (run_id, owner_id, woken, position) of the queue for the rows (run_id, owner_id) of runs that something came for:
 * the first of an owner at the front, or behind the last of its own that were woken before. So of one who has thousands
 * woken at once, by one statement or by many, only one stands where another owner's is put in. Runs that wait to begin do not
 * count here: what has begun goes on before them.
 */
export function placesOfWoken(woken: string): string {
  return `
  with front as materialized (select ${queueFront} as front),
  owners as materialized (
    select each.owner_id, greatest(f.front,
           (select r.position + ${SPREAD} from ready r
             where r.woken and r.owner_id = each.owner_id and r.position >= f.front and r.position < ${ASIDE}
             order by r.position desc limit 1)) as place
      from (select distinct owner_id from (${woken}) d) each, front f
  )
  select w.run_id, w.owner_id, true as woken,
         o.place + ${SPREAD} * (row_number() over (partition by w.owner_id order by w.run_id) - 1) as position
    from (${woken}) w join owners o using (owner_id)`
}
