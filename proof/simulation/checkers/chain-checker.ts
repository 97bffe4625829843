import type { RunEvent } from '#core/run/event.ts'
import type { Tables } from '#server/engine/store/memory/tables.ts'
import type { SimulatedViolation } from '../world/world.ts'

/** Each run that continued as new has one successor, with its input and the signals that it left; and no other run has one. */
export function checkChains(
  tables: Pick<Tables, 'runs'>,
  historyOf: (runId: string) => readonly RunEvent[],
  violate: (violation: SimulatedViolation) => void,
): void {
  const successors = new Set<string>()
  for (const runId of tables.runs.keys()) {
    for (const event of historyOf(runId)) {
      if (event.type !== 'workflow.run.continued_as_new') continue
      const { new_run_id, input, signals } = event.payload
      const successor = tables.runs.get(new_run_id)
      if (successors.has(new_run_id)) violate({ invariant: 1, what: `${new_run_id} continues two runs` })
      successors.add(new_run_id)
      const first = historyOf(new_run_id)
      const begun = first.findIndex(({ type }) => type === 'workflow.run.queued')
      const taken = first
        .slice(0, begun)
        .flatMap((each) => (each.type === 'workflow.signal.received' ? [[each.payload.signal, each.payload.data]] : []))
      const left = signals.map(({ name, data }) => [name, data])
      const isSame =
        successor?.header.continued_from?.run_id === runId &&
        JSON.stringify([successor.header.input, taken]) === JSON.stringify([input, left])
      if (!isSame) violate({ invariant: 1, what: `run ${runId} does not go on as ${new_run_id}` })
    }
  }
  for (const { runId, header } of tables.runs.values()) {
    if (header.continued_from !== undefined && !successors.has(runId))
      violate({ invariant: 1, what: `run ${runId} continues a run that did not ask for it` })
  }
}
