'use client'

import { useState } from 'react'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import { isJsonList, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { RunState } from '#core/run/state.ts'
import { runCodeTexts } from '../../texts/run-code.ts'
import { useRunRequest } from '../acting/use-run-request.ts'
import type { RunVerbs } from '../acting/use-run-verbs.ts'
import { useRunCode } from '../code/use-run-code.ts'

export interface MessageDialogProps {
  readonly kind: 'signal' | 'update'
  readonly state: RunState
  readonly verbs: Pick<RunVerbs, 'signal' | 'update'>
  onClose(): void
}

const another = '\u0000another'
const none: readonly string[] = []

/** Sends a signal or an update to the code of a run: one that the code declares, or a signal of another name. */
export function MessageDialog({ kind, state, verbs, onClose }: MessageDialogProps) {
  const { data: code } = useRunCode(state)
  const declared = (kind === 'signal' ? code?.signals : code?.updates) ?? none
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = picked ?? declared[0] ?? another
  const [typedName, setTypedName] = useState('')
  const name = chosen === another ? typedName.trim() : chosen
  const [args, setArgs] = useState<Json | undefined>([])
  const [isBroken, setBroken] = useState(false)
  const { ask, isPending, failure } = useRunRequest(JSON.stringify([kind, name, args]), onClose)
  const isList = args === undefined || isJsonList(args)
  const send = (operationId: string) => {
    const list = isJsonList(args) ? args : []
    return kind === 'signal'
      ? verbs.signal({ operationId, reason: '' }, name, list)
      : verbs.update(operationId, name, list)
  }
  const options = declared.map((each) => ({ value: each, label: each }))
  return (
    <FormDialog
      title={kind === 'signal' ? runCodeTexts.sendASignal : runCodeTexts.sendAnUpdate}
      description={kind === 'signal' ? runCodeTexts.signalIsKept : runCodeTexts.updateAnswers}
      verb={runCodeTexts.send(name)}
      action={kind === 'signal' ? runCodeTexts.sendASignal : runCodeTexts.sendAnUpdate}
      canSubmit={!isBroken && isList && !isPending && name !== ''}
      onSubmit={() => ask(send)}
      onClose={onClose}
    >
      {declared.length > 0 && (
        <Field label={kind === 'signal' ? runCodeTexts.signal : runCodeTexts.update}>
          {(control) => (
            <Select
              {...control}
              value={chosen}
              onValueChange={setPicked}
              options={kind === 'signal' ? [...options, { value: another, label: runCodeTexts.another }] : options}
            />
          )}
        </Field>
      )}
      {chosen === another && (
        <Field label={runCodeTexts.name}>
          {(control) => (
            <Input
              {...control}
              maxLength={limits.text.name}
              value={typedName}
              onChange={(event) => setTypedName(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label={runCodeTexts.argumentsLabel}
        note={runCodeTexts.argumentsNote}
        error={isList ? undefined : runCodeTexts.mustBeList}
      >
        {(control) => (
          <JsonControl
            {...control}
            rows={4}
            value={args}
            onChange={setArgs}
            onBroken={setBroken}
            disabled={isPending}
          />
        )}
      </Field>
      {failure && (
        <Callout tone="failed" alert>
          {failure}
        </Callout>
      )}
    </FormDialog>
  )
}
