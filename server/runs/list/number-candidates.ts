import { type Actor, ownerScope } from '../../actor.ts'
import { DURATION, numberKey, OPEN_SINCE, severalKey } from '../../number-key.ts'
import type { Bind } from './run-conditions.ts'
import type { RunFilter, ValueCondition } from './run-filter.ts'

/** Bounds of a number, both included: candidates are looked at again, so a bound may be wider than the filter's. */
interface Range {
  readonly path: readonly string[]
  readonly from: number | null
  readonly to: number | null
}

/**
 * Queries of run ids, one for each number that the filter compares: each finds every run that the comparison finds, and maybe
 * others, from the index of numbers (`run_number`). None when an index of equal values or of causes serves the filter already.
 */
export function numberCandidates(actor: Actor, filter: RunFilter, bind: Bind, before?: string): readonly string[] {
  if (filter.fingerprint !== undefined || filter.values?.some(({ is }) => is === '=')) return []
  const ranges = rangesOf(filter.values ?? [])
  if (ranges.length === 0 && filter.longerThanMs === undefined && filter.shorterThanMs === undefined) return []
  const owners = [ownerScope(actor) ?? undefined, filter.ownerId].filter((owner) => owner !== undefined)
  const scope = [
    ...owners.map((owner) => `n.owner_id = ${bind(owner)}`),
    ...(before === undefined ? [] : [`n.run_id < ${before}`]),
  ]
  const numbers = (key: string | number, from: string | null, to: string | null) =>
    `select n.run_id from run_number n where ${[
      `n.key = ${key}`,
      ...(from === null ? [] : [`n.number >= ${from}`]),
      ...(to === null ? [] : [`n.number <= ${to}`]),
      ...scope,
    ].join(' and ')}`
  const number = (value: number | null) => (value === null ? null : `${bind(value)}::float8`)

  const ofPath = ({ path, from, to }: Range) => [
    numbers(`${bind(numberKey(path))}::bigint`, number(from), number(to)),
    // One number may meet one bound, and another one of the same list the other bound.
    ...(from === null || to === null ? [] : [numbers(`${bind(severalKey(path))}::bigint`, null, null)]),
    notIndexed('<> 1', before),
  ]
  return [...durations(filter, numbers, number, before), ...ranges.map(ofPath)].map((parts) =>
    parts.join(' union all '),
  )
}

function durations(
  { longerThanMs, shorterThanMs }: RunFilter,
  numbers: (key: number, from: string | null, to: string | null) => string,
  number: (value: number | null) => string | null,
  before: string | undefined,
): readonly (readonly string[])[] {
  if (longerThanMs === undefined && shorterThanMs === undefined) return []
  const ago = (ms: number | undefined) =>
    ms === undefined ? null : `extract(epoch from now())::float8 * 1000 - ${number(ms)}`
  return [
    [
      // A millisecond wider: the database computes with fractions.
      numbers(DURATION, number(longerThanMs === undefined ? null : longerThanMs - 1), number(shorterThanMs ?? null)),
      numbers(OPEN_SINCE, ago(shorterThanMs), ago(longerThanMs === undefined ? undefined : longerThanMs - 1)),
      // A run that an engine holds may have begun since its entry was made.
      `select e.run_id from run_state e where e.engine_id is not null${before === undefined ? '' : ` and e.run_id < ${before}`}`,
      notIndexed('= 0', before),
    ],
  ]
}

/** Runs of which not all numbers are in the index. */
const notIndexed = (numbers: string, before: string | undefined) =>
  `select q.run_id from run_search q where q.numbers <> 1 and q.numbers ${numbers}${before === undefined ? '' : ` and q.run_id < ${before}`}`

/** Comparisons with numbers, one range for each path: `amount > 5` and `amount < 9` are one. */
function rangesOf(values: readonly ValueCondition[]): readonly Range[] {
  const ranges = new Map<string, Range>()
  for (const { path, is, value } of values) {
    if (typeof value !== 'number' || !(is.startsWith('<') || is.startsWith('>'))) continue
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
