import type { Actor } from '#server/access/actor.ts'
import {
  allCandidates,
  type Compared,
  candidatesInRange,
  comparisonLimits,
  newestCandidates,
  scopeOf,
} from './number-candidates.ts'
import { type Bind, runConditions, valueConditions, waysTo } from './run-conditions.ts'
import type { RunFilter } from './run-filter.ts'

/** The request of a statement: the newest `most` matches of the filter, among the runs before a given run. */
export interface MatchQuery {
  readonly actor: Actor
  readonly filter: RunFilter
  readonly most: number
  readonly before: string | undefined
}

/**
 * Ids of the newest matches, with a plan chosen by the planner: right for filters that an index serves, or that many
 * runs match.
 */
export function newestMatching({ actor, filter: { search, ...filter }, most, before }: MatchQuery, bind: Bind): string {
  const start = before === undefined ? undefined : bind(before)
  const conditions = runConditions(actor, filter, bind, start)
  const limit = bind(most)
  const pages = waysOf(search, bind).map(
    (way) => `(select r.id from own_run r join own_run_state s on s.run_id = r.id where ${conditions} and ${way}
                order by r.id desc limit ${limit})`,
  )
  return `select id from (${pages.join(' union ')}) found order by id desc limit ${limit}`
}

/** The number of scanned runs, and of candidates looked up among them. */
export interface WindowSize {
  readonly window: number
  readonly candidates: number
}

/**
 * Scans the newest runs, among which the index of numbers names the candidates. Returns the matches (`ids`), the run
 * from which on there may be more (`edge`, null for none), and whether the scan stopped because of too many candidates
 * (`stopped`).
 */
export function inWindow(asked: MatchQuery, compared: Compared, most: WindowSize, bind: Bind): string {
  const { actor, filter } = asked
  const before = asked.before === undefined ? undefined : bind(asked.before)
  const size = bind(most.candidates)
  const part = { before, from: `coalesce((select id from edge), '00000000-0000-0000-0000-000000000000')` }
  const candidates = newestCandidates(compared(bind), scopeOf(actor, filter, bind), part, size)
  return `
    with edge as materialized (
      select id from own_run ${before === undefined ? '' : `where id < ${before}`} order by id desc offset ${bind(most.window - 1)} limit 1),
    candidate as materialized (
      select distinct run_id from (${candidates}) found order by run_id desc limit ${size}),
    last as materialized (select run_id from candidate order by run_id desc offset ${size} - 1 limit 1)
    select array(${lookedUp(asked, 'candidate', before, bind)}) as ids,
           coalesce((select run_id from last), (select id from edge))::text as edge,
           exists (select from last) as stopped`
}

/**
 * Looks up the newest of all candidates, if there are at most `bound`. Returns the matches (`ids`), and whether the
 * result is complete (`complete`).
 */
export function amongFew(asked: MatchQuery, compared: Compared, bound: number, bind: Bind): string {
  const { actor, filter, most } = asked
  const before = asked.before === undefined ? undefined : bind(asked.before)
  const size = bind(most + comparisonLimits.lookedUp)
  const candidates = candidatesInRange(compared(bind), scopeOf(actor, filter, bind), { before }, bound + 1)
  return `
    with candidate as materialized (select run_id from (${candidates}) found limit ${bound + 1}),
    newest as materialized (
      select run_id from candidate where (select count(*) from candidate) <= ${bound} order by run_id desc limit ${size}),
    found as materialized (${lookedUp(asked, 'newest', before, bind)})
    select array(select id from found order by id desc) as ids,
           (select count(*) from candidate) <= ${bound}
             and ((select count(*) from newest) < ${size} or (select count(*) from found) = ${bind(most)}) as complete`
}

/**
 * Ids of the newest matches, by sets that the planner joins before runs are looked up one by one. A run is in the first
 * set of candidates of every comparison, or in another set of some comparison. Each set is a separate query, since the
 * planner cannot estimate the size of a union.
 */
export function amongAll(
  { actor, filter, most, ...asked }: MatchQuery,
  comparisons: readonly Compared[],
  bind: Bind,
): string {
  const { search, values, ...others } = filter
  const before = asked.before === undefined ? undefined : bind(asked.before)
  const scope = scopeOf(actor, filter, bind)
  const conditions = runConditions(actor, others, bind, before)
  const candidates = comparisons.map((compared) => allCandidates(compared(bind), scope, { before }))
  const sets = [
    candidates.map(([first]) => `r.id in (${first})`).join(' and '),
    ...candidates.flatMap(([, ...rest]) => rest.map((query) => `r.id in (${query})`)),
  ]
  const matching = waysOf(search, bind).flatMap((way) =>
    sets.map(
      (set) =>
        `select r.id from own_run r join own_run_state s on s.run_id = r.id where ${conditions} and ${set} and ${way}`,
    ),
  )
  const exact = valueConditions({ values }, bind)
  const isExact =
    exact.length === 0
      ? 'true'
      : `exists (select from own_run_search q where q.run_id = m.id and ${exact.join(' and ')} offset 0)`
  return `
    with matching as materialized (${matching.join(' union ')})
    select m.id from (select id from matching order by id desc offset 0) m where ${isExact} limit ${bind(most)}`
}

const waysOf = (search: string | undefined, bind: Bind) => (search ? waysTo(search, bind) : ['true'])

/**
 * Looks up candidates one after the other, newest first, until enough match. `offset 0` prevents joins: where the
 * planner estimates few matches of the filter, it would search for these first, once for each candidate.
 */
function lookedUp(
  { actor, filter: { search, ...filter }, most }: MatchQuery,
  candidates: string,
  before: string | undefined,
  bind: Bind,
): string {
  const conditions = runConditions(actor, filter, bind, before, 'looked up')
  const limit = bind(most)
  const pages = waysOf(search, bind).map(
    (way) => `(select c.run_id as id from (select distinct run_id from ${candidates} order by run_id desc offset 0) c
                 cross join lateral (select * from own_run where id = c.run_id offset 0) r
                 cross join lateral (select * from own_run_state where run_id = c.run_id offset 0) s
                where ${conditions} and ${way}
                order by c.run_id desc limit ${limit})`,
  )
  return `select id from (${pages.join(' union ')}) found order by id desc limit ${limit}`
}
