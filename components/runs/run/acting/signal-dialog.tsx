'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import { Select } from '#components/ui/select.tsx'
import type { Json, JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { ReasonField } from '../../reason-field.tsx'
import { InputEditor } from '../../start/input-editor.tsx'

export interface AwaitedSignal {
  readonly step: string
  readonly signal: string
  /** What its data has to look like. */
  readonly schema?: JsonSchema | undefined
}

export interface SignalDialogProps {
  /** What steps of the run wait for; one that nobody waits for yet is kept. */
  awaited: readonly AwaitedSignal[]
  onClose(): void
  onSend(signal: string, payload: Json, reason: string): void
}

const another = '\u0000another'

/** Sends a signal, with its data: mostly one that a step of the run waits for. */
export function SignalDialog({ awaited, onClose, onSend }: SignalDialogProps) {
  const [chosen, setChosen] = useState(awaited[0]?.step ?? another)
  const wait = awaited.find(({ step }) => step === chosen)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Send a signal"
      description={
        wait
          ? `${wait.step} waits for ${wait.signal} and takes its data as its result.`
          : 'Nobody waits for it yet: it is kept until a step does.'
      }
    >
      {awaited.length > 0 && (
        <Field label="Signal" className="pb-3">
          {(control) => (
            <Select
              {...control}
              value={chosen}
              onValueChange={setChosen}
              options={[
                ...awaited.map(({ step, signal }) => ({ value: step, label: signal, description: step })),
                { value: another, label: 'Another' },
              ]}
            />
          )}
        </Field>
      )}
      <SignalForm key={chosen} wait={wait} onClose={onClose} onSend={onSend} />
    </Dialog>
  )
}

interface SignalFormProps extends Omit<SignalDialogProps, 'awaited'> {
  wait: AwaitedSignal | undefined
}

function SignalForm({ wait, onClose, onSend }: SignalFormProps) {
  const schema = wait?.schema
  const [name, setName] = useState(wait?.signal ?? '')
  const [reason, setReason] = useState('')
  const [data, setData] = useState<Json | undefined>(() => (schema ? (initialValue(schema, false) ?? {}) : {}))
  const [isBroken, setBroken] = useState(false)
  const cannot = isBroken || name.trim() === ''
  return (
    <form
      className="grid gap-4 pb-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (cannot) return
        onSend(name.trim(), data ?? null, reason.trim())
        onClose()
      }}
    >
      {wait === undefined && (
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              maxLength={limits.text.name}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
      <InputEditor
        label="Data"
        schema={schema}
        value={data}
        onChange={setData}
        onBroken={setBroken}
        errors={[]}
        disabled={false}
      />
      <ReasonField value={reason} onChange={setReason} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={cannot}>
          Send {name}
        </Button>
      </div>
    </form>
  )
}
