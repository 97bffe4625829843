'use client'

import { useQuery } from '@tanstack/react-query'
import type { RunDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { differenceWords } from '#core/run/preview/preview-words.ts'
import { runActingTexts } from '../../../texts/run-acting.ts'
import { fromOfValue, type RerunFrom, valueOfFrom } from './rerun-choice.ts'

interface RerunFieldsProps {
  detail: RunDetail
  steps: readonly string[]
  mayRetry: boolean
  from: RerunFrom
  onFrom(from: RerunFrom): void
  version: 'own' | 'newest'
  onVersion(version: 'own' | 'newest'): void
}

/** The fields for the point to continue from, and for the version. */
export function RerunFields({ detail, steps, mayRetry, from, onFrom, version, onVersion }: RerunFieldsProps) {
  const api = useApi()
  const { runId } = detail
  const newest = useQuery(
    api.runs.previewRerun.queryOptions({ runId, version: 'newest', results: 'none' }, { enabled: !detail.test }),
  ).data
  const places = [
    ...(mayRetry ? [{ value: valueOfFrom({ kind: 'failed' }), label: runActingTexts.failedStep }] : []),
    ...steps.map((step) => ({ value: valueOfFrom({ kind: 'step', step }), label: step })),
    {
      value: valueOfFrom({ kind: 'start' }),
      label: runActingTexts.start,
      description: runActingTexts.asNewRunWithoutEarlier,
    },
  ]
  const hasNewer = newest !== undefined && newest.version !== detail.version
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <Field label={runActingTexts.from}>
        {(control) => (
          <Select
            {...control}
            value={valueOfFrom(from)}
            onValueChange={(value) => onFrom(fromOfValue(value))}
            options={places}
          />
        )}
      </Field>
      {hasNewer && (
        <Field
          label={runActingTexts.by}
          hint={
            version === 'newest'
              ? runActingTexts.version(newest.version, differenceWords(newest.difference))
              : undefined
          }
        >
          {(control) => (
            <Select
              {...control}
              value={version}
              onValueChange={(value) => onVersion(value as 'own' | 'newest')}
              options={[
                { value: 'own', label: runActingTexts.versionSame(detail.version) },
                { value: 'newest', label: runActingTexts.versionNewest(newest.version) },
              ]}
            />
          )}
        </Field>
      )}
    </div>
  )
}
