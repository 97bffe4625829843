'use client'

import { useState } from 'react'
import { FormDialog } from '#components/shell/form-dialog.tsx'
import { OptionalPart } from '../../optional-part.tsx'
import { ReasonField } from '../../reason-field.tsx'

export interface ReasonDialogProps {
  title: string
  /** What happens, in a sentence or two. */
  consequence: string
  verb: string
  danger?: boolean | undefined
  onClose(): void
  /** Something more that may be wanted, as a tick. */
  option?: string | undefined
  onConfirm(reason: string, ticked: boolean): void
}

/** Asks once before something is done to a run, and for the reason that its history will show. */
export function ReasonDialog({ title, consequence, verb, danger, option, onClose, onConfirm }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isTicked, setTicked] = useState(false)
  return (
    <FormDialog
      title={title}
      description={consequence}
      verb={verb}
      danger={danger}
      leave="Keep it as it is"
      canSubmit
      onSubmit={() => {
        onConfirm(reason.trim(), isTicked)
        onClose()
      }}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
      {option && <OptionalPart label={option} isWanted={isTicked} onWanted={setTicked} />}
    </FormDialog>
  )
}
