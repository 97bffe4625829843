import type { PlantedBug } from './planted-bug.ts'
import { withCommands } from './planted-bug.ts'

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
    name: 'cancelled run compensates nothing',
    store: (store) =>
      withCommands(store, (command) => (command.type === 'cancel' ? { ...command, compensate: false } : command)),
  },
]

/** An attempt's id ends in its number. */
function laterAttempts(id: string): readonly string[] {
  const end = id.lastIndexOf(':') + 1
  const attempt = Number(id.slice(end))
  return [1, 2, 3].map((more) => `${id.slice(0, end)}${attempt + more}`)
}
