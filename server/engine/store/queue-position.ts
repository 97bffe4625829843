/**
 * The front of the queue, in microseconds: the place of the run that waits longest, or the present moment when the
 * queue is empty. Runs are placed by the front and not by the clock, so that a run of an owner with few runs does not
 * wait behind all earlier runs of other owners, however far the engines are behind.
 */
export const queueFront = `least(
  (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  (select position from ready where priority = 0 order by position limit 1))`

/** The first position of parked runs, which could not be taken up: no claim reads there. */
export const PARKED = '4000000000000000000'

/**
 * A run's place in the queue, in microseconds, computed at insertion: the front, less one minute per step of priority.
 * So a run of higher priority overtakes, and a run that waits long enough overtakes it in turn (ageing). The runs that
 * an owner starts at once are spread by `requests/start-run.ts`, which adds to the place; `placesOfWoken` spreads woken
 * runs.
 */
export function queuePosition(priority: string): string {
  return `(${queueFront} - 60000000::bigint * ${priority})`
}

/** Distance between an owner's woken runs, in microseconds: as large as between its starting runs. */
const SPREAD = 1_000

/**
 * Queue rows (run_id, owner_id, woken, position) for the rows (run_id, owner_id) of woken runs, which are runs with a
 * new message. The first run of an owner stands at the front, or behind the owner's last run that was woken before. So
 * when thousands of runs of one owner wake at once, by one statement or by many, only one of them stands where a run of
 * another owner is inserted. Runs that wait to begin do not count here: begun runs go before them.
 */
export function placesOfWoken(woken: string): string {
  return `
  with front as materialized (select ${queueFront} as front),
  owners as materialized (
    select each.owner_id, greatest(f.front,
           (select r.position + ${SPREAD} from ready r
             where r.woken and r.owner_id = each.owner_id and r.position >= f.front and r.position < ${PARKED}
             order by r.position desc limit 1)) as place
      from (select distinct owner_id from (${woken}) d) each, front f
  )
  select w.run_id, w.owner_id, true as woken,
         o.place + ${SPREAD} * (row_number() over (partition by w.owner_id order by w.run_id) - 1) as position
    from (${woken}) w join owners o using (owner_id)`
}
