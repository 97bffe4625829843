import { post, wake } from '#server/engine/store/memory/tables.ts'
import { workKey } from '#server/engine/store/memory/work.ts'
import type { PlantedBug } from './planted-bug.ts'

/** Who may run the function of an ASYNC step, and how often. */
export const workerBugs: readonly PlantedBug[] = [
  {
    name: 'lost step run again that may run once',
    work: (work, _process, { tables }) => ({
      ...work,
      listLost: async (heartbeatTimeoutMs, limit) =>
        (await work.listLost(heartbeatTimeoutMs, limit)).map((lost) => ({ ...lost, idempotent: true })),
      async offerAgain(token, counted, command) {
        const row = [...tables.work.values()].find((each) => each.token === token)
        if (row) tables.work.set(workKey(row.runId, row.taskId), { ...row, idempotent: true })
        return work.offerAgain(token, counted, command)
      },
    }),
  },
  {
    name: 'task gone before its run is told',
    work: (work, process, { tables, schedule, databaseNow }) => ({
      ...work,
      async finish(token, command) {
        const row = [...tables.work.values()].find((each) => each.token === token)
        if (!row) return false
        const { runId, taskId } = row
        tables.work.delete(workKey(runId, taskId))
        schedule.at(schedule.now + 5, () =>
          process.deliver(() => {
            post(tables, databaseNow(), { runId, operationId: null, command: JSON.stringify(command) })
            wake(tables, runId, databaseNow())
          }),
        )
        return true
      },
    }),
  },
]
