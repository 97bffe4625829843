'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { runPath } from '#components/shell/paths.ts'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { parse } from '#core/definition/parse.ts'
import type { JsonObject } from '#core/json.ts'
import { RunDialog } from '../run-form.tsx'
import { runsTexts } from '../texts/runs.ts'

export interface RunWorkflowDialogProps {
  workflow: string
  version: number
  sampleInput?: JsonObject | undefined
  onClose(): void
}

/**
 * The run dialog for a published version whose text is not loaded. It reads the input schema first, and goes to the run
 * after the start.
 */
export function RunWorkflowDialog({ workflow, version, sampleInput, onClose }: RunWorkflowDialogProps) {
  const api = useApi()
  const router = useRouter()
  const published = useQuery(api.workflows.version.queryOptions({ name: workflow, version }, { staleTime: Infinity }))
  const text = published.data?.text
  const definition = useMemo(() => (text === undefined ? undefined : parse(text).definition), [text])
  if (published.data) {
    return (
      <RunDialog
        open
        onOpenChange={(open) => !open && onClose()}
        workflow={workflow}
        version={version}
        inputSchema={definition?.input_schema ?? published.data.inputSchema ?? undefined}
        failFast={definition?.fail_fast}
        sampleInput={sampleInput}
        onStarted={(runId) => router.push(runPath(runId))}
      />
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={runsTexts.runWorkflow(workflow)}>
      {published.isError ? (
        <Callout tone="failed" alert>
          {apiFailure(published.error).message}
        </Callout>
      ) : (
        <div role="status" className="grid gap-3 py-2">
          <span className="sr-only">{runsTexts.loadingInputForm}</span>
          <Skeleton className="w-24" />
          <Skeleton className="h-7.5" />
          <Skeleton className="w-32" />
          <Skeleton className="h-7.5" />
        </div>
      )}
    </Dialog>
  )
}
