'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { RunDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { runPath } from '#components/shell/paths.ts'
import { Callout } from '#components/ui/layout/callout.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import { asWritten, previewSentence } from '#core/run/preview/preview-words.ts'
import { OptionalPart } from '../../../optional-part.tsx'
import { ReasonField } from '../../../reason-field.tsx'
import { startErrors } from '../../../start/start-errors.ts'
import { runActingTexts } from '../../../texts/run-acting.ts'
import { useWhole } from '../../../whole/use-whole.ts'
import { WholeEditor } from '../../../whole/whole-editor.tsx'
import { PreviewList } from '../preview-list.tsx'
import { useOperationId } from '../use-operation-id.ts'
import { planOf, type RerunFrom } from './rerun-choice.ts'
import { RerunFields } from './rerun-fields.tsx'

export interface RerunDialogProps {
  detail: RunDetail
  /** The steps that the run can continue from, in the order of the text; none while it has not ended. */
  steps: readonly string[]
  mayRetry: boolean
  from: RerunFrom
  /** Receives the effect on each step, for the graph beside the dialog; null when the dialog is closed. */
  onPreview(steps: readonly PreviewStep[] | null): void
  onClose(): void
}

/** The dialog that retries a run, or reruns it as a new one. It shows first which steps will run again. */
export function RerunDialog({ detail, steps, mayRetry, from: initially, onPreview, onClose }: RerunDialogProps) {
  const { runId } = detail
  const [from, setFrom] = useState(initially)
  const [version, setVersion] = useState<'own' | 'newest'>('own')
  const [reason, setReason] = useState('')
  const [hasInput, setHasInput] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const whole = useWhole(runId, detail.input, { isWanted: hasInput })
  const [edited, setEdited] = useState<{ readonly input: Json | undefined } | null>(null)
  const input = edited === null ? whole.value : edited.input
  const isUnfit = hasInput && (isBroken || whole.isReading || whole.apartIn(input).length > 0)
  const plan = planOf({ from, version }, mayRetry)
  const { preview, shown } = usePreview(runId, plan)
  const fates = useMemo(() => (shown?.ok ? (hasInput ? asWritten(shown.steps) : shown.steps) : null), [shown, hasInput])
  useEffect(() => onPreview(fates), [fates, onPreview])
  useEffect(() => () => onPreview(null), [onPreview])
  const changed = { ...(hasInput && isJsonObject(input ?? {}) && { input: (input ?? {}) as Record<string, Json> }) }
  const operationId = useOperationId(JSON.stringify([plan, changed, reason]))
  const { retry, rerun } = useRerun(runId, onClose)
  const isBusy = retry.isPending || rerun.isPending
  const error = plan.verb === 'retry' ? retry.error : rerun.error
  const failure = error && apiFailure(error)
  const isAboutInput = failure?.code === 'INVALID_INPUT' && hasInput
  const why = reason.trim() === '' ? {} : { reason: reason.trim() }

  function submit() {
    const { verb, ...how } = plan
    const request = { runId, operationId, ...changed, ...why }
    if (verb === 'retry') retry.mutate({ ...request, ...how })
    else rerun.mutate({ ...request, ...(how as Omit<Extract<typeof plan, { verb: 'rerun' }>, 'verb'>) })
  }

  const isRetry = plan.verb === 'retry'
  const isRefused = preview.data?.preview.ok === false
  return (
    <FormDialog
      place="side"
      title={isRetry ? runActingTexts.retryThisRun : runActingTexts.runAgain}
      description={isRetry ? runActingTexts.continuesThisRunFinishedSteps : runActingTexts.startsNewRunLinkedTo}
      verb={isRetry ? runActingTexts.retry : runActingTexts.runAgain}
      leave={runActingTexts.cancel}
      canSubmit={!isBusy && !isRefused && !isUnfit}
      onSubmit={submit}
      onClose={onClose}
    >
      <RerunFields
        detail={detail}
        steps={steps}
        mayRetry={mayRetry}
        from={from}
        onFrom={setFrom}
        version={version}
        onVersion={setVersion}
      />
      {shown === undefined && <SkeletonRows label={runActingTexts.loadingPreview} rows={3} />}
      {shown?.ok === false && (
        <Callout tone="failed" alert>
          {shown.message}
        </Callout>
      )}
      {fates && <PreviewList sentence={previewSentence(fates)} steps={fates} />}
      <OptionalPart
        label={runActingTexts.editInput}
        isWanted={hasInput}
        onWanted={(isWanted) => {
          setHasInput(isWanted)
          setBroken(false)
        }}
      >
        <WholeEditor
          values={whole}
          schema={preview.data?.inputSchema ?? undefined}
          value={input}
          onChange={(next) => setEdited({ input: next })}
          onBroken={setBroken}
          errors={isAboutInput && failure ? startErrors(failure) : []}
          disabled={isBusy}
        />
      </OptionalPart>
      <ReasonField value={reason} onChange={setReason} />
      {failure && !isAboutInput && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
    </FormDialog>
  )
}

/** The server's preview of the plan; the last answer stays until the next one arrives. */
function usePreview(runId: string, plan: ReturnType<typeof planOf>) {
  const api = useApi()
  const { verb, ...how } = plan
  const isRetry = verb === 'retry'
  const fromStep = how.fromStep === undefined ? {} : { fromStep: how.fromStep }
  const retry = useQuery(api.runs.previewRetry.queryOptions({ runId, ...fromStep }, { enabled: isRetry }))
  const { version, results } = { version: 'own' as const, results: 'none' as const, ...how }
  const rerun = useQuery(
    api.runs.previewRerun.queryOptions({ runId, version, results, ...fromStep }, { enabled: !isRetry }),
  )
  const preview = isRetry ? retry : rerun
  const failed = preview.error ? { ok: false as const, message: apiFailure(preview.error).message } : undefined
  return { preview, shown: preview.data?.preview ?? failed }
}

function useRerun(runId: string, onDone: () => void) {
  const api = useApi()
  const router = useRouter()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries(api.runs.tree.queryFilter({ runId }))
  const retry = useMutation(
    api.runs.retry.mutationOptions({
      onSuccess: ({ outcome }) => {
        showToast(
          outcome === 'done'
            ? { tone: 'done', title: runActingTexts.retrying }
            : { tone: 'async', title: runActingTexts.accepted },
        )
        onDone()
      },
      onSettled: refresh,
    }),
  )
  const rerun = useMutation(
    api.runs.rerun.mutationOptions({
      onSuccess: ({ newRunId }) => {
        showToast({ tone: 'done', title: runActingTexts.runningAgain })
        onDone()
        router.push(runPath(newRunId))
      },
      // The page of this run shows who started the rerun, and why.
      onSettled: () => Promise.all([refresh(), queryClient.invalidateQueries(api.runs.get.queryFilter({ runId }))]),
    }),
  )
  return { retry, rerun }
}
