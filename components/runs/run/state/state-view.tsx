'use client'

import { useMemo } from 'react'
import type { LinkOf } from '#components/ui/json/json-tree.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { isolateSentence } from '#core/definition/escape-invisible.ts'
import type { Json } from '#core/json.ts'
import { writeValueCondition } from '#core/run/search/value-condition.ts'
import { writeAddress } from '../../list/filters/use-run-filter.ts'
import { runTexts } from '../../texts/run.ts'
import type { Moment } from '../instant/moment.ts'
import { type RunIndex, stateAt } from '../instant/run-index.ts'
import { DiffTree } from './diff-tree.tsx'
import { diffJson } from './json-diff.ts'
import { valueAt } from './value-at.ts'

/** The run's input, its state at the shown instant, its output, and the changes of the event at that instant. */
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
          <h2 className="text-label text-muted">{runTexts.changesByEvent(seq)}</h2>
          <DiffTree label={runTexts.changesByEvent(seq)} diff={diff} />
        </section>
      )}
      <Part title={runTexts.input} value={state.header.input} linkOf={runsWith('input')} />
      <Part title={runTexts.state} value={state.data} linkOf={runsWith('state')} />
      <Part title={runTexts.output} value={state.outcome?.output} />
    </div>
  )
}

/** The link from a value to the list of runs with that value. */
function runsWith(source: 'input' | 'state'): LinkOf {
  return (path, value) => {
    const found = valueAt(source, path, value)
    if (found === null) return null
    const condition = writeValueCondition(found)
    return { href: writeAddress('/runs', { value: [condition] }), title: runTexts.runsWith(isolateSentence(condition)) }
  }
}

function Part({ title, value, linkOf }: { title: string; value: Json | undefined; linkOf?: LinkOf }) {
  return (
    <section className="grid min-w-0 content-start gap-1.5">
      <h2 className="text-label text-muted">{title}</h2>
      {value === undefined ? (
        <p className="text-muted">{runTexts.noneYet}</p>
      ) : (
        <JsonView label={title} value={value} {...(linkOf && { linkOf })} />
      )}
    </section>
  )
}
