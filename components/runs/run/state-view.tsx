'use client'

import { CodeBlock } from '#components/ui/code-block.tsx'
import type { Json } from '#core/json.ts'
import type { RunState } from '#core/run/state.ts'

const json = (value: Json) => JSON.stringify(value, null, 2)

/** The run's input, its state at this moment, and its output, as JSON. */
export function StateView({ state }: { state: RunState }) {
  const output = state.outcome?.output
  const parts = [
    { title: 'Input', text: json(state.header.input) },
    { title: 'State', text: json(state.data) },
    { title: 'Output', text: output === undefined ? null : json(output) },
  ]
  return (
    <div className="grid grid-cols-3 gap-4 p-4 max-lg:grid-cols-1">
      {parts.map(({ title, text }) => (
        <section key={title} className="grid min-w-0 content-start gap-1.5">
          <h2 className="text-label text-muted">{title}</h2>
          {text === null ? <p className="text-muted">None yet.</p> : <CodeBlock label={title} text={text} />}
        </section>
      ))}
    </div>
  )
}
