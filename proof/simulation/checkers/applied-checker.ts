import type { Json } from '#core/json.ts'
import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import { type Accepted, brokenAnswers, isAnswer } from './answer-checker.ts'
import { beganAfterSending } from './began-after-sending.ts'

/**
 * Holds the commands that a run said yes to, in their order, against its history: each has left its event there, with what
 * was said in it, about something that had begun when it arrived, and nothing else was done in a person's name.
 */
export function brokenAcceptances(accepted: readonly Accepted[], history: readonly RunEvent[]): readonly string[] {
  const left = new Set(history.filter((_, place) => isByPerson(history, place)))
  const broken = [...brokenAnswers(accepted.filter(isAnswer), history)]
  for (const each of accepted) {
    if (isAnswer(each)) continue
    const { command, arrived } = each
    const event = [...left].find((candidate) => isDone(command, candidate, history))
    if (event === undefined) {
      broken.push(`${JSON.stringify(command)} was accepted, and is nowhere in the history`)
      continue
    }
    // Who says once more that they have seen the outcome changes nothing.
    if (event.type !== 'workflow.run.acknowledged') left.delete(event)
    const unseen = beganAfterSending(event, arrived, history)
    if (unseen !== null) broken.push(`${JSON.stringify(command)} was accepted for what began later: ${unseen}`)
  }
  for (const event of left) {
    if (onlyByPeople.has(event.type)) broken.push(`${event.type} (event ${event.seq}) was asked for by nobody`)
  }
  return broken
}

const onlyByPeople: ReadonlySet<string> = new Set([
  'workflow.node.overridden',
  'workflow.run.stepped',
  'workflow.signal.received',
])

/** A run is also opened for the sake of its child, or of a step that is overridden, and goes on with its parent. */
function isByPerson(history: readonly RunEvent[], place: number): boolean {
  const event = history[place]
  // Those that a run of code takes over from the run that it continues.
  if (event?.type === 'workflow.signal.received') return event.payload.actor.id !== 'engine'
  if (event?.type === 'workflow.run.resumed') return event.payload.actor.id !== 'engine'
  if (event?.type !== 'workflow.run.retried') return true
  return event.payload.actor.id !== 'engine' && history[place - 1]?.type !== 'workflow.node.overridden'
}

function isDone(command: Command, event: RunEvent, history: readonly RunEvent[]): boolean {
  switch (command.type) {
    case 'pause':
      return event.type === 'workflow.run.paused'
    case 'resume':
      return event.type === 'workflow.run.resumed' && event.payload.hold === true
    case 'cancel':
      return (
        event.type === 'workflow.run.cancelled' ||
        event.type === 'workflow.run.cancel_requested' ||
        (event.type === 'workflow.run.failed' && command.force === true && event.payload.ended_by !== undefined) ||
        (event.type === 'workflow.run.rolling_back' && event.payload.cause === 'operator')
      )
    case 'retry':
      return (
        event.type === 'workflow.run.retried' &&
        event.payload.from_step === command.from_step &&
        isSame(event.payload.input, command.input)
      )
    case 'rollback':
      return event.type === 'workflow.run.rolling_back' && event.payload.again === true
    case 'acknowledge':
      return event.type === 'workflow.run.acknowledged'
    case 'next_step':
      return event.type === 'workflow.run.stepped' && isSame(event.payload.user_input, command.user_input)
    case 'signal':
      return (
        event.type === 'workflow.signal.received' &&
        event.payload.signal === command.signal_name &&
        isSame(event.payload.data, command.payload)
      )
    case 'update':
      return event.type === 'workflow.update.requested' && event.payload.update_id === command.update_id
    case 'skip':
      return isOverride(event, 'skip', command.step)
    case 'jump':
      return (
        isOverride(event, 'jump', command.from_step) &&
        event.type === 'workflow.node.overridden' &&
        event.payload.to === command.to_step
      )
    case 'mark_done':
      return isOverride(event, 'complete', command.step) && isSame(outputAfter(event, history), command.output)
    default:
      return false
  }
}

function isOverride(event: RunEvent, action: string, step: string | undefined): boolean {
  return (
    event.type === 'workflow.node.overridden' &&
    event.payload.action === action &&
    (step === undefined || event.step === step)
  )
}

/** What the step that was marked done has given then. */
function outputAfter(event: RunEvent, history: readonly RunEvent[]): Json | undefined {
  const step = 'step' in event ? event.step : undefined
  const completed = history.find(
    (each) => each.seq > event.seq && each.type === 'workflow.node.completed' && each.step === step,
  )
  return completed?.type === 'workflow.node.completed' ? completed.payload.output : undefined
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
