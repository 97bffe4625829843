'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import { formatClock } from '#components/ui/text/format-time.ts'
import { isJsonList, type Json } from '#core/json.ts'
import { runCodeTexts } from '../../texts/run-code.ts'

/** The queries that the code declares; each is asked by a button, of live and of ended runs. */
export function QueryList({ runId, queries }: { runId: string; queries: readonly string[] }) {
  if (queries.length === 0) return <p className="text-muted">{runCodeTexts.noQueries}</p>
  return (
    <ul className="grid gap-3">
      {queries.map((name) => (
        <li key={name}>
          <Query runId={runId} name={name} />
        </li>
      ))}
    </ul>
  )
}

function Query({ runId, name }: { runId: string; name: string }) {
  const [args, setArgs] = useState<Json | undefined>(undefined)
  const [isBroken, setBroken] = useState(false)
  const isList = args === undefined || isJsonList(args)
  const input = { runId, name, ...(isJsonList(args) && { args: [...args] }) }
  // Asked by the button alone: each answer is of its instant.
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...useApi().runs.query.queryOptions(input),
    enabled: false,
    retry: false,
  })
  return (
    <section aria-label={name} className="grid gap-2 rounded-m border p-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-mono text-code font-semibold">{name}</span>
        {data !== undefined && <span className="text-small text-faint">{formatClock(dataUpdatedAt)}</span>}
        <Button
          size="small"
          aria-label={runCodeTexts.ask(name)}
          disabled={isFetching || isBroken || !isList}
          onClick={() => void refetch()}
        >
          {isFetching ? runCodeTexts.asking : runCodeTexts.askLabel}
        </Button>
      </div>
      <details className="group/args text-small">
        <summary className="w-fit cursor-default rounded-s text-muted hover:text-ink">
          {runCodeTexts.argumentsLabel}
        </summary>
        <Field
          className="pt-1.5"
          label={runCodeTexts.argumentsOf(name)}
          note={runCodeTexts.argumentsNote}
          error={isList ? undefined : runCodeTexts.mustBeList}
        >
          {(control) => (
            <JsonControl {...control} rows={2} value={args} onChange={setArgs} onBroken={setBroken} disabled={false} />
          )}
        </Field>
      </details>
      {error && !isFetching ? (
        <Callout tone="failed" alert>
          {apiFailure(error).message}
        </Callout>
      ) : (
        data !== undefined && <JsonView label={runCodeTexts.answerOf(name)} value={data.result} />
      )}
    </section>
  )
}
