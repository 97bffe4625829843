import type { AttemptOutcome, Directive } from '#core/run/command.ts'
import { jsonResult, type ResultBounds, UnusableResult } from '../json-result.ts'
import { noteText } from './note-text.ts'
import { stepError } from './step-error.ts'

const directiveMark = Symbol.for('heddle.directive')

export interface OutcomeSettings {
  readonly step: string
  readonly bounds: ResultBounds
  readonly functionsFolders: readonly string[]
}

/** The outcome of an attempt whose function has thrown: a directive of the SDK, or a failure. */
export function outcomeOf(thrown: unknown, settings: OutcomeSettings): AttemptOutcome {
  try {
    const directive = directiveOf(thrown, settings.bounds)
    if (directive) return { kind: 'directive', directive }
  } catch (error) {
    return outcomeOf(error, settings)
  }
  const unusable = thrown instanceof UnusableResult
  const error = stepError(thrown, settings.step, settings.functionsFolders)
  return {
    kind: 'failed',
    error: unusable ? { ...error, code: 'RESULT_UNUSABLE' } : error,
    retryable: !unusable && isRetryable(thrown),
  }
}

function isRetryable(thrown: unknown): boolean {
  try {
    return (thrown as { retryable?: unknown } | null)?.retryable !== false
  } catch {
    return true
  }
}

function directiveOf(thrown: unknown, bounds: ResultBounds): Directive | null {
  if (!(thrown instanceof Error) || !(directiveMark in thrown)) return null
  const fields = thrown as unknown as Readonly<Record<string, unknown>>
  switch (fields.kind) {
    case 'pause':
      return { kind: 'pause', result: jsonResult(fields.result, bounds) }
    case 'jump':
      return {
        kind: 'jump',
        target: nameIn(fields.target, 'A jump needs the name of a step'),
        result: jsonResult(fields.result, bounds),
      }
    case 'rollback':
      return { kind: 'rollback', reason: noteText(fields.reason) }
    case 'sub_workflow':
      return {
        kind: 'sub_workflow',
        workflow_type: nameIn(fields.workflowType, 'A sub-workflow needs the name of a workflow'),
        initial_data: jsonResult(fields.initialData, bounds),
      }
    default:
      return null
  }
}

/** A name must be a string: null or an object would otherwise become "null" or "[object Object]". */
function nameIn(value: unknown, needed: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new UnusableResult(`${needed}, but got ${value === '' ? 'an empty text' : noteText(value)}.`)
}
