import type { Pool } from 'pg'
import { amongAll, amongFew, inWindow, type MatchQuery } from './matching-runs.ts'
import { type Compared, comparisonLimits } from './number-candidates.ts'
import type { Bind } from './run-conditions.ts'

const { window, candidates, mostCandidates, growth, lookedUp, mostLookedUp } = comparisonLimits

/**
 * Ids of the newest runs that a filter with comparisons of numbers finds, newest first. No single statement is always
 * fast, since the planner knows neither how many runs match nor where they lie. Instead, steps of bounded work run
 * until the page is full or nothing is left, and the bounds grow from round to round:
 *
 * 1. The newest runs are scanned: enough when many match.
 * 2. Candidates, when they are few, are looked up wherever they lie, newest first.
 * 3. When too many candidates of a comparison do not match the rest of the filter, the planner joins sets of ids.
 */
export async function comparedRuns(
  pool: Pool,
  asked: MatchQuery,
  comparisons: readonly Compared[],
): Promise<readonly string[]> {
  const [first] = comparisons
  if (!first) throw new Error('There is no comparison to find runs by.')
  const found: string[] = []
  let rest = asked
  let looked = 0
  for (let times = 1; ; times *= growth) {
    const size = { window: times * window, candidates: asked.most + Math.min(times * lookedUp, mostLookedUp) }
    const step = await askOne<Window>(pool, (bind) => inWindow(rest, first, size, bind))
    found.push(...step.ids)
    looked += size.candidates
    if (step.edge === null || found.length === asked.most) return found
    rest = { ...asked, before: step.edge, most: asked.most - found.length }
    // The estimated lookups for the rest of the page, at the present rate of matches.
    if (step.stopped && rest.most * looked > found.length * mostLookedUp) break
    const bound = times * candidates
    for (const compared of bound > mostCandidates ? [] : comparisons) {
      const few = await askOne<Few>(pool, (bind) => amongFew(rest, compared, bound, bind))
      if (few.complete) return [...found, ...few.ids]
    }
  }
  const others = await ask<{ readonly id: string }>(pool, (bind) => amongAll(rest, comparisons, bind))
  return [...found, ...others.map(({ id }) => id)]
}

interface Window {
  readonly ids: readonly string[]
  readonly edge: string | null
  readonly stopped: boolean
}

interface Few {
  readonly ids: readonly string[]
  readonly complete: boolean
}

async function ask<Row extends object>(pool: Pool, textOf: (bind: Bind) => string): Promise<readonly Row[]> {
  const values: unknown[] = []
  const text = textOf((value) => `$${values.push(value)}`)
  const { rows } = await pool.query<Row>(text, values)
  return rows
}

async function askOne<Row extends object>(pool: Pool, textOf: (bind: Bind) => string): Promise<Row> {
  const [row] = await ask<Row>(pool, textOf)
  if (!row) throw new Error('The list of runs did not answer.')
  return row
}
