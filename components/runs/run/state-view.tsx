'use client'

import { useMemo } from 'react'
import { JsonView } from '#components/ui/json/json-view.tsx'
import type { Json } from '#core/json.ts'
import type { Moment } from './instant/moment.ts'
import { type RunIndex, stateAt } from './instant/run-index.ts'
import { DiffTree } from './state/diff-tree.tsx'
import { diffJson } from './state/json-diff.ts'

/** The run's input, its state at the instant that is shown, its output, and what the event of that instant changed. */
export function StateView({ moment, index }: { moment: Moment; index: RunIndex }) {
  const { state, seq, isLive } = moment
  const diff = useMemo(
    () => (isLive ? null : diffJson(stateAt(index, seq - 1).data, state.data)),
    [isLive, index, seq, state],
  )
  return (
    <div className="grid grid-cols-3 gap-4 p-4 max-lg:grid-cols-1">
      {diff && (
        <section className="col-span-full grid min-w-0 gap-1.5">
          <h2 className="text-label text-muted">What event {seq} changed</h2>
          <DiffTree label={`What event ${seq} changed`} diff={diff} />
        </section>
      )}
      <Part title="Input" value={state.header.input} />
      <Part title="State" value={state.data} />
      <Part title="Output" value={state.outcome?.output} />
    </div>
  )
}

function Part({ title, value }: { title: string; value: Json | undefined }) {
  return (
    <section className="grid min-w-0 content-start gap-1.5">
      <h2 className="text-label text-muted">{title}</h2>
      {value === undefined ? <p className="text-muted">None yet.</p> : <JsonView label={title} value={value} />}
    </section>
  )
}
