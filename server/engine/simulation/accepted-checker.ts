import type { Json } from '#core/json.ts'
import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'

/**
 * Holds the commands that a run said yes to, in their order, against its history: each has left its event there, with what
 * was said in it, and nothing else was done in a person's name. Answers to tasks are held against the tasks.
 */
export function brokenAcceptances(accepted: readonly Command[], history: readonly RunEvent[]): readonly string[] {
  const left = new Set(history.filter((_, place) => isByPerson(history, place)))
  const broken: string[] = []
  for (const command of accepted) {
    if (isAnswer(command)) {
      const why = brokenAnswer(command, history)
      if (why !== null) broken.push(why)
      continue
    }
    const event = [...left].find((each) => isDone(command, each, history))
    if (event === undefined) broken.push(`${JSON.stringify(command)} was accepted, and is nowhere in the history`)
    // Who says once more that they have seen the outcome changes nothing.
    else if (event.type !== 'workflow.run.acknowledged') left.delete(event)
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

/** A run is also opened for the sake of its child, or of a step that is overridden. */
function isByPerson(history: readonly RunEvent[], place: number): boolean {
  const event = history[place]
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

type Answer = Extract<Command, { type: 'resume' }> & { readonly input: Json; readonly task_id: string }

function isAnswer(command: Command): command is Answer {
  return command.type === 'resume' && command.input !== undefined && command.task_id !== undefined
}

/** Where several have to approve, what is decided is what they said together. */
function brokenAnswer({ task_id, actor, input }: Answer, history: readonly RunEvent[]): string | null {
  const words = history.flatMap((event) =>
    (event.type === 'workflow.human_task.decided' || event.type === 'workflow.human_task.approved') &&
    event.payload.task_id === task_id
      ? [event]
      : [],
  )
  const own = words.find(({ payload }) => payload.actor.id === actor.id)
  if (own === undefined) return `the decision about ${task_id} was accepted for something else`
  const isWhole = own.type === 'workflow.human_task.approved' || words.length === 1
  const said = own.payload.input
  const isSo = isWhole ? isSame(said, input) : holds(said, input)
  return isSo ? null : `${actor.id} said ${JSON.stringify(input)} about ${task_id}, recorded is ${JSON.stringify(said)}`
}

function holds(whole: Json, part: Json): boolean {
  const entries = (value: Json) => Object.entries(value as { readonly [key: string]: Json })
  const known = new Map(entries(whole))
  return entries(part).every(([key, value]) => isSame(known.get(key), value))
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
