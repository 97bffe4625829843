import { isJsonObject } from '#core/json.ts'
import type { Mail } from '#server/engine/ports.ts'
import type { PlantedBug } from './planted-bug.ts'
import { withCommands, withLoaded } from './planted-bug.ts'

/** What people and functions say is taken for something else. */
export const commandBugs: readonly PlantedBug[] = [
  {
    name: 'idempotency key with the attempt in it',
    executor: (executor) => ({
      ...executor,
      start: (request) => executor.start({ ...request, key: `${request.key}/${request.attempt}` }),
    }),
  },
  {
    name: 'late result taken for that of the next attempt',
    events: (events) => ({
      ...events,
      onOutcome(id, outcome) {
        events.onOutcome(id, outcome)
        for (const later of laterAttempts(id)) events.onOutcome(later, outcome)
      },
    }),
  },
  {
    name: 'second decision of a task accepted',
    store: (store) =>
      withCommands(store, (command) => {
        if (command.type !== 'resume') return command
        const { task_id, ...decision } = command
        return decision
      }),
  },
  {
    name: 'unnamed answer bound late',
    store: (store) =>
      withCommands(store, (command) => {
        if (command.type !== 'resume') return command
        const { open_waits: _, ...unbound } = command
        return unbound
      }),
  },
  {
    name: 'verb taken for what came after it was asked',
    store: (store) =>
      withCommands(store, (command) => {
        if (!('seen_at' in command)) return command
        const { seen_at: _, ...unbound } = command
        return unbound
      }),
  },
  {
    name: 'cancelled run compensates nothing',
    store: (store) =>
      withCommands(store, (command) => (command.type === 'cancel' ? { ...command, compensate: false } : command)),
  },
  {
    name: 'answer of a person read in part',
    store: (store) =>
      withCommands(store, (command) =>
        command.type === 'resume' && isJsonObject(command.input)
          ? { ...command, input: 'approved' in command.input ? { approved: command.input.approved ?? null } : {} }
          : command,
      ),
  },
  {
    name: 'signal read without its data',
    store: (store) =>
      withCommands(store, (command) => (command.type === 'signal' ? { ...command, payload: null } : command)),
  },
  {
    name: 'step marked done without its output',
    store: (store) =>
      withCommands(store, (command) => (command.type === 'mark_done' ? { ...command, output: {} } : command)),
  },
  {
    name: 'end of a child heard without its state',
    store: (store) =>
      withCommands(store, (command) => (command.type === 'child_ended' ? { ...command, state: {} } : command)),
  },
  {
    name: 'verdict of a child ignored',
    store: (store) =>
      withCommands(store, (command) => {
        if (command.type !== 'child_ended') return command
        const { verdict: _, ...ended } = command
        return ended
      }),
  },
  {
    name: 'verdict of a child taken for safe',
    store: (store) =>
      withCommands(store, (command) => (command.type === 'child_ended' ? { ...command, verdict: 'safe' } : command)),
  },
  {
    name: 'command answered and then forgotten',
    store: (store, _process, { tables, databaseNow }) => {
      const withoutPauses = (mail: readonly Mail[]) =>
        mail.filter(({ command, operationId }) => {
          const row = command.type === 'pause' && operationId !== null ? tables.operations.get(operationId) : undefined
          if (row === undefined) return true
          row.reply ??= { ok: true, status: 'ACTIVE' }
          row.handledAt ??= databaseNow()
          return false
        })
      return {
        ...withLoaded(store, (run) => ({ ...run, mail: withoutPauses(run.mail) })),
        async drain(engine, runIds) {
          const drained = await store.drain(engine, runIds)
          return { ...drained, mail: withoutPauses(drained.mail) }
        },
      }
    },
  },
]

/** An attempt's id ends in its number. */
function laterAttempts(id: string): readonly string[] {
  const end = id.lastIndexOf(':') + 1
  const attempt = Number(id.slice(end))
  return [1, 2, 3].map((more) => `${id.slice(0, end)}${attempt + more}`)
}
