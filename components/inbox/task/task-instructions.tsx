import { isolateText } from '#core/definition/escape-invisible.ts'
import { ValueList } from './value-list.tsx'
import { valuesOfText } from './values-of-text.ts'

/** The instructions of a task; the values that they end in, such as the arguments of a call, are a list. */
export function TaskInstructions({ instructions }: { instructions: string | null }) {
  if (!instructions) return null
  const { text, values } = valuesOfText(instructions)
  return (
    <div className="grid gap-3">
      {text !== '' && <p className="max-w-160 whitespace-pre-wrap wrap-anywhere">{isolateText(text)}</p>}
      {values && (
        <div className="rounded-m border bg-surface px-3.5 py-2.5">
          <ValueList values={values} />
        </div>
      )}
    </div>
  )
}
