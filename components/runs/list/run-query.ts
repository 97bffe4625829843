import type { RunListQuery } from '#components/api/models.ts'
import { readValueCondition } from '#core/run/value-condition.ts'
import { isTrouble } from '../trouble-words.ts'

/** What the address says about the list. An empty text or list says nothing. */
export interface RunAddress {
  readonly status: readonly string[]
  readonly workflow: string
  readonly q: string
  readonly version: number | null
  readonly tag: readonly string[]
  readonly error: string
  /** Conditions on values, as people write them. */
  readonly value: readonly string[]
  /** A span back from now, or empty. */
  readonly since: string
  readonly from: string
  readonly to: string
  /** When they ended, between two instants. */
  readonly endedFrom: string
  readonly endedTo: string
  readonly longer: number | null
  readonly shorter: number | null
  readonly cause: string
  /** Why somebody should look at them; what is none says nothing. */
  readonly trouble: string
  readonly queue: string
  readonly owner: string
  readonly region: string
  /** `yes` or `no`: a person is awaited in them, or below; anything else says nothing. */
  readonly waits: string
  readonly children: boolean
  readonly tests: boolean
}

const MINUTE_MS = 60_000
const spans: Readonly<Record<string, number>> = { '1h': 60, '24h': 24 * 60, '7d': 7 * 24 * 60, '30d': 30 * 24 * 60 }

/** Spans back from now, with their words. */
export const spanWords = [
  ['1h', 'the last hour'],
  ['24h', 'the last 24 hours'],
  ['7d', 'the last 7 days'],
  ['30d', 'the last 30 days'],
] as const

/** Whether the list is narrowed to runs wherever they stand, so that sub-workflows are found as rows of their own. */
export function isSearch(address: RunAddress): boolean {
  const { status, q, tag, error, value, longer, shorter, cause, version, trouble, queue, endedFrom, endedTo } = address
  const { owner, region, waits } = address
  return (
    [status, q, tag, error, value, cause, trouble, queue, endedFrom, endedTo, owner, region, waits].some(
      (each) => each.length > 0,
    ) || [longer, shorter, version].some((each) => each !== null)
  )
}

export function isNarrowed(address: RunAddress): boolean {
  return isSearch(address) || [address.workflow, address.since, address.from, address.to].some((each) => each !== '')
}

/** How many conditions the address has besides the words that are searched for: a span of time and a list are one each. */
export function conditionCount(address: RunAddress): number {
  const { status, workflow, version, tag, error, value, since, from, to, endedFrom, endedTo, longer, shorter } = address
  const { cause, trouble, queue, owner, region, waits, children, tests } = address
  const said = [
    status.length > 0,
    workflow !== '',
    version !== null,
    tag.length > 0,
    error !== '',
    value.length > 0,
    since !== '' || from !== '' || to !== '',
    endedFrom !== '' || endedTo !== '',
    longer !== null || shorter !== null,
    cause !== '',
    trouble !== '',
    queue !== '',
    owner !== '' || region !== '' || waits !== '',
    children,
    tests,
  ]
  return said.filter(Boolean).length
}

/** What the address means to the server at an instant; a condition that cannot be read says nothing. */
export function runQuery(address: RunAddress, nowMs: number): RunListQuery {
  const { status, workflow, q, version, tag, error, since, from, to, longer, shorter, cause, queue, children, tests } =
    address
  const { owner, region, waits } = address
  const values = address.value.flatMap((text) => readValueCondition(text) ?? [])
  const span = spans[since]
  // To the minute, so that the same question is asked again and not a new one at each look.
  const sinceMs = span === undefined ? null : (Math.floor(nowMs / MINUTE_MS) - span) * MINUTE_MS
  const createdFrom = instantOf(from) ?? (sinceMs === null ? null : new Date(sinceMs).toISOString())
  const createdTo = instantOf(to)
  const [endedFrom, endedTo] = [instantOf(address.endedFrom), instantOf(address.endedTo)]
  return {
    ...(status.length > 0 && { status: [...status] }),
    ...(workflow !== '' && { workflow }),
    ...(q !== '' && { search: q }),
    ...(version !== null && { version }),
    ...(tag.length > 0 && { tags: [...tag] }),
    ...(error !== '' && { error }),
    ...(values.length > 0 && { values: values.map((each) => ({ ...each, path: [...each.path] })) }),
    ...(createdFrom !== null && { createdFrom }),
    ...(createdTo !== null && { createdTo }),
    ...(endedFrom !== null && { endedFrom }),
    ...(endedTo !== null && { endedTo }),
    ...(longer !== null && { longerThanMs: longer * 1_000 }),
    ...(shorter !== null && { shorterThanMs: shorter * 1_000 }),
    ...(/^[0-9a-f]{16}$/.test(cause) && { fingerprint: cause }),
    ...(isTrouble(address.trouble) && { trouble: address.trouble }),
    ...(queue !== '' && { queue }),
    ...(owner !== '' && { ownerId: owner }),
    ...(region !== '' && { dataRegion: region }),
    ...((waits === 'yes' || waits === 'no') && { blockedOnHuman: waits === 'yes' }),
    ...(tests && { tests: 'with' as const }),
    // A question about a status or a word is about every run; the plain list folds sub-workflows under their parents.
    rootsOnly: !children && !isSearch(address),
  }
}

function instantOf(text: string): string | null {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
