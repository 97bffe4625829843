'use client'

import { useState } from 'react'
import { FormDialog } from '#components/shell/form-dialog.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { OptionalPart } from '../../optional-part.tsx'
import { ReasonField } from '../../reason-field.tsx'
import { useAsking } from './use-asking.ts'
import type { Asked } from './use-run-verbs.ts'

export interface ReasonDialogProps {
  title: string
  /** What happens, in a sentence or two. */
  consequence: string
  verb: string
  danger?: boolean | undefined
  onClose(): void
  /** Something more that may be wanted, as a tick. */
  option?: string | undefined
  onConfirm(asked: Asked, ticked: boolean): Promise<unknown>
}

/** Asks once before something is done to a run, and for the reason that its history will show. */
export function ReasonDialog({ title, consequence, verb, danger, option, onClose, onConfirm }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isTicked, setTicked] = useState(false)
  const { ask, isPending, failure } = useAsking(JSON.stringify([reason, isTicked]), onClose)
  return (
    <FormDialog
      title={title}
      description={consequence}
      verb={verb}
      danger={danger}
      leave="Keep it as it is"
      canSubmit={!isPending}
      onSubmit={() => ask((operationId) => onConfirm({ operationId, reason }, isTicked))}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
      {option && <OptionalPart label={option} isWanted={isTicked} onWanted={setTicked} />}
      {failure && (
        <Callout tone="failed" alert>
          {failure}
        </Callout>
      )}
    </FormDialog>
  )
}
