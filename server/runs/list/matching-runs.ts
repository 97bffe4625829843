import { limits } from '#core/limits.ts'
import type { Actor } from '../../actor.ts'
import { numberCandidates } from './number-candidates.ts'
import { type Bind, runConditions, waysTo } from './run-conditions.ts'
import type { RunFilter } from './run-filter.ts'

/** A query of the newest runs that a filter finds, as parts of a statement. */
export interface MatchingRuns {
  /** Common table expressions that the query refers to. */
  readonly tables: readonly string[]
  /** Selects of `id`, each at most as many as asked for; their union begins with the newest runs that match. */
  readonly selects: readonly string[]
}

/**
 * Ways to the newest runs that a filter finds. A comparison of numbers has two, of which the number of candidates chooses one
 * while the statement runs, since the planner knows neither how many match nor where they lie: few candidates are looked up,
 * newest first; with many, the newest runs are gone through until enough match.
 */
export function matchingRuns(
  actor: Actor,
  { search, ...filter }: RunFilter,
  bind: Bind,
  most: string,
  before?: string,
): MatchingRuns {
  const candidates = numberCandidates(actor, filter, bind, before)
  const conditions = runConditions(actor, filter, bind, before, candidates.length > 0 ? 'looked up' : 'joined')
  const ways = search ? waysTo(search, bind) : ['true']
  const isFew = candidates.map((_, place) => `(select count(*) from candidate_${place}) <= ${limits.search.candidates}`)
  const lookedUp = candidates.flatMap((_, place) => {
    const chosen = [...isFew.slice(0, place).map((few) => `not ${few}`), isFew[place]].join(' and ')
    return ways.map(
      (way) => `(select c.run_id as id
                   from (select distinct run_id from candidate_${place} order by run_id desc offset 0) c
                   join run r on r.id = any(array[c.run_id]) join run_state s on s.run_id = any(array[c.run_id])
                  where ${chosen} and ${conditions} and ${way}
                  order by c.run_id desc limit ${most})`,
    )
  })
  const goneThrough = ways.map(
    (way) => `(select r.id from run r join run_state s on s.run_id = r.id
                where ${[...isFew.map((few) => `not ${few}`), conditions, way].join(' and ')}
                order by r.id desc limit ${most})`,
  )
  return {
    tables: candidates.map(
      (query, place) =>
        `candidate_${place} as materialized (select run_id from (${query}) found limit ${limits.search.candidates + 1})`,
    ),
    selects: [...lookedUp, ...goneThrough],
  }
}
