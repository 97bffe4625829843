import type { RunEvent } from '#core/run/event.ts'
import { type RunState, stepState } from '#core/run/state.ts'
import { isOpen, type OpenStep } from '#core/run/step-state.ts'
import { inWords } from './book.ts'
import { type EnclosingLoop, isInner } from './inner.ts'
import type { Account, Expected } from './work.ts'

/** What a run says became of it, in the words of the reference. */
export function accountOf(
  history: readonly RunEvent[],
  state: RunState,
  around: EnclosingLoop = () => undefined,
): Account {
  const reported = history.filter((event) => !isInner(event, around))
  return {
    status: state.outcome?.status ?? 'LIVE',
    state: state.data,
    did: reported.flatMap((event) => lineOf(event) ?? []),
    undone: reported.flatMap((event) => undoneLine(event) ?? []),
    awaits: awaitsOf(state, around),
  }
}

function lineOf(event: RunEvent): string | readonly string[] | null {
  const about = 'iteration' in event ? `${event.step}@${event.iteration}` : ''
  switch (event.type) {
    case 'workflow.node.started': {
      const { with: args } = event.payload
      const tried = `${about} tried ${event.attempt}`
      return args === undefined ? tried : [tried, `${about} called with ${inWords(args)}`]
    }
    case 'workflow.node.completed':
      return `${about} completed ${inWords(event.payload.output)}`
    case 'workflow.node.failed':
      return `${about} failed ${event.payload.error.code}${event.payload.handled ? ', handled' : ''}`
    case 'workflow.node.skipped': {
      const { reason } = event.payload
      return `${about} skipped (${reason === 'failed' || reason === 'run_ended' ? 'unreached' : reason})`
    }
    case 'workflow.child.spawned':
      return `${about} asks for ${event.payload.workflow} ${inWords(event.payload.input)}`
    case 'workflow.compensation.completed':
      return event.payload.outcome === 'noop' ? `${about} has nothing to undo` : null
    default:
      return null
  }
}

function undoneLine(event: RunEvent): string | null {
  if (event.type === 'workflow.compensation.completed' && event.payload.outcome === 'done') {
    return `${event.step}@${event.iteration} undone`
  }
  const failed = event.type === 'workflow.compensation.failed' && !event.payload.will_retry
  return failed ? `${event.step}@${event.iteration} not undone` : null
}

const waits: { readonly [status: string]: string } = {
  running: 'call',
  waiting_person: 'person',
  waiting_time: 'time',
  waiting_child: 'child',
  waiting_signal: 'signal',
  fanned_out: 'inner',
  looping: 'inner',
}

function awaitsOf(state: RunState, around: EnclosingLoop): readonly string[] {
  const open = Object.keys(state.steps).filter((name) => isOpen(stepState(state, name)) && around(name) === undefined)
  const current = state.rollback?.current
  const undoing = current
    ? [`${current.step}@${current.iteration}#${current.attempt} undo ${current.retry ? 'back_off' : 'call'}`]
    : []
  return [
    ...open.map((name) => {
      const step = state.steps[name] as OpenStep
      const now =
        step.status === 'backing_off'
          ? step.timerId === null
            ? 'due'
            : 'back_off'
          : (waits[step.status] ?? step.status)
      return `${name}@${step.iteration}#${step.attempt} ${now}`
    }),
    ...undoing,
  ]
}

/** Where what became of a run is not what must have become of it; nothing, if all is well. */
export function differences(expected: Expected, account: Account): readonly string[] {
  return [
    ...expected.impossible.map((fact) => `impossible: ${fact}`),
    ...unequal('status', expected.status, account.status),
    ...unequal('state', inWords(expected.state), inWords(account.state)),
    ...unequal('undone, in order', expected.undone.join('; '), account.undone.join('; ')),
    ...without(expected.did, account.did).map((line) => `did not: ${line}`),
    ...without(account.did, expected.did).map((line) => `should not have: ${line}`),
    ...unequal('awaits', expected.awaits.toSorted().join('; '), account.awaits.toSorted().join('; ')),
  ]
}

function unequal(what: string, expected: string, actual: string): readonly string[] {
  return expected === actual ? [] : [`${what}: ${actual}, and should be ${expected}`]
}

/** The lines of one list that the other has not, or not so often. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}
