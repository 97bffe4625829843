'use client'

import { useState } from 'react'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { OptionalPart } from '../../optional-part.tsx'
import { ReasonField } from '../../reason-field.tsx'
import { runActingTexts } from '../../texts/run-acting.ts'
import { useRunRequest } from './use-run-request.ts'
import type { VerbRequest } from './use-run-verbs.ts'

export interface ReasonDialogProps {
  title: string
  /** The consequence of the action, in a sentence or two. */
  consequence: string
  verb: string
  /** The label of the button that does nothing. */
  leave?: string | undefined
  danger?: boolean | undefined
  onClose(): void
  /** The label of an option with a check box. */
  option?: string | undefined
  onConfirm(request: VerbRequest, ticked: boolean): Promise<unknown>
}

/** Asks for confirmation of an action on a run, and for the reason that the history will show. */
export function ReasonDialog({
  title,
  consequence,
  verb,
  leave,
  danger,
  option,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isTicked, setTicked] = useState(false)
  const { ask, isPending, failure } = useRunRequest(JSON.stringify([reason, isTicked]), onClose)
  return (
    <FormDialog
      title={title}
      description={consequence}
      verb={verb}
      danger={danger}
      leave={leave ?? runActingTexts.cancel}
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
