import { type ParallelStep, shortTask } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Effect } from '../effect.ts'
import type { Flying } from '../fan.ts'
import type { RunState } from '../state.ts'
import type { FannedOut } from '../step-state.ts'
import { childOwed, timerOwed } from './owed.ts'

/** Only items in flight are owed effects, so that the cost of a decision does not grow with the list. */
export function owedToItems(
  executable: ExecutableDefinition,
  state: RunState,
  name: string,
  fanned: FannedOut,
): readonly Effect[] {
  const step = executable.step(name) as ParallelStep
  return fanned.fan.flight.flatMap((flying) => owedToItem(state, step, fanned, flying))
}

function owedToItem(state: RunState, step: ParallelStep, fanned: FannedOut, flying: Flying): readonly Effect[] {
  const { name } = step
  const { iteration } = fanned
  switch (flying.status) {
    case 'in_step':
      // The step is open itself.
      return []
    case 'running':
      return [attempt(state, step, fanned, flying)]
    case 'backing_off':
      return flying.timerId === null ? [] : [timerOwed(name, flying.timerId, flying.retryAt, 'retry')]
    case 'waiting_person':
      return [{ kind: 'human_task', id: flying.task.task_id, step: name, iteration, task: flying.task }]
    case 'waiting_child':
      return childOwed(state, name, iteration, flying.childRunId)
  }
}

function attempt(state: RunState, step: ParallelStep, { iteration, fan }: FannedOut, flying: Flying): Effect {
  const { tasks, task_function } = step
  const { item: index, attempt, with: args = null, key } = flying
  const item = fan.items?.[index]
  return {
    kind: 'attempt',
    id: `attempt:${step.name}:${iteration}:${index}:${attempt}`,
    step: step.name,
    iteration,
    attempt,
    undo: false,
    item: index,
    ...(item !== undefined && { each: { item, index } }),
    function: (tasks === undefined ? task_function : shortTask(tasks[index])?.function) as string,
    with: args,
    input: state.header.input,
    state: state.data,
    key: key as string,
  }
}
