'use client'

import { useState } from 'react'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { OptionalPart } from '../../optional-part.tsx'
import { ReasonField } from '../../reason-field.tsx'
import { runActingTexts } from '../../texts/run-acting.ts'
import { useRunRequest } from './use-run-request.ts'
import type { VerbRequest } from './use-run-verbs.ts'

export interface NextStepDialogProps {
  onClose(): void
  onStep(request: VerbRequest, input?: JsonObject): Promise<unknown>
}

/** Starts the next step of a run in manual mode, with an optional reason and input. */
export function NextStepDialog({ onClose, onStep }: NextStepDialogProps) {
  const [hasInput, setHasInput] = useState(false)
  const [input, setInput] = useState<Json | undefined>({})
  const [isBroken, setBroken] = useState(false)
  const [reason, setReason] = useState('')
  const given = hasInput && isJsonObject(input) ? input : undefined
  const cannot = hasInput && (isBroken || given === undefined)
  const { ask, isPending, failure } = useRunRequest(JSON.stringify([reason, given]), onClose)
  return (
    <FormDialog
      title={runActingTexts.runNextStep}
      description={runActingTexts.runsOneStepThenStops}
      verb={runActingTexts.runNextStepLabel}
      leave={runActingTexts.cancel}
      canSubmit={!cannot && !isPending}
      onSubmit={() => ask((operationId) => onStep({ operationId, reason }, given))}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
      <OptionalPart
        label={runActingTexts.mergeInputIntoStateFirst}
        isWanted={hasInput}
        onWanted={(isWanted) => {
          setHasInput(isWanted)
          setBroken(false)
        }}
      >
        <Field label={runActingTexts.input} note={runActingTexts.jsonObject}>
          {(control) => (
            <JsonControl {...control} value={input} onChange={setInput} onBroken={setBroken} disabled={false} />
          )}
        </Field>
      </OptionalPart>
      {failure && (
        <Callout tone="failed" alert>
          {failure}
        </Callout>
      )}
    </FormDialog>
  )
}
