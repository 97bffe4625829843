'use client'

import { useDeferredValue, useMemo } from 'react'
import { WithCode } from '#components/ui/text/with-code.tsx'
import { designerTexts } from '../../texts/designer.ts'
import type { ExpressionKind } from './expression-help.ts'
import { previewOf } from './preview.ts'
import { useSample } from './use-sample.ts'

export interface PreviewLineProps {
  readonly kind: ExpressionKind
  readonly text: string
  readonly step: string | null
  /** Whether the field already shows an error; a failed preview adds nothing then. */
  readonly isWrong?: boolean
}

/** The value of the expression with the data of the last run, shown under the focused field. */
export function PreviewLine({ kind: { form, expected }, text, step, isWrong = false }: PreviewLineProps) {
  const sample = useSample(step)
  const tried = useDeferredValue(text)
  const preview = useMemo(
    () =>
      sample === null
        ? null
        : previewOf({ form, ...(expected === undefined ? {} : { expected }) }, tried, sample.scope),
    [sample, form, expected, tried],
  )
  if (sample === null || preview === null || (isWrong && !preview.ok)) return null
  return (
    <p
      role="status"
      aria-label={designerTexts.preview}
      className="flex min-w-0 items-baseline gap-1.5 text-small text-muted"
    >
      {preview.ok ? (
        <>
          <span aria-hidden="true">=</span>
          <code className="min-w-0 font-mono text-code wrap-anywhere text-ink">{preview.text}</code>
          <span className="shrink-0">· {sample.origin}</span>
        </>
      ) : (
        <span className="min-w-0 wrap-anywhere">
          {designerTexts.noValueWith(sample.origin)} <WithCode text={preview.message} />
        </span>
      )}
    </p>
  )
}
