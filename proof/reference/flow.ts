import type { FlowEdge } from '#core/definition/control-flow.ts'
import { branchLists } from '#core/definition/inner-lists.ts'
import { type Book, isAwaiting, say, stepNames, visitOf } from './book.ts'

/** May the step start? `dead` and `failed`: it is to be skipped. */
export function readiness(book: Book, name: string): 'wait' | 'ready' | 'dead' | 'failed' {
  const { flow } = book.work.executable
  const visit = visitOf(book, name)
  if (visit.now !== 'untouched') return 'wait'
  const incoming = flow
    .incoming(name)
    .filter((edge) => !edge.back)
    .map((edge) => book.edges.get(edge.id))
  if (incoming.includes(undefined)) return 'wait'
  if (incoming.includes('failed')) return 'failed'
  return incoming.includes('live') || visit.entered !== undefined || flow.roots.includes(name) ? 'ready' : 'dead'
}

/** The step and all that come after it. */
export function downstream(book: Book, name: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const edge of book.work.executable.flow.outgoing(name)) if (!edge.back) downstream(book, edge.to, found)
  return found
}

/** The step is decided: so are the edges out of it. Back edges that are live open their targets again. */
export function decideEdges(
  book: Book,
  name: string,
  decided: (edge: FlowEdge) => 'live' | 'dead' | 'failed' | undefined,
): void {
  const targets: string[] = []
  for (const edge of book.work.executable.flow.outgoing(name)) {
    const now = decided(edge)
    if (now === undefined) continue
    book.edges.set(edge.id, now)
    if (!edge.back) book.agenda.push(edge.to)
    else if (now === 'live') targets.push(edge.to)
  }
  if (targets.length > 0 && book.rollback === null) reopenStep(book, name, targets)
}

export function afterChoice(route: number | undefined): (edge: FlowEdge) => 'live' | 'dead' {
  return (edge) => {
    if (edge.kind === 'failure') return 'dead'
    return edge.kind !== 'route' || (route !== undefined && edge.routes?.includes(route)) ? 'live' : 'dead'
  }
}

/** Everything downstream of the targets begins its next iteration; what is in flight there is superseded. */
export function reopenStep(book: Book, from: string, targets: readonly string[]): void {
  const opened = new Set<string>()
  for (const target of targets) downstream(book, target, opened)
  for (const name of opened) {
    const visit = visitOf(book, name)
    if (isAwaiting(visit)) say(book, name, 'skipped (superseded)')
    const fresh = visit.now === 'untouched' && visit.attempt === 0
    reset(book, name, fresh ? visit.iteration : visit.iteration + 1, targets.includes(name) ? from : undefined)
  }
  book.agenda.push(...targets)
}

/** The step is to be decided once more, and with it the edges out of it. */
export function reset(book: Book, name: string, iteration: number, entered: string | undefined): void {
  const { visits, attempt, iteration: before } = visitOf(book, name)
  const tried = iteration === before ? attempt : 0
  book.visits.set(name, {
    now: 'untouched',
    iteration,
    attempt: tried,
    triedBefore: tried,
    visits,
    ...(entered !== undefined && { entered }),
  })
  for (const edge of book.work.executable.flow.outgoing(name)) book.edges.delete(edge.id)
}

/** Unfinished steps run again; from a step on, all do, and what they wrote is forgotten. */
export function reopenRun(book: Book, from?: string): void {
  const again = from === undefined ? new Set<string>() : downstream(book, from)
  book.status = 'LIVE'
  book.writes = book.writes.filter(({ step }) => !again.has(step))
  for (const name of again) delete book.outputs[name]
  for (const name of stepNames(book)) {
    const { now, undone, iteration, entered, attempt } = visitOf(book, name)
    // A loop whose results are forgotten begins with its first round, and whole steps of a PARALLEL step run again.
    const step = book.work.executable.step(name)
    const forgets = step.type === 'LOOP' || (step.type === 'PARALLEL' && branchLists(step).length > 0)
    const beginsAnew = again.has(name) && attempt > 0 && forgets
    if (now === 'untouched' || !(again.has(name) || now === 'failed' || now === 'unreached' || undone)) continue
    const keepsWayIn = entered !== undefined && (name === from || !again.has(name) || !again.has(entered))
    reset(
      book,
      name,
      now === 'completed' || undone || beginsAnew ? iteration + 1 : iteration,
      keepsWayIn ? entered : undefined,
    )
  }
  book.agenda = [...stepNames(book)]
}
