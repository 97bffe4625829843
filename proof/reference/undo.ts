import { limits } from '#core/limits.ts'
import { awaited, type Book, say, stepNames, visitOf } from './book.ts'
import { close, skip } from './close.ts'
import type { CallResult } from './work.ts'

/** Begins a rollback: waits for people or time end at once; calls and children settle first. */
export function turnRound(book: Book, ending: 'cancelled' | 'failed', begun = false): void {
  book.rollback = { ending, begun }
  book.held = false
  book.notUndone = []
  if (!begun) book.abandoned = []
  for (const name of awaited(book)) {
    const { now } = visitOf(book, name)
    const step = book.work.executable.step(name)
    const abandoned = step.type === 'SUB_WORKFLOW' && step.on_parent_close === 'abandon'
    const settles = now === 'call' || now === 'inner' || (now === 'child' && !abandoned)
    if (!settles) skip(book, name, 'unreached')
  }
}

/**
 * Continues the rollback after all calls have settled: compensations run one by one, the step that completed last
 * first.
 */
export function goOnUndoing(book: Book): void {
  if (book.rollback === null || awaited(book).length > 0) return
  if (!book.rollback.begun) noteNothingToUndo(book)
  book.rollback.begun = true
  const undo = book.undo.at(-1)
  if (undo === undefined) endOfUndoing(book, book.rollback.ending)
  else if (undo.now === 'next') {
    undo.now = 'call'
    undo.attempt += 1
  }
}

/** A step that failed and never completed has nothing to undo. */
function noteNothingToUndo(book: Book): void {
  for (const name of stepNames(book)) {
    const { now, iteration } = visitOf(book, name)
    const listed = book.undo.some((undo) => undo.step === name && undo.iteration === iteration)
    const step = book.work.executable.step(name)
    const failsByItself = step.type !== 'LOOP' || step.compensate_function !== undefined
    const isKnown = !book.abandoned.includes(`${name}@${iteration}`)
    if (now === 'failed' && !listed && failsByItself && isKnown) say(book, name, 'has nothing to undo')
  }
}

function endOfUndoing(book: Book, ending: 'cancelled' | 'failed'): void {
  book.undo = book.notUndone
  book.rollback = null
  const isLeft = book.notUndone.length > 0 || book.abandoned.length > 0
  const status = isLeft ? 'FAILED' : 'FAILED_ROLLED_BACK'
  close(book, ending === 'cancelled' ? 'CANCELLED' : status)
}

/** Handles the end of a compensation. */
export function undoEnded(book: Book, result: CallResult): void {
  const undo = book.undo.at(-1)
  if (undo === undefined) return
  const { step: name, iteration } = undo
  const { retry } = book.work.executable.step(name)
  if (result.ok !== true) {
    const tries = retry?.max_attempts ?? limits.run.compensationAttempts
    // A compensation that asks for something instead of giving a result does not get it.
    const final = result.ok !== false || !result.retryable || retry?.non_retryable?.includes(result.code)
    undo.now = final || undo.attempt - undo.triedBefore >= tries ? 'next' : 'back_off'
    if (undo.now === 'back_off') return
    book.notUndone.unshift({ ...undo, triedBefore: undo.attempt })
  }
  book.undo.pop()
  book.undone.push(`${name}@${iteration} ${result.ok === true ? 'undone' : 'not undone'}`)
  const visit = visitOf(book, name)
  if (result.ok === true && visit.iteration === iteration) visit.undone = true
}
