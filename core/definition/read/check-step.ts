import { isWrittenTime, parseInstant } from '../../parse-instant.ts'
import type { HumanStep, LoopStep, ParallelStep, Step, WaitStep } from '../definition.ts'
import { checkStepBounds } from './check-bounds.ts'
import type { Place } from './place.ts'

/** Rules between the keys of one step; rules of a single key are in the catalogue. */
export function checkStep(step: Step, place: Place): void {
  if (step.type === 'WAIT') checkWait(step, place)
  if (step.type === 'FIRE_AND_FORGET') oneOf(step, ['workflow_type', 'function'], place, 'What does it start?')
  if (step.type === 'PARALLEL') checkParallel(step, place)
  if (step.type === 'LOOP') checkLoop(step, place)
  if (step.type === 'HUMAN') checkHuman(step, place)
  if (step.type === 'FIRE_AND_FORGET' && step.dynamic_injection !== undefined) {
    unused(place, 'dynamic_injection', 'The run does not wait for what it starts.')
  }
  checkStepBounds(step, place)
}

function checkWait(step: WaitStep, place: Place): void {
  oneOf(step, ['duration_seconds', 'until'], place, 'How long does it wait?')
  const { duration_seconds: duration, until } = step
  if (until !== undefined && isWrittenTime(until) && parseInstant(until) === null) {
    const message = 'until has to be an instant such as 2026-01-31T09:00:00Z, or an expression that gives one.'
    place.child('until').error('TYPE_WRONG', message)
  }
  if (typeof duration === 'string' && isWrittenTime(duration) && !Number.isFinite(Number(duration))) {
    const message = 'duration_seconds has to be a number of seconds, or an expression that gives one.'
    place.child('duration_seconds').error('TYPE_WRONG', message)
  }
}

function checkParallel(step: ParallelStep, place: Place): void {
  oneOf(step, ['tasks', 'iterate_over'], place, 'What does it run?')
  if (step.iterate_over !== undefined) need(step, 'task_function', place, 'What is called for each item?')
  else if (step.task_function !== undefined) unused(place, 'task_function', 'It is for iterate_over only.')
  const tasks = place.child('tasks')
  if (tasks.node?.items?.length === 0) tasks.error('KEY_MISSING', 'tasks is empty. Add what runs side by side.')
}

/** Reminders and escalations happen relative to a point in time: without one they have no effect. */
function checkHuman(step: HumanStep, place: Place): void {
  const isDue = step.due_in_seconds !== undefined
  if (step.reminders !== undefined && !isDue) unused(place, 'reminders', 'Give due_in_seconds as well.')
  if (step.escalate_to !== undefined && !isDue && step.escalate_after_seconds === undefined) {
    unused(place, 'escalate_to', 'Give due_in_seconds or escalate_after_seconds as well.')
  }
  if (step.escalate_after_seconds !== undefined && step.escalate_to === undefined) {
    unused(place, 'escalate_after_seconds', 'Say with escalate_to who is asked.')
  }
  checkAsked(place)
}

/** Reports empty `assignees` and `groups`: an absent rule lets every person decide, an empty one lets none. */
function checkAsked(place: Place): void {
  const [first, ...others] = ['assignees', 'groups'].filter((key) => isWritten(place, key))
  if (first === undefined || ![first, ...others].every((key) => isNone(place.child(key)))) return
  const message = `${first} names nobody, so nobody could decide. Name somebody, or remove it to ask everybody.`
  place.child(first).error('NOBODY_ASKED', message, { atKey: true })
}

function isNone(place: Place): boolean {
  return place.node?.items?.length === 0 || /^(null|~)?$/i.test(place.written())
}

function checkLoop(step: LoopStep, place: Place): void {
  if (step.mode === 'WHILE') {
    need(step, 'while_condition', place, 'When does the loop go on?')
    need(step, 'max_iterations', place, 'Without a bound it could go on for ever.')
    if (step.iterate_over !== undefined) unused(place, 'iterate_over', 'It is for mode ITERATE only.')
  } else {
    need(step, 'iterate_over', place, 'Which list does it go through?')
    if (step.while_condition !== undefined) unused(place, 'while_condition', 'It is for mode WHILE only.')
  }
  const body = place.child('loop_body')
  if (body.node?.items?.length === 0) body.error('KEY_MISSING', 'The loop has no steps. Add one to loop_body.')
}

function oneOf(step: Step, [first, second]: readonly [string, string], place: Place, question: string): void {
  const hasFirst = Object.hasOwn(step, first)
  const hasSecond = Object.hasOwn(step, second)
  if (hasFirst && hasSecond) {
    place.child(second).error('KEYS_EXCLUSIVE', `Give either ${first} or ${second}, not both.`, { atKey: true })
  }
  if (!hasFirst && !hasSecond && !isWritten(place, first) && !isWritten(place, second)) {
    place.child(first).error('KEY_MISSING', `${question} Give ${first} or ${second}.`)
  }
}

function need(step: Step, key: string, place: Place, question: string): void {
  if (Object.hasOwn(step, key) || isWritten(place, key)) return
  place.child(key).error('KEY_MISSING', `${question} Give ${key}.`)
}

function unused(place: Place, key: string, reason: string): void {
  place.child(key).warning('KEY_UNUSED', `${key} has no effect here. ${reason}`, { atKey: true })
}

/** The key is written; where its value is unreadable, this has been reported. */
function isWritten(place: Place, key: string): boolean {
  return place.child(key).node !== undefined
}
