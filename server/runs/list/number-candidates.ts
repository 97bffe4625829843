import type { PublicStatus } from '#core/run/statuses.ts'
import { liveStatuses } from '#core/run/views/status.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { DURATION, numberKey, OPEN_SINCE, severalKey } from '../../number-key.ts'
import type { Bind } from './run-conditions.ts'
import type { RunFilter, ValueCondition } from './run-filter.ts'

/** Bounds of the ways in which a list finds runs by a comparison of numbers. */
export const comparisonLimits = {
  /**
   * Each round reads `window` of the newest runs, then up to `candidates` from the index, newest first; both bounds grow
   * by the factor `growth` per round. More than `mostCandidates` are not sorted, because a full scan is faster. After
   * `lookedUp` candidates without a match, or `mostLookedUp` when some match, the database chooses the way.
   */
  window: 5_000,
  candidates: 10_000,
  mostCandidates: 100_000,
  growth: 8,
  lookedUp: 1_000,
  mostLookedUp: 10_000,
  /** Runs that ended within this time are compared without the index, which may not have them yet. */
  unindexedMs: 5_000,
} as const

/**
 * Candidate runs of one comparison: runs with a number within one of the ranges, and runs whose numbers are not, or not
 * all, in the index (`run_number`). The candidates include every match; the run's own row decides whether it matches.
 */
export interface Comparison {
  readonly ranges: readonly NumberRange[]
  readonly others: readonly Others[]
}

/** Numbers of one key within bounds, as conditions on `run_number n`. */
interface NumberRange {
  readonly key: string
  readonly bounds: readonly string[]
}

/** A query of run ids, to which conditions can be added; `id` is the expression of the run id. */
interface Others {
  readonly query: string
  readonly id: string
}

/** Bounds of a number, both included: a bound may be wider than the filter's. */
interface Range {
  readonly path: readonly string[]
  readonly from: number | null
  readonly to: number | null
}

/** The examined part of the list: only runs before `before`, and none before `from`; both are SQL expressions. */
export interface Part {
  readonly before?: string | undefined
  readonly from?: string | undefined
}

/** A comparison as part of a statement; its parameters are bound by `bind`. */
export type Compared = (bind: Bind) => Comparison

/**
 * The comparisons of a filter: of the duration of runs, and of each path. Empty when an index of equal values or of
 * causes serves the filter already.
 */
export function comparisonsOf(filter: RunFilter): readonly Compared[] {
  const { fingerprint, values = [], longerThanMs, shorterThanMs } = filter
  if (fingerprint !== undefined || values.some(({ is }) => is === '=')) return []
  const ofDuration: Compared = (bind) =>
    duration(
      { longerThanMs: longerThanMs ?? null, shorterThanMs: shorterThanMs ?? null, ...kindsOf(filter) },
      numbered(bind),
    )
  const ofValues = rangesOf(values).map(
    (range): Compared =>
      (bind) =>
        ofPath(range, bind, numbered(bind)),
  )
  return [...(longerThanMs === undefined && shorterThanMs === undefined ? [] : [ofDuration]), ...ofValues]
}

/** Whether ended runs, and open runs, can pass the status conditions of a filter. */
function kindsOf({ status, publicStatus, endedFrom, endedTo }: RunFilter): Pick<Durations, 'ended' | 'open'> {
  const areOpen = [
    ...(status?.length ? [status.map((word) => liveStatuses.some((live) => live === word))] : []),
    ...(publicStatus?.length ? [publicStatus.map((word) => !endedWords.has(word))] : []),
    ...(endedFrom === undefined && endedTo === undefined ? [] : [[false]]),
  ]
  return { ended: areOpen.every((are) => are.includes(false)), open: areOpen.every((are) => are.includes(true)) }
}

const endedWords: ReadonlySet<PublicStatus> = new Set(['completed', 'failed', 'cancelled'])

interface Durations {
  readonly longerThanMs: number | null
  readonly shorterThanMs: number | null
  readonly ended: boolean
  readonly open: boolean
}

const numbered = (bind: Bind) => (value: number | null) => (value === null ? null : `${bind(value)}::float8`)

/** The conditions of a filter on columns that the index of numbers holds too. */
export function scopeOf(actor: Actor, filter: RunFilter, bind: Bind): readonly string[] {
  const owners = [ownerScope(actor) ?? undefined, filter.ownerId].filter((owner) => owner !== undefined)
  return [
    ...owners.map((owner) => `n.owner_id = ${bind(owner)}`),
    ...(filter.workflow === undefined ? [] : [`n.workflow = ${bind(filter.workflow)}`]),
  ]
}

/**
 * All candidates, as queries that leave the plan to the planner. The first is the first range, which is mostly the
 * largest.
 */
export function allCandidates({ ranges, others }: Comparison, scope: readonly string[], part: Part): readonly string[] {
  return [...ranges.map((range) => inRange(range, scope, part)), ...othersWithin(others, part)]
}

/**
 * At most `most` candidates, in the order of their numbers. The order makes the planner use the index of ranges: with a
 * limit alone, it would read the table from its beginning as soon as it estimates many rows.
 */
export function candidatesInRange(
  { ranges, others }: Comparison,
  scope: readonly string[],
  part: Part,
  most: number,
): string {
  return [
    ...ranges.map(
      (range) => `(${inRange(range, scope, part)} order by n.key, n.owner_id, n.workflow, n.number limit ${most})`,
    ),
    ...othersWithin(others, part),
  ].join(' union all ')
}

/**
 * At most `most` candidates, newest first. The inner query reads all numbers of a key in the order of runs, by the
 * index of that order. The comparison stands in the outer query; otherwise the planner might use the index of ranges
 * and sort the result.
 */
export function newestCandidates(
  { ranges, others }: Comparison,
  scope: readonly string[],
  part: Part,
  most: string,
): string {
  return [
    ...ranges.map(({ key, bounds }) => {
      const numbers = `select n.run_id, n.owner_id, n.workflow, n.number from own_run_number n
                        where ${[key, ...partOf('n.run_id', part)].join(' and ')} order by n.run_id desc offset 0`
      const conditions = [...bounds, ...scope].join(' and ') || 'true'
      return `(select distinct n.run_id from (${numbers}) n where ${conditions} order by n.run_id desc limit ${most})`
    }),
    ...othersWithin(others, part),
  ].join(' union all ')
}

const inRange = ({ key, bounds }: NumberRange, scope: readonly string[], part: Part) =>
  `select n.run_id from own_run_number n where ${[key, ...bounds, ...scope, ...partOf('n.run_id', part)].join(' and ')}`

function partOf(id: string, { before, from }: Part): readonly string[] {
  return [...(before === undefined ? [] : [`${id} < ${before}`]), ...(from === undefined ? [] : [`${id} >= ${from}`])]
}

const othersWithin = (others: readonly Others[], part: Part) =>
  others.map(({ query, id }) => [query, ...partOf(id, part)].join(' and '))

function within(key: string | number, from: string | null, to: string | null): NumberRange {
  return {
    key: `n.key = ${key}`,
    bounds: [...(from === null ? [] : [`n.number >= ${from}`]), ...(to === null ? [] : [`n.number <= ${to}`])],
  }
}

type Numbered = (value: number | null) => string | null

function ofPath({ path, from, to }: Range, bind: Bind, number: Numbered): Comparison {
  return {
    ranges: [
      within(`${bind(numberKey(path))}::bigint`, number(from), number(to)),
      // One number of a list may meet one bound, and another number of that list the other bound.
      ...(from === null || to === null ? [] : [within(`${bind(severalKey(path))}::bigint`, null, null)]),
    ],
    others: [notIndexed('<> 1')],
  }
}

function duration({ longerThanMs, shorterThanMs, ended, open }: Durations, number: Numbered): Comparison {
  // The bound is a millisecond wider, because the database computes with fractions.
  const least = longerThanMs === null ? null : longerThanMs - 1
  const ago = (ms: number | null) => (ms === null ? null : `(extract(epoch from now())::float8 * 1000 - ${number(ms)})`)
  const took = (until: string) =>
    [
      ...(longerThanMs === null ? [] : [`>= ${number(least)}`]),
      ...(shorterThanMs === null ? [] : [`<= ${number(shorterThanMs)}`]),
    ].map((bound) => ` and extract(epoch from ${until} - e.started_at)::float8 * 1000 ${bound}`)
  return {
    ranges: [
      ...(ended ? [within(DURATION, number(least), number(shorterThanMs))] : []),
      ...(open ? [within(OPEN_SINCE, ago(shorterThanMs), ago(least))] : []),
    ],
    others: [
      // The index entry of a run that an engine holds may predate its start, and a run that has just ended has no entry
      // yet.
      ...(open ? [{ query: `${heldRuns}${took('now()').join('')}`, id: 'e.run_id' }] : []),
      ...(ended ? [{ query: `${justEnded}${took('e.ended_at').join('')}`, id: 'e.run_id' }] : []),
      notIndexed('= 0'),
    ],
  }
}

const heldRuns = 'select e.run_id from own_run_state e where e.engine_id is not null'
const justEnded = `select e.run_id from own_run_state e
                    where e.ended_at > now() - make_interval(secs => ${comparisonLimits.unindexedMs / 1000})`

/** Runs whose numbers are not all in the index. */
const notIndexed = (numbers: string): Others => ({
  query: `select q.run_id from own_run_search q where q.numbers <> 1 and q.numbers ${numbers}`,
  id: 'q.run_id',
})

const isComparison = ({ is, value }: ValueCondition) =>
  typeof value === 'number' && (is.startsWith('<') || is.startsWith('>'))

/** Comparisons with numbers, one range for each path: `amount > 5` and `amount < 9` are one. */
function rangesOf(values: readonly ValueCondition[]): readonly Range[] {
  const ranges = new Map<string, Range>()
  for (const condition of values) {
    const { path, is, value } = condition
    if (typeof value !== 'number' || !isComparison(condition)) continue
    const key = JSON.stringify(path)
    const { from, to } = ranges.get(key) ?? { from: null, to: null }
    ranges.set(
      key,
      is.startsWith('>')
        ? { path, from: Math.max(from ?? value, value), to }
        : { path, from, to: Math.min(to ?? value, value) },
    )
  }
  return [...ranges.values()]
}
