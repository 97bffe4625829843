import type { RunEvent } from '../../event.ts'
import type { CommandShape } from '../code-state.ts'
import { numberOf } from '../command-names.ts'

/** A command that has ended, and the body that went on from there. */
export interface Followed {
  readonly step: string
  /** The command failed; the body has caught its failure. */
  readonly failed: boolean
}

/** A command of a run of code, and the commands after whose ends the body asked for it. */
export interface FollowedCommand extends CommandShape {
  readonly step: string
  /** The function of an activity, as module.function. */
  readonly function?: string
  /** Empty: the body asked for it at its beginning. */
  readonly after: readonly Followed[]
}

interface Ended extends Followed {
  readonly seq: number
}

/**
 * The commands of a run in the order of their numbers, each with the commands that it followed: those whose ends the body
 * has seen since it last asked for something. Where it has seen none, because a signal or an update led to the command,
 * it follows what the commands before it followed.
 */
export function followedCommands(events: Iterable<RunEvent>): readonly FollowedCommand[] {
  const commands: FollowedCommand[] = []
  let ended: readonly Ended[] = []
  let after: readonly Followed[] = []
  let seen = 0
  for (const event of events) {
    switch (event.type) {
      case 'workflow.code.delivered':
        seen = event.payload.up_to_seq
        break
      case 'workflow.node.completed':
      case 'workflow.node.failed':
        ended = [...ended, { step: event.step, failed: event.type === 'workflow.node.failed', seq: event.seq }]
        break
      case 'workflow.run.reopened': {
        const again = new Set(event.payload.steps.map(({ step }) => step))
        ended = ended.filter(({ step }) => !again.has(step))
        break
      }
      case 'workflow.node.started':
      case 'workflow.node.milestone':
      case 'workflow.compensation.registered': {
        const { command } = event.payload
        if (command === undefined || command.n <= commands.length) break
        const isSeen = ({ seq }: Ended) => seq <= seen
        if (ended.some(isSeen)) after = ended.filter(isSeen).map(({ step, failed }) => ({ step, failed }))
        ended = ended.filter((one) => !isSeen(one))
        commands.push({ ...shapeOf(command), step: event.step, after })
        // These have ended with their record.
        if (command.kind === 'milestone' || command.kind === 'compensation')
          after = [{ step: event.step, failed: false }]
      }
    }
  }
  return commands
}

function shapeOf(command: CommandShape & { readonly function?: string }): Omit<FollowedCommand, 'step' | 'after'> {
  const { n, kind, name, duration_ms, function: called } = command
  return {
    n,
    kind,
    name,
    ...(duration_ms !== undefined && { duration_ms }),
    ...(called !== undefined && { function: called }),
  }
}

/** The name of the command without its number: the same for each round of a loop. */
export function nameOf({ step }: Pick<FollowedCommand, 'step'>): string {
  return step.slice(0, step.length - `#${numberOf(step)}`.length)
}
