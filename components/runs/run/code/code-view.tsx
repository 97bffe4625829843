'use client'

import { useState } from 'react'
import { LoadFailure } from '#components/api/load-failure.tsx'
import type { RunCode } from '#components/api/models.ts'
import { CodeText } from '#components/ui/code/code-text.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import type { RunState } from '#core/run/state.ts'
import { runCodeTexts } from '../../texts/run-code.ts'
import { useRunCode } from './use-run-code.ts'
import { waitingLine } from './waiting-line.ts'

/** The code of a run, and the line at which it waits at the shown instant. */
export function CodeView({ state }: { state: RunState }) {
  const { data, error } = useRunCode(state)
  if (data) return <Files code={data} state={state} />
  if (error) return <LoadFailure error={error} />
  return (
    <div className="grid gap-2 p-3.5">
      <Skeleton className="w-80" />
      <Skeleton className="w-60" />
      <Skeleton className="w-72" />
    </div>
  )
}

function Files({ code: { files, version }, state }: { code: RunCode; state: RunState }) {
  const at = state.outcome === null ? state.code?.blocked?.at : undefined
  const waits = waitingLine(at, files)
  const [chosen, setChosen] = useState<string | null>(null)
  const name = chosen ?? waits?.file ?? files[0]?.name
  const source = files.find((file) => file.name === name)?.source ?? ''
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3.5 py-1 text-small text-muted">
        {files.length > 1 ? (
          <Select
            aria-label={runCodeTexts.file}
            className="w-60"
            value={name}
            onValueChange={setChosen}
            options={files.map((file) => ({ value: file.name, label: file.name }))}
          />
        ) : (
          <span className="font-mono text-code">{name}</span>
        )}
        <span>{runCodeTexts.version(version)}</span>
        <span role="status">{waits === null ? '' : runCodeTexts.waitsAt(at ?? '', state.code?.blocked?.reason)}</span>
      </div>
      <div className="min-h-0 flex-1">
        <CodeText
          text={source}
          label={runCodeTexts.codeOfThisRun}
          line={waits !== null && waits.file === name ? waits.line : null}
        />
      </div>
    </div>
  )
}
