import { isJsonList, isJsonObject, type Json, objectOf } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'
import { unsettledNote } from '../not-imported.ts'
import type { SourceRecord } from '../source-record.ts'

/** Events by which a person or a program starts a workflow with inputs. */
const byHand: ReadonlySet<string> = new Set(['workflow_dispatch', 'workflow_call', 'repository_dispatch'])

const byItself = 'Runs do not start automatically. Call POST /v1/workflows/run from outside.'

/** Notes on the triggers of a workflow, and whether a run is started that way here. `on`: the record of that key. */
export function triggerNotes(on: SourceRecord): readonly ImportNote[] {
  const { value } = on
  const events = isJsonObject(value) ? Object.keys(value) : (isJsonList(value) ? value : [value]).map(String)
  if (!isJsonObject(value)) on.take()
  return events.flatMap((event): readonly ImportNote[] => {
    const part = `on: ${event}`
    if (!byHand.has(event)) {
      const crons = cronsOf(on.take(event))
      return [{ part, fate: 'lost', message: crons === '' ? byItself : `Schedule: ${crons}. ${byItself}` }]
    }
    const declared = on.at(event)
    for (const name of Object.keys(objectOf(declared.peek('inputs')))) {
      declared.at('inputs', name).settle('type', 'required', 'default', 'options', 'description')
    }
    for (const name of Object.keys(objectOf(declared.peek('outputs')))) declared.at('outputs', name).settle('value')
    const message = 'Start a run manually, or from another workflow.'
    const notes = [{ part, fate: 'understood', message } as const, ...unsettledNote(declared, { part })]
    declared.take()
    return notes
  })
}

/** The times of `schedule`, as written. */
function cronsOf(event: Json | undefined): string {
  const crons = isJsonList(event) ? event.flatMap((one) => (isJsonObject(one) ? [one.cron] : [])) : []
  return crons.flatMap((cron) => (typeof cron === 'string' ? [`\`${cron}\``] : [])).join(', ')
}
