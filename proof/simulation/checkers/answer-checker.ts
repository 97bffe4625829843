import type { Json } from '#core/json.ts'
import type { Command, CommandOf } from '#core/run/command.ts'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { Arrived } from './arrivals.ts'

/** A command to which a run said yes. */
export interface Accepted<Of extends Command = Command> {
  readonly command: Of
  /** What the run was when it arrived. */
  readonly arrived: Arrived
}

type Answer = CommandOf<'resume'> & { readonly input: Json }
type DecisionEvent = EventOf<'workflow.human_task.decided'> | EventOf<'workflow.human_task.approved'>

export function isAnswer(accepted: Accepted): accepted is Accepted<Answer> {
  return accepted.command.type === 'resume' && accepted.command.input !== undefined
}

/**
 * Holds the answers that a run said yes to, in their order, against what its history says of its tasks: each answer is one
 * word about one task, as it was said and by the person who said it, and there are no other words. An answer that names its
 * task is about that one; any other is about a task that was open when it arrived.
 */
export function brokenAnswers(accepted: readonly Accepted<Answer>[], history: readonly RunEvent[]): readonly string[] {
  const words = history.filter(isWord)
  const broken: string[] = []
  for (const [place, answer] of accepted.entries()) {
    const word = words[place]
    const why = word === undefined ? 'and is nowhere in the history' : brokenAnswer(answer, word, history)
    if (why !== null) broken.push(`${JSON.stringify(answer.command)} was accepted, ${why}`)
  }
  for (const { seq, type } of words.slice(accepted.length)) broken.push(`${type} (event ${seq}) was said by nobody`)
  return broken
}

/** The decision that several came to is put together from their words, and is none of its own. */
function isWord(event: RunEvent): event is DecisionEvent {
  if (event.type === 'workflow.human_task.approved') return true
  return event.type === 'workflow.human_task.decided' && event.payload.approved_by === undefined
}

function brokenAnswer(
  { command, arrived }: Accepted<Answer>,
  word: DecisionEvent,
  history: readonly RunEvent[],
): string | null {
  const { actor, input, task_id, step } = command
  const { payload } = word
  const isSo = payload.actor.id === actor.id && JSON.stringify(payload.input) === JSON.stringify(input)
  if (!isSo) return `and recorded is what ${payload.actor.id} said: ${JSON.stringify(payload.input)}`
  if (step !== undefined && step !== word.step) return `for something else: ${word.step}`
  if (task_id !== undefined) return task_id === payload.task_id ? null : `for something else: ${payload.task_id}`
  const opened = history.find(
    (event) => event.type === 'workflow.human_task.opened' && event.payload.task_id === payload.task_id,
  )
  return opened !== undefined && opened.seq <= arrived.seq
    ? null
    : `for a task of ${word.step} that was not open when it arrived (event ${opened?.seq}, after ${arrived.seq})`
}
