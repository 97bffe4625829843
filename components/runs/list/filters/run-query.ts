import type { RunListQuery } from '#components/api/models.ts'
import { readValueCondition } from '#core/run/search/value-condition.ts'
import { isTrouble } from '../../trouble-words.ts'
import { isPhase, isSeverity } from './phase-choices.ts'
import { instantOf, type RunAddress, spanMinutes } from './run-address.ts'
import { unreadable } from './unreadable.ts'

const MINUTE_MS = 60_000

export function isNarrowed(address: RunAddress): boolean {
  const { status, q, tag, error, value, longer, shorter, cause, version, trouble, queue, endedFrom, endedTo } = address
  const { owner, region, parent, within, workflow, except, since, from, to, waits, atStep, failedStep } = address
  const { phase, severity, resource } = address
  const texts = [
    resource,
    atStep,
    failedStep,
    q,
    within,
    error,
    cause,
    trouble,
    queue,
    endedFrom,
    endedTo,
    owner,
    region,
    parent,
    workflow,
    except,
    since,
  ]
  return (
    [status, phase, severity, tag, value, ...texts, from, to, waits].some((each) => each.length > 0) ||
    [longer, shorter, version].some((each) => each !== null)
  )
}

/** The beginning of a run id, as a list shows it: a descendant is found by it, too. */
const isRunId = (text: string) => /^[0-9a-f]{8}[0-9a-f-]*$/i.test(text)

/** Whether the list is of roots alone: sub-workflow runs are inside their roots unless they are asked for. */
export const isOfRoots = ({ children, parent, q }: Pick<RunAddress, 'children' | 'parent' | 'q'>): boolean =>
  !children && parent === '' && !isRunId(q)

/** The number of conditions in the address besides the search text; a time span and a list count as one each. */
export function conditionCount(address: RunAddress): number {
  const { status, workflow, version, tag, error, value, since, from, to, endedFrom, endedTo, longer, shorter } = address
  const { cause, trouble, queue, owner, region, waits, parent, children, tests, atStep, failedStep } = address
  const said = [
    status.length > 0,
    address.phase.length > 0 || address.severity.length > 0,
    address.resource !== '',
    workflow !== '',
    version !== null,
    tag.length > 0,
    error !== '',
    value.length > 0,
    address.within !== '',
    since !== '' || from !== '' || to !== '',
    endedFrom !== '' || endedTo !== '',
    longer !== null || shorter !== null,
    cause !== '',
    trouble !== '',
    queue !== '',
    atStep !== '',
    failedStep !== '',
    owner !== '' || region !== '' || waits !== '' || address.except !== '',
    parent !== '',
    children,
    tests,
  ]
  return said.filter(Boolean).length
}

/**
 * The beginning of a time span. It moves in steps of a sixtieth of the span, a minute for an hour, so that consecutive
 * refreshes have an equal query: a new query starts at the first page.
 */
function beginOf(spanMinutes: number, nowMs: number): number {
  const stepMs = (spanMinutes / 60) * MINUTE_MS
  return Math.floor(nowMs / stepMs) * stepMs - spanMinutes * MINUTE_MS
}

/**
 * The server query for an address at an instant. Null when a part of the address cannot be read: without that part the
 * query would match more runs than the address means.
 */
export function runQuery(address: RunAddress, nowMs: number): RunListQuery | null {
  if (unreadable(address).length > 0) return null
  const { status, workflow, q, version, tag, error, since, from, to, longer, shorter, cause, queue, tests } = address
  const { owner, region, waits, parent, atStep, failedStep } = address
  const values = address.value.flatMap((text) => readValueCondition(text) ?? [])
  const span = spanMinutes[since]
  const sinceMs = span === undefined ? null : beginOf(span, nowMs)
  const createdFrom = instantOf(from) ?? (sinceMs === null ? null : new Date(sinceMs).toISOString())
  const createdTo = instantOf(to)
  const [endedFrom, endedTo] = [instantOf(address.endedFrom), instantOf(address.endedTo)]
  return {
    ...(status.length > 0 && { status: [...status] }),
    ...(address.phase.length > 0 && { phase: address.phase.filter(isPhase) }),
    ...(address.severity.length > 0 && { phaseSeverity: address.severity.filter(isSeverity) }),
    ...(address.resource !== '' && { lockedResource: address.resource }),
    ...(workflow !== '' && { workflow }),
    ...(address.except !== '' && { exceptWorkflow: address.except }),
    ...(q !== '' && { search: q }),
    ...(address.within !== '' && { within: address.within }),
    ...(version !== null && { version }),
    ...(tag.length > 0 && { tags: [...tag] }),
    ...(error !== '' && { error }),
    ...(values.length > 0 && { values: values.map((each) => ({ ...each, path: [...each.path] })) }),
    ...(createdFrom !== null && { createdFrom }),
    ...(createdTo !== null && { createdTo }),
    ...(endedFrom !== null && { endedFrom }),
    ...(endedTo !== null && { endedTo }),
    ...(longer !== null && { longerThanMs: Math.round(longer * 1_000) }),
    ...(shorter !== null && { shorterThanMs: Math.round(shorter * 1_000) }),
    ...(cause !== '' && { fingerprint: cause }),
    ...(isTrouble(address.trouble) && { trouble: address.trouble }),
    ...(queue !== '' && { queue }),
    ...(atStep !== '' && { atStep }),
    ...(failedStep !== '' && { failedStep }),
    ...(owner !== '' && { ownerId: owner }),
    ...(region !== '' && { dataRegion: region }),
    ...(parent !== '' && { parentRunId: parent }),
    ...((waits === 'yes' || waits === 'no') && { blockedOnHuman: waits === 'yes' }),
    ...((waits === 'person' || waits === 'signal') && { waitingFor: waits }),
    ...(tests && { tests: 'with' as const }),
    rootsOnly: isOfRoots(address),
  }
}
