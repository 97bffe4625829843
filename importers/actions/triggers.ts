import { isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'
import { unsettledNote } from '../not-imported.ts'
import { type ForeignTime, type ImportedSchedules, schedulesOf } from '../schedules.ts'
import type { SourceRecord } from '../source-record.ts'

/** Events by which a person or a program starts a workflow with inputs. */
const byHand: ReadonlySet<string> = new Set(['workflow_dispatch', 'workflow_call', 'repository_dispatch'])

const byItself = 'Runs do not start at this event. Add a webhook under triggers, and call its address.'

/** The schedules of a workflow, and notes on its triggers: whether a run is started that way here. `on`: the record of that key. */
export function triggersOf(on: SourceRecord): ImportedSchedules {
  const { value } = on
  const events = isJsonObject(value) ? Object.keys(value) : (isJsonList(value) ? value : [value]).map(String)
  if (!isJsonObject(value)) on.take()
  const triggers: JsonObject[] = []
  const notes = events.flatMap((event): readonly ImportNote[] => {
    const part = `on: ${event}`
    if (!byHand.has(event)) {
      const written = on.take(event)
      if (event !== 'schedule') return [{ part, fate: 'lost', message: byItself }]
      const schedules = schedulesOf(part, timesOf(written))
      triggers.push(...schedules.triggers)
      const isEmpty = schedules.notes.length === 0
      return isEmpty ? [{ part, fate: 'lost', message: 'The schedule has no time.' }] : schedules.notes
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
  return { triggers, notes }
}

/** The times of `schedule`. */
function timesOf(event: Json | undefined): readonly ForeignTime[] {
  const crons = isJsonList(event) ? event.map((one) => objectOf(one)) : []
  return crons.flatMap(({ cron, timezone }) =>
    typeof cron === 'string' ? [{ cron, ...(typeof timezone === 'string' && { timezone }) }] : [],
  )
}
