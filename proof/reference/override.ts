import { END, type Step } from '#core/definition/definition.ts'
import { isJsonObject } from '#core/json.ts'
import { type Book, isAwaiting, say, tried, visitOf } from './book.ts'
import { afterChoice, decideEdges, downstream, readiness, reopenRun, reopenStep } from './flow.ts'
import { complete, defaultRoute } from './settle.ts'
import type { Fact } from './work.ts'

export type Overriding = Extract<Fact, { readonly kind: 'skipped' | 'led' | 'marked_done' }>

/** A person overrules a step: one that awaits something or could start, or, in a run that has failed, one that failed. */
export function noteOfOverride(book: Book, step: Step, fact: Overriding): string | null {
  const { name } = step
  const { now } = visitOf(book, name)
  const isLive = book.status === 'LIVE'
  const may = isLive
    ? book.started && book.rollback === null && (isAwaiting(visitOf(book, name)) || readiness(book, name) === 'ready')
    : book.status !== 'COMPLETED' && book.status !== 'CANCELLED' && now === 'failed'
  if (!may) return `${name} is ${now} in a run that is ${book.status}`
  if (!isLive) reopenRun(book)
  const visit = visitOf(book, name)
  switch (fact.kind) {
    case 'skipped':
      say(book, name, 'skipped (operator)')
      visit.now = 'when'
      decideEdges(book, name, afterChoice(defaultRoute(step)))
      return null
    case 'marked_done': {
      if (!isAwaiting(visit)) tried(book, step)
      const { output, writes } = fact
      const target = isJsonObject(output) ? output.target : undefined
      const route = step.type === 'DECISION' ? step.routes.findIndex((each) => each.target === target) : undefined
      complete(book, step, { output, writes, route })
      return null
    }
    case 'led':
      say(book, name, 'skipped (jump)')
      visit.now = 'dead'
      lead(book, name, fact.to)
      return null
  }
}

function lead(book: Book, from: string, to: string): void {
  if (to !== END && downstream(book, to).has(from)) {
    reopenStep(book, from, [to])
    return
  }
  decideEdges(book, from, () => 'dead')
  if (to === END) return
  visitOf(book, to).entered = from
  book.agenda.push(to)
}
