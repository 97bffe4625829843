import { leftByEnding } from '#core/run/preview/left-by-ending.ts'
import type { ChildState, RunState } from '#core/run/state.ts'

interface ReasonWords {
  readonly title: string
  readonly consequence: string
  readonly verb: string
  readonly leave?: string
  readonly danger?: boolean
  readonly option?: string
}

/** The question before an action on a run, and its consequence. */
export function reasonWords(
  verb: 'cancel' | 'pause' | 'resume' | 'rollback' | 'acknowledge',
  state: RunState,
): ReasonWords {
  const { header, undo, children, rollback } = state
  if (verb === 'cancel' && rollback !== null) return endWords(state)
  switch (verb) {
    case 'cancel':
      return {
        title: 'Cancel this run?',
        consequence: `${
          header.saga
            ? 'The run stops and can’t be resumed. Completed steps keep their effects unless you roll them back.'
            : 'The run stops immediately and can’t be resumed. Completed steps keep their effects.'
        }${whatOfChildren(Object.values(children))}`,
        verb: 'Cancel run',
        leave: 'Keep running',
        danger: true,
        ...(header.saga && { option: 'Roll back completed steps' }),
      }
    case 'pause':
      return {
        title: 'Pause this run?',
        consequence: 'Steps that are running finish first. No others start until you resume the run.',
        verb: 'Pause run',
      }
    case 'resume':
      return {
        title: 'Resume this run?',
        consequence: 'The run continues where it was paused.',
        verb: 'Resume run',
      }
    case 'rollback':
      return {
        title: 'Retry rollback?',
        // Steps are undone in reverse order, so the latest comes first.
        consequence: `Retries the steps that could not be undone: ${undo
          .toReversed()
          .map(({ step }) => step)
          .join(', ')}.`,
        verb: 'Retry rollback',
      }
    case 'acknowledge':
      return {
        title: 'Acknowledge the outcome?',
        consequence: 'Marks the run as seen. It can’t be retried afterwards.',
        verb: 'Acknowledge',
      }
  }
}

/** The words for ending a rollback early. */
function endWords(state: RunState): ReasonWords {
  const { notUndone, abandoned } = leftByEnding(state)
  const left = notUndone.length === 0 ? '' : ` Not undone: ${notUndone.join(', ')}.`
  const unknown = abandoned.length === 0 ? '' : ` May still complete: ${abandoned.join(', ')}. Check manually.`
  const below = Object.keys(state.children).length === 0 ? '' : ' Sub-workflows continue their rollback.'
  return {
    title: 'End this run now?',
    consequence: `Stops the rollback and ends the run as it is.${left}${unknown}${below}`,
    verb: 'End run',
    leave: 'Keep rolling back',
    danger: true,
  }
}

/** The consequence for child runs that are still running. */
function whatOfChildren(children: readonly ChildState[]): string {
  const names = (ofThose: readonly ChildState[]) =>
    ofThose.length === 1 ? `The sub-workflow ${ofThose[0]?.workflow}` : `${ofThose.length} sub-workflows`
  const cancelled = children.filter(({ abandon, dropped }) => !abandon && !dropped)
  const left = children.filter(({ abandon }) => abandon)
  return [
    cancelled.length > 0 && ` ${names(cancelled)} ${cancelled.length === 1 ? 'is' : 'are'} cancelled as well.`,
    left.length > 0 && ` ${names(left)} ${left.length === 1 ? 'continues' : 'continue'} without it.`,
  ]
    .filter(Boolean)
    .join('')
}
