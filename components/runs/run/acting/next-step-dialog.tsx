'use client'

import { useState } from 'react'
import { FormDialog } from '#components/shell/form-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { OptionalPart } from '../../optional-part.tsx'
import { ReasonField } from '../../reason-field.tsx'

export interface NextStepDialogProps {
  onClose(): void
  onStep(reason: string, input?: JsonObject): void
}

/** The next step of a run that is driven by hand; a reason and an input may be given with it. */
export function NextStepDialog({ onClose, onStep }: NextStepDialogProps) {
  const [hasInput, setHasInput] = useState(false)
  const [input, setInput] = useState<Json | undefined>({})
  const [isBroken, setBroken] = useState(false)
  const [reason, setReason] = useState('')
  const given = hasInput && isJsonObject(input) ? input : undefined
  const cannot = hasInput && (isBroken || given === undefined)
  return (
    <FormDialog
      title="Run the next step?"
      description="The run goes on to its next step and stops again."
      verb="Run the next step"
      leave="Keep it as it is"
      canSubmit={!cannot}
      onSubmit={() => {
        onStep(reason.trim(), given)
        onClose()
      }}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
      <OptionalPart
        label="With an input, which is merged into the state first"
        isWanted={hasInput}
        onWanted={(isWanted) => {
          setHasInput(isWanted)
          setBroken(false)
        }}
      >
        <Field label="Input" note="JSON object">
          {(control) => (
            <JsonControl {...control} value={input} onChange={setInput} onBroken={setBroken} disabled={false} />
          )}
        </Field>
      </OptionalPart>
    </FormDialog>
  )
}
