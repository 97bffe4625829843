import { leftByEnding } from '#core/run/preview/left-by-ending.ts'
import type { ChildState, RunState } from '#core/run/state.ts'
import { runActingTexts } from '../../texts/run-acting.ts'
import { runCodeTexts } from '../../texts/run-code.ts'

interface ReasonWords {
  readonly title: string
  readonly consequence: string
  readonly verb: string
  readonly leave?: string
  readonly danger?: boolean
  /** Ways to do it that a person may choose; one at most. */
  readonly options?: readonly ReasonOption[]
}

export interface ReasonOption {
  readonly id: 'compensate' | 'force'
  readonly label: string
}

/** The question before an action on a run, and its consequence. */
export function reasonWords(
  verb: 'cancel' | 'pause' | 'resume' | 'rollback' | 'acknowledge',
  state: RunState,
): ReasonWords {
  const { header, undo, children, rollback, code } = state
  if (verb === 'cancel' && rollback !== null) return endWords(state)
  if (verb === 'cancel' && code !== undefined) return wordsOfCode(state, code.cancel !== null)
  switch (verb) {
    case 'cancel':
      return {
        title: runActingTexts.cancelThisRun,
        consequence: `${
          header.saga ? runActingTexts.runStopsAndCantBe : runActingTexts.runStopsImmediatelyAndCant
        }${whatOfChildren(Object.values(children))}`,
        verb: runActingTexts.cancelRun,
        leave: runActingTexts.keepRunning,
        danger: true,
        ...(header.saga && { options: [{ id: 'compensate', label: runActingTexts.rollBackCompletedSteps }] }),
      }
    case 'pause':
      return {
        title: runActingTexts.pauseThisRun,
        consequence: runActingTexts.stepsThatAreRunningFinish,
        verb: runActingTexts.pauseRun,
      }
    case 'resume':
      return {
        title: runActingTexts.resumeThisRun,
        consequence: runActingTexts.runContinuesWhereItWas,
        verb: runActingTexts.resumeRun,
      }
    case 'rollback':
      if (code !== undefined && !code.undone) return rollbackOfCode(state)
      return {
        title: runActingTexts.retryRollback,
        // Steps are undone in reverse order, so the latest comes first.
        consequence: runActingTexts.retriesStepsThatCouldNot(
          undo
            .toReversed()
            .map(({ step }) => step)
            .join(', '),
        ),
        verb: runActingTexts.retryRollbackLabel,
      }
    case 'acknowledge':
      return {
        title: runActingTexts.acknowledgeOutcome,
        consequence: runActingTexts.marksRunAsSeenIt,
        verb: runActingTexts.acknowledge,
      }
  }
}

/** The words for the cancellation of code, which is asked to end, or ended as it is. */
function wordsOfCode({ children, undo }: RunState, wasAsked: boolean): ReasonWords {
  const below = whatOfChildren(Object.values(children))
  if (wasAsked) {
    return {
      title: runActingTexts.endThisRunNow,
      consequence: `${runCodeTexts.wasAsked}${below}`,
      verb: runActingTexts.endRun,
      leave: runActingTexts.keepRunning,
      danger: true,
    }
  }
  const names = undo.toReversed().map(({ step }) => step)
  const registered = names.length === 0 ? '' : runCodeTexts.registered(names.join(', '))
  const terminate: ReasonOption = { id: 'force', label: runCodeTexts.terminate }
  return {
    title: runActingTexts.cancelThisRun,
    consequence: `${runCodeTexts.consequence}${registered}${below}`,
    verb: runActingTexts.cancelRun,
    leave: runActingTexts.keepRunning,
    danger: true,
    options: names.length === 0 ? [terminate] : [{ id: 'compensate', label: runCodeTexts.undoFirst }, terminate],
  }
}

/** The words for the rollback of code that could not go on: what it registered has not run so far. */
function rollbackOfCode({ undo }: RunState): ReasonWords {
  const names = undo.toReversed().map(({ step }) => step)
  return {
    title: runCodeTexts.rollBackRun,
    consequence: runCodeTexts.runsRegistered(names.join(', ')),
    verb: runCodeTexts.rollBack,
    danger: true,
  }
}

/** The words for ending a rollback early. */
function endWords(state: RunState): ReasonWords {
  const { notUndone, abandoned } = leftByEnding(state)
  const left = notUndone.length === 0 ? '' : runActingTexts.notUndone(notUndone.join(', '))
  const unknown = abandoned.length === 0 ? '' : runActingTexts.mayStillCompleteCheckManually(abandoned.join(', '))
  const below = Object.keys(state.children).length === 0 ? '' : runActingTexts.subWorkflowsContinueTheirRollback
  return {
    title: runActingTexts.endThisRunNow,
    consequence: runActingTexts.stopsRollbackAndEndsRun(left, unknown, below),
    verb: runActingTexts.endRun,
    leave: runActingTexts.keepRollingBack,
    danger: true,
  }
}

/** The consequence for child runs that are still running. */
function whatOfChildren(children: readonly ChildState[]): string {
  const names = (ofThose: readonly ChildState[]) =>
    ofThose.length === 1 ? runActingTexts.subWorkflow(ofThose[0]?.workflow) : `${ofThose.length} sub-workflows`
  const cancelled = children.filter(({ abandon, dropped }) => !abandon && !dropped)
  const left = children.filter(({ abandon }) => abandon)
  return [
    cancelled.length > 0 && runActingTexts.cancelledAsWell(names(cancelled), cancelled.length === 1 ? 'is' : 'are'),
    left.length > 0 && runActingTexts.withoutIt(names(left), left.length === 1 ? 'continues' : 'continue'),
  ]
    .filter(Boolean)
    .join('')
}
