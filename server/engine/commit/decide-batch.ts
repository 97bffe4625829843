import type { Command } from '#core/run/command.ts'
import type { DecisionContext, DescendantsRoom } from '#core/run/decide/context.ts'
import type { Decider } from '#core/run/decider/decider.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import type { Clock, Ids, Mail } from '../ports.ts'
import type { Handled } from './append.ts'
import type { Descendants } from './descendants.ts'

/** A command on its way to a decision; `mail` is where it came from, if it came by the mailbox. */
export interface PendingCommand {
  readonly command: Command
  readonly mail?: Mail
}

export interface Decided {
  readonly before: RunState
  readonly after: RunState
  readonly events: readonly RunEvent[]
  /** Answers to mail, in its order. */
  readonly handled: readonly Handled[]
}

/** Decides one command after the other, each on the state that the ones before it leave. Changes nothing. */
export function decideBatch(
  decider: Decider,
  before: RunState,
  commands: readonly PendingCommand[],
  {
    clock,
    ids,
    descendants,
  }: {
    readonly clock: Pick<Clock, 'now'>
    readonly ids: Pick<Ids, 'runId' | 'random'>
    /** Absent where no child is started. */
    readonly descendants?: Descendants
  },
): Decided {
  const room = descendants && roomFor(before, descendants)
  let after = before
  const events: RunEvent[] = []
  const handled: Handled[] = []
  for (const { command, mail } of commands) {
    // The database has dated the message already; this process's idea of its clock may be a little behind.
    const context: DecisionContext = {
      now: mail ? Math.max(clock.now(), mail.sentAt) : clock.now(),
      uncommitted: events,
      newId: () => ids.runId(before.header.owner_id),
      random: ids.random,
      ...(room && { descendants: room }),
    }
    const result = decider.decide(after, command, context)
    if (result.ok) {
      after = result.state
      for (const event of result.events) events.push(event)
    }
    if (!mail) continue
    const reply = result.ok
      ? { ok: true as const, status: decider.views.of(after).status }
      : { refusal: result.refusal }
    handled.push({ mailId: mail.id, reply: mail.operationId === null ? null : reply })
  }
  return { before, after, events, handled }
}

/** For all decisions of a batch; it is looked up when the first child is started. */
function roomFor({ header }: RunState, descendants: Descendants): DescendantsRoom {
  let left: number | null = null
  return {
    most: descendants.most,
    take() {
      left = (left ?? descendants.roomOf(header)) - 1
      return left >= 0
    },
  }
}
