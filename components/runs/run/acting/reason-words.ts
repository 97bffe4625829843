import { leftByEnding } from '#core/run/preview/left-by-ending.ts'
import type { ChildState, RunState } from '#core/run/state.ts'

interface ReasonWords {
  readonly title: string
  readonly consequence: string
  readonly verb: string
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
            ? 'It stops and cannot be taken up again. What its steps did so far stays done, unless it is undone first.'
            : 'It stops at once and cannot be taken up again. What its steps did so far stays done.'
        }${whatOfChildren(Object.values(children))}`,
        verb: 'Cancel the run',
        danger: true,
        ...(header.saga && { option: 'Undo what its steps did' }),
      }
    case 'pause':
      return {
        title: 'Pause this run?',
        consequence: 'What is executing ends first; then nothing new begins until somebody resumes it.',
        verb: 'Pause the run',
      }
    case 'resume':
      return {
        title: 'Resume this run?',
        consequence: 'What was kept back by the pause begins now.',
        verb: 'Resume the run',
      }
    case 'rollback':
      return {
        title: 'Roll back again?',
        // Steps are undone in reverse order, so the latest comes first.
        consequence: `What could not be undone is tried once more: ${undo
          .toReversed()
          .map(({ step }) => step)
          .join(', ')}.`,
        verb: 'Roll back',
      }
    case 'acknowledge':
      return {
        title: 'Acknowledge the outcome?',
        consequence: 'It is marked as seen and is final then: the run cannot be retried any more.',
        verb: 'Acknowledge',
      }
  }
}

/** The words for ending a rollback early. */
function endWords(state: RunState): ReasonWords {
  const { notUndone, abandoned } = leftByEnding(state)
  const left = notUndone.length === 0 ? '' : ` Not undone: ${notUndone.join(', ')}.`
  const unknown =
    abandoned.length === 0
      ? ''
      : ` No longer waited for, and perhaps done: ${abandoned.join(', ')}. Check these by hand.`
  const below = Object.keys(state.children).length === 0 ? '' : ' Sub-workflows go on undoing what they did.'
  return {
    title: 'End this run now?',
    consequence: `The run stops rolling back and ends as it stands.${left}${unknown}${below}`,
    verb: 'End the run',
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
    cancelled.length > 0 && ` ${names(cancelled)} ${cancelled.length === 1 ? 'is' : 'are'} cancelled with it.`,
    left.length > 0 && ` ${names(left)} ${left.length === 1 ? 'goes' : 'go'} on without it.`,
  ]
    .filter(Boolean)
    .join('')
}
