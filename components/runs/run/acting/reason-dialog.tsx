'use client'

import { useState } from 'react'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { OptionalPart } from '../../optional-part.tsx'
import { ReasonField } from '../../reason-field.tsx'
import { runActingTexts } from '../../texts/run-acting.ts'
import type { ReasonOption } from './reason-words.ts'
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
  options?: readonly ReasonOption[] | undefined
  onConfirm(request: VerbRequest, chosen: ReasonOption['id'] | null): Promise<unknown>
}

/** Asks for confirmation of an action on a run, and for the reason that the history will show. */
export function ReasonDialog({
  title,
  consequence,
  verb,
  leave,
  danger,
  options = [],
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<ReasonOption['id'] | null>(null)
  const { ask, isPending, failure } = useRunRequest(JSON.stringify([reason, chosen]), onClose)
  return (
    <FormDialog
      title={title}
      description={consequence}
      verb={verb}
      danger={danger}
      leave={leave ?? runActingTexts.cancel}
      canSubmit={!isPending}
      onSubmit={() => ask((operationId) => onConfirm({ operationId, reason }, chosen))}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
      {options.map(({ id, label }) => (
        <OptionalPart
          key={id}
          label={label}
          isWanted={chosen === id}
          onWanted={(isWanted) => setChosen(isWanted ? id : null)}
        />
      ))}
      {failure && (
        <Callout tone="failed" alert>
          {failure}
        </Callout>
      )}
    </FormDialog>
  )
}
