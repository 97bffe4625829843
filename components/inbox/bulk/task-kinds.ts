import type { HumanTaskSummary, ManyResult } from '#components/api/models.ts'
import { readableName } from '#core/definition/readable-name.ts'
import { limits } from '#core/limits.ts'
import { bulkTexts } from '../texts/bulk.ts'

/** Tasks that share one form: one step of one version of one workflow. */
export interface TaskKind {
  readonly key: string
  readonly label: string
  readonly tasks: readonly HumanTaskSummary[]
}

/** The kinds among the chosen tasks, the most frequent first. */
export function taskKinds(tasks: readonly HumanTaskSummary[]): readonly TaskKind[] {
  const kinds = new Map<string, TaskKind>()
  for (const task of tasks) {
    const key = `${task.workflow} ${task.version} ${task.step}`
    const kind = kinds.get(key)
    const label = `${task.workflow} · ${readableName(task.step)}`
    kinds.set(key, { key, label, tasks: [...(kind?.tasks ?? []), task] })
  }
  return [...kinds.values()].toSorted((a, b) => b.tasks.length - a.tasks.length)
}

/** Splits a list into batches of the size that the server accepts. */
export function inParts<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const size = limits.inbox.decidedAtOnce
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )
}

/**
 * The words for a partial failure: why it failed and how many were answered before. Answered tasks are not sent again.
 */
export function failedAfter(answered: number, all: number, message: string): string {
  if (answered === 0) return message
  return bulkTexts.ofWereAnsweredBeforeThat(message, answered, all)
}

export interface ResultWords {
  readonly word: string
  readonly tone: 'done' | 'async' | 'human' | 'failed'
  readonly message: string | null
  /** The task needs no further decision. */
  readonly isOver: boolean
}

/** The result of one of the decisions, in words. */
export function resultWords(result: ManyResult): ResultWords {
  switch (result.outcome) {
    case 'decided':
      return { word: bulkTexts.decided, tone: 'done', message: null, isOver: true }
    case 'approved':
      return {
        word: bulkTexts.approved,
        tone: 'done',
        message: `${result.approvals} of ${result.required}; more approvals needed.`,
        isOver: true,
      }
    case 'accepted':
      return { word: bulkTexts.pending, tone: 'async', message: bulkTexts.runHasNotRespondedYet, isOver: true }
    case 'already_decided':
      return {
        word: bulkTexts.tooLate,
        tone: 'human',
        message: result.by === null ? bulkTexts.taskWasClosed : bulkTexts.alreadyDecidedIt(result.by),
        isOver: true,
      }
    case 'changed':
      return { word: bulkTexts.changed, tone: 'human', message: result.sentence, isOver: false }
    case 'invalid':
      return {
        word: bulkTexts.notAccepted,
        tone: 'failed',
        message: result.errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' '),
        isOver: false,
      }
    case 'refused':
      return { word: bulkTexts.refused, tone: 'failed', message: result.message, isOver: false }
  }
}

/** `18 decided, 2 not` for the heading of the results. */
export function countInWords(results: readonly ManyResult[]): string {
  const done = results.filter(({ outcome }) => ['decided', 'approved', 'accepted'].includes(outcome)).length
  const left = results.length - done
  return left === 0 ? bulkTexts.allDecided(done) : bulkTexts.decidedNot(done, left)
}
