'use client'

import { useState } from 'react'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import type { Json, JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { ReasonField } from '../../reason-field.tsx'
import { InputEditor } from '../../start/input-editor.tsx'
import { runActingTexts } from '../../texts/run-acting.ts'
import { useRunRequest } from './use-run-request.ts'
import type { VerbRequest } from './use-run-verbs.ts'

export interface AwaitedSignal {
  readonly step: string
  readonly signal: string
  /** The schema of the signal's data. */
  readonly schema?: JsonSchema | undefined
}

export interface SignalDialogProps {
  /** The signals that steps of the run wait for; a signal that no step waits for yet is kept. */
  awaited: readonly AwaitedSignal[]
  onClose(): void
  onSend(request: VerbRequest, signal: string, payload: Json): Promise<unknown>
}

const another = '\u0000another'

/** Sends a signal with its data, usually one that a step of the run waits for. */
export function SignalDialog({ awaited, onClose, onSend }: SignalDialogProps) {
  // The offered signals are fixed on opening: typed data stays when its wait ends meanwhile.
  const [offered] = useState(awaited)
  const [chosen, setChosen] = useState(offered[0]?.step ?? another)
  const wait = offered.find(({ step }) => step === chosen)
  const isAwaited = awaited.some(({ step, signal }) => step === wait?.step && signal === wait.signal)
  const schema = wait?.schema
  const [typedName, setName] = useState('')
  const name = wait?.signal ?? typedName.trim()
  const [reason, setReason] = useState('')
  /** The typed data of each signal. */
  const [data, setData] = useState<{ readonly [chosen: string]: Json | undefined }>({})
  const value = chosen in data ? data[chosen] : schema ? (initialValue(schema, false) ?? {}) : {}
  const [isBroken, setBroken] = useState(false)
  const [wasTried, setTried] = useState(false)
  const { ask, isPending, failure } = useRunRequest(JSON.stringify([name, value, reason]), onClose)
  const misfits = schema ? validateJson(schema, value ?? null) : []
  return (
    <FormDialog
      title={runActingTexts.sendSignal}
      description={
        wait === undefined
          ? runActingTexts.noStepWaitsForIt
          : isAwaited
            ? runActingTexts.waitsForAndUsesIts(wait.step, wait.signal)
            : runActingTexts.alreadyReceivedAnotherOneIs(wait.step, wait.signal)
      }
      verb={runActingTexts.send(name).trim()}
      action={runActingTexts.sendSignalLabel}
      canSubmit={!isBroken && !isPending && name !== ''}
      onSubmit={() => {
        setTried(true)
        if (misfits.length > 0) return
        ask((operationId) => onSend({ operationId, reason }, name, value ?? null))
      }}
      onClose={onClose}
    >
      {offered.length > 0 && (
        <Field label={runActingTexts.signal}>
          {(control) => (
            <Select
              {...control}
              value={chosen}
              onValueChange={(next) => {
                setChosen(next)
                setBroken(false)
                setTried(false)
              }}
              options={[
                ...offered.map(({ step, signal }) => ({ value: step, label: signal, description: step })),
                { value: another, label: runActingTexts.another },
              ]}
            />
          )}
        </Field>
      )}
      {wait === undefined && (
        <Field label={runActingTexts.name}>
          {(control) => (
            <Input
              {...control}
              maxLength={limits.text.name}
              value={typedName}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
      <InputEditor
        key={chosen}
        label={runActingTexts.data}
        schema={schema}
        value={value}
        onChange={(typed) => setData({ ...data, [chosen]: typed })}
        onBroken={setBroken}
        errors={wasTried ? misfits : []}
        disabled={isPending}
      />
      <ReasonField value={reason} onChange={setReason} />
      {failure && (
        <Callout tone="failed" alert>
          {failure}
        </Callout>
      )}
    </FormDialog>
  )
}
