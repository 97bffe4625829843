import { bindCommand } from '#core/run/bind-command.ts'
import type { Command } from '#core/run/command.ts'
import type { Tables } from '#server/engine/store/memory/tables.ts'

/** What a run was when a command for it arrived. */
export interface Arrived {
  /** The number of its last event, and the instant. */
  readonly seq: number
  readonly at: number
}

export interface Received {
  readonly bound: Command
  readonly arrived: Arrived
}

/** A command as the door of a web process hands it on: bound to what the run is as it arrives. */
export function receive(tables: Tables, runId: string, command: Command): Received {
  const { seq = 0, updatedAt: at = 0 } = tables.states.get(runId) ?? {}
  const step = command.type === 'resume' ? command.step : undefined
  const openTasks = [...tables.tasks.values()].filter(
    (task) => task.runId === runId && task.status === 'open' && (step === undefined || task.step === step),
  )
  const binding = bindCommand(command, { at, openTasks: openTasks.map(({ task }) => task.task_id) })
  return { bound: { ...command, ...binding } as Command, arrived: { seq, at } }
}
