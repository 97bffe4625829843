import { labelOfName } from '#components/ui/schema-form/schema-field.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { JsonObject } from '#core/json.ts'
import { fieldText } from '../list/task-words.ts'

/** Names and values as a list that people read. */
export function ValueList({ values }: { values: JsonObject }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-5 gap-y-1.5">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted wrap-anywhere">{isolateText(labelOfName(name))}</dt>
          <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">{isolateText(fieldText(value))}</dd>
        </div>
      ))}
    </dl>
  )
}
