'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import { Select } from '#components/ui/select.tsx'
import type { Json, JsonSchema } from '#core/json.ts'
import { InputEditor } from '../start/input-editor.tsx'

export interface AwaitedSignal {
  readonly step: string
  readonly signal: string
  /** What its data has to look like. */
  readonly schema?: JsonSchema | undefined
}

export interface SignalDialogProps {
  /** At least one. */
  awaited: readonly AwaitedSignal[]
  onClose(): void
  onSend(signal: string, payload: Json): void
}

/** Sends a signal that a step of the run waits for, with its data. */
export function SignalDialog({ awaited, onClose, onSend }: SignalDialogProps) {
  const [first] = awaited
  const [chosen, setChosen] = useState(first?.step ?? '')
  const wait = awaited.find(({ step }) => step === chosen) ?? first
  if (!wait) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Send a signal"
      description={`${wait.step} waits for ${wait.signal} and takes its data as its result.`}
    >
      {awaited.length > 1 && (
        <Field label="Signal" className="pb-3">
          {(control) => (
            <Select
              {...control}
              value={wait.step}
              onValueChange={setChosen}
              options={awaited.map(({ step, signal }) => ({ value: step, label: signal, description: step }))}
            />
          )}
        </Field>
      )}
      <SignalForm key={wait.step} wait={wait} onClose={onClose} onSend={onSend} />
    </Dialog>
  )
}

function SignalForm({ wait, onClose, onSend }: { wait: AwaitedSignal } & Omit<SignalDialogProps, 'awaited'>) {
  const { schema } = wait
  const [data, setData] = useState<Json | undefined>(() => (schema ? (initialValue(schema, false) ?? {}) : {}))
  const [isBroken, setBroken] = useState(false)
  return (
    <form
      className="grid gap-4 pb-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isBroken) return
        onSend(wait.signal, data ?? null)
        onClose()
      }}
    >
      <InputEditor
        label="Data"
        schema={schema}
        value={data}
        onChange={setData}
        onBroken={setBroken}
        errors={[]}
        disabled={false}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBroken}>
          Send {wait.signal}
        </Button>
      </div>
    </form>
  )
}
