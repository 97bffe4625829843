'use client'

import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { limits } from '#core/limits.ts'
import { OptionalPart } from '../optional-part.tsx'
import { ReasonField } from '../reason-field.tsx'
import { useOperationId } from '../run/acting/use-operation-id.ts'
import { bulkTexts } from '../texts/bulk.ts'
import { type BulkChoice, bulkVerbOf } from './bulk-choice.ts'
import { BulkPreviewPart } from './bulk-preview-part.tsx'
import { type BulkVerbType, bulkWords, runsWord } from './bulk-words.ts'
import { type BulkTarget, bulkChoice, useBulkPreview, useStartBulk } from './use-bulk.ts'

const versions = {
  retry: [
    { value: 'own', label: bulkTexts.sameVersion, description: bulkTexts.continuesSameRun },
    { value: 'newest', label: bulkTexts.newestVersion, description: bulkTexts.newRunContinuesWithExisting },
  ],
  rerun: [
    { value: 'own', label: bulkTexts.sameVersion },
    { value: 'newest', label: bulkTexts.newestVersion },
  ],
} as const
const results = [
  { value: 'none', label: bulkTexts.runEverything, description: bulkTexts.fromStart },
  { value: 'kept', label: bulkTexts.reuseResults, description: bulkTexts.runsOnlyFailedStepAnd },
] as const

export interface BulkDialogProps {
  verb: BulkVerbType
  target: BulkTarget
  /** The number of runs in words, such as `12 runs`, until the exact count is known. */
  count: string
  /** A version published since the runs failed, if one is known. */
  newerVersion?: number | null
  onClose(): void
  onStarted?(): void
}

/** Asks for confirmation of a bulk action: how many runs of each status, and what would happen to them. */
export function BulkDialog({ verb, target, newerVersion, onClose, onStarted, ...props }: BulkDialogProps) {
  const [choice, setChoice] = useState<BulkChoice>({ reason: '', version: 'own', results: 'none', compensate: false })
  const [isOpenEnded, setOpenEnded] = useState(false)
  const change = (part: Partial<BulkChoice>) => setChoice({ ...choice, ...part })
  const request = bulkVerbOf(verb, choice)
  const preview = useBulkPreview(request, target)
  const total = preview.data?.total
  const expected = total !== undefined && !isOpenEnded && { expected: total }
  const operationId = useOperationId(JSON.stringify([request, expected, target]))
  const start = useStartBulk({
    onStarted: () => {
      onStarted?.()
      onClose()
    },
    onRefused: () => void preview.refetch(),
  })
  const failure = start.error ? apiFailure(start.error) : null
  const { label, consequence } = bulkWords[verb]
  const isTooMany = total !== undefined && total > limits.bulk.runs
  const count =
    total === undefined ? props.count : isTooMany ? bulkTexts.moreThan(runsWord(limits.bulk.runs)) : runsWord(total)
  return (
    <FormDialog
      title={`${label} ${count}?`}
      description={consequence}
      verb={`${label} ${count}`}
      danger={verb === 'cancel' || verb === 'rollback'}
      leave={verb === 'cancel' ? bulkTexts.keepRunning : bulkTexts.cancel}
      canSubmit={total !== undefined && total > 0 && !isTooMany && !preview.isFetching && !start.isPending}
      onSubmit={() => start.mutate({ verb: request, operationId, ...expected, ...bulkChoice(target) })}
      onClose={onClose}
    >
      {failure && (
        <Callout tone={failure.code === 'CONFLICT' ? 'human' : 'failed'} alert>
          {failure.message}
        </Callout>
      )}
      {failure?.code === 'CONFLICT' && (
        <OptionalPart label={bulkTexts.includeRunsThatMatchBy} isWanted={isOpenEnded} onWanted={setOpenEnded} />
      )}
      {isTooMany && (
        <Callout tone="failed" alert>
          {bulkTexts.atMostAtTimeNarrow(runsWord(limits.bulk.runs))}
        </Callout>
      )}
      {preview.error && (
        <Callout tone="failed" alert>
          {apiFailure(preview.error).message}
        </Callout>
      )}
      {preview.isPending && <SkeletonRows label={bulkTexts.loadingPreview} rows={3} />}
      {preview.data && <BulkPreviewPart verb={request.type} preview={preview.data} />}
      {(verb === 'retry' || verb === 'rerun') && (
        <Field
          label={bulkTexts.version}
          hint={newerVersion ? `Version ${newerVersion} was published since; none of these runs used it.` : undefined}
        >
          {(control) => (
            <Select
              {...control}
              value={choice.version}
              onValueChange={(version) => change({ version: version as BulkChoice['version'] })}
              options={versions[verb]}
            />
          )}
        </Field>
      )}
      {verb === 'rerun' && (
        <Field label={bulkTexts.results}>
          {(control) => (
            <Select
              {...control}
              value={choice.results}
              onValueChange={(kept) => change({ results: kept as BulkChoice['results'] })}
              options={results}
            />
          )}
        </Field>
      )}
      {verb === 'cancel' && (
        <OptionalPart
          label={bulkTexts.rollBackCompletedStepsFirst}
          isWanted={choice.compensate}
          onWanted={(compensate) => change({ compensate })}
        />
      )}
      <ReasonField many value={choice.reason} onChange={(reason) => change({ reason })} />
    </FormDialog>
  )
}
