import { isWrittenTime, parseInstant } from '../../parse-instant.ts'
import type { HumanStep, LoopStep, ParallelStep, Step, WaitStep } from '../definition.ts'
import { checkStepBounds } from './check-bounds.ts'
import { checkStatement } from './check-statement.ts'
import { checkTools } from './check-tools.ts'
import type { SourceLocation } from './source-location.ts'

/** Rules between the keys of one step; rules of a single key are in the catalogue. */
export function checkStep(step: Step, location: SourceLocation): void {
  if (step.type === 'WAIT') checkWait(step, location)
  if (step.type === 'FIRE_AND_FORGET') oneOf(step, ['workflow_type', 'function'], location, 'What does it start?')
  if (step.type === 'PARALLEL') checkParallel(step, location)
  if (step.type === 'LOOP') checkLoop(step, location)
  if (step.type === 'HUMAN') checkHuman(step, location)
  if (step.type === 'FIRE_AND_FORGET' && step.dynamic_injection !== undefined) {
    unused(location, 'dynamic_injection', 'The run does not wait for what it starts.')
  }
  if (step.type === 'AI') checkTools(step, location)
  if (step.type === 'SQL') checkStatement(step, location)
  checkStepBounds(step, location)
}

function checkWait(step: WaitStep, location: SourceLocation): void {
  oneOf(step, ['duration_seconds', 'until'], location, 'How long does it wait?')
  const { duration_seconds: duration, until } = step
  if (until !== undefined && isWrittenTime(until) && parseInstant(until) === null) {
    const message = 'until must be a time such as 2026-01-31T09:00:00Z, or an expression that returns one.'
    location.child('until').error('TYPE_WRONG', message)
  }
  if (typeof duration === 'string' && isWrittenTime(duration) && !Number.isFinite(Number(duration))) {
    const message = 'duration_seconds must be a number of seconds, or an expression that returns one.'
    location.child('duration_seconds').error('TYPE_WRONG', message)
  }
}

function checkParallel(step: ParallelStep, location: SourceLocation): void {
  oneOf(step, ['tasks', 'iterate_over'], location, 'What does it run?')
  if (step.iterate_over !== undefined) oneOf(step, ['task_function', 'task'], location, 'What runs for each item?')
  else {
    for (const key of ['task_function', 'task'] as const) {
      if (step[key] !== undefined) unused(location, key, 'It only works with iterate_over.')
    }
  }
  if (step.task?.output_key !== undefined) {
    unused(location.child('task'), 'output_key', `The results of all items are the result of ${step.name}.`)
  }
  const tasks = location.child('tasks')
  if (tasks.node?.items?.length === 0) tasks.error('KEY_MISSING', 'tasks is empty. Add a task.')
}

/** Reminders and escalations happen relative to a point in time: without one they have no effect. */
function checkHuman(step: HumanStep, location: SourceLocation): void {
  const isDue = step.due_in_seconds !== undefined
  if (step.reminders !== undefined && !isDue) unused(location, 'reminders', 'Set due_in_seconds as well.')
  if (step.escalate_to !== undefined && !isDue && step.escalate_after_seconds === undefined) {
    unused(location, 'escalate_to', 'Set due_in_seconds or escalate_after_seconds as well.')
  }
  if (step.escalate_after_seconds !== undefined && step.escalate_to === undefined) {
    unused(location, 'escalate_after_seconds', 'Set escalate_to as well.')
  }
  checkAsked(location)
}

/** Reports empty `assignees` and `groups`: an absent rule lets every person decide, an empty one lets none. */
function checkAsked(location: SourceLocation): void {
  const [first, ...others] = ['assignees', 'groups'].filter((key) => isWritten(location, key))
  if (first === undefined || ![first, ...others].every((key) => isNone(location.child(key)))) return
  const message = `${first} is empty, so no one could decide. Add a person or group, or remove it to ask everyone.`
  location.child(first).error('NOBODY_ASKED', message, { atKey: true })
}

function isNone(location: SourceLocation): boolean {
  return location.node?.items?.length === 0 || /^(null|~)?$/i.test(location.written())
}

function checkLoop(step: LoopStep, location: SourceLocation): void {
  if (step.mode === 'WHILE') {
    need(step, 'while_condition', location, 'When does the loop continue?')
    need(step, 'max_iterations', location, 'Without a limit it could run forever.')
    if (step.iterate_over !== undefined) unused(location, 'iterate_over', 'It only works with mode ITERATE.')
  } else {
    need(step, 'iterate_over', location, 'Which list does it iterate over?')
    if (step.while_condition !== undefined) unused(location, 'while_condition', 'It only works with mode WHILE.')
  }
  const body = location.child('loop_body')
  if (body.node?.items?.length === 0) body.error('KEY_MISSING', 'The loop has no steps. Add one to loop_body.')
}

function oneOf(
  step: Step,
  [first, second]: readonly [string, string],
  location: SourceLocation,
  question: string,
): void {
  const hasFirst = Object.hasOwn(step, first)
  const hasSecond = Object.hasOwn(step, second)
  if (hasFirst && hasSecond) {
    location.child(second).error('KEYS_EXCLUSIVE', `Set either ${first} or ${second}, not both.`, { atKey: true })
  }
  if (!hasFirst && !hasSecond && !isWritten(location, first) && !isWritten(location, second)) {
    location.child(first).error('KEY_MISSING', `${question} Set ${first} or ${second}.`)
  }
}

function need(step: Step, key: string, location: SourceLocation, question: string): void {
  if (Object.hasOwn(step, key) || isWritten(location, key)) return
  location.child(key).error('KEY_MISSING', `${question} Set ${key}.`)
}

function unused(location: SourceLocation, key: string, reason: string): void {
  location.child(key).warning('KEY_UNUSED', `${key} has no effect here. ${reason}`, { atKey: true })
}

/** The key is written; where its value is unreadable, this has been reported. */
function isWritten(location: SourceLocation, key: string): boolean {
  return location.child(key).node !== undefined
}
