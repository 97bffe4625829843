'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { VariableEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input, Textarea } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { variablesTexts } from './texts/variables.ts'

type EditTask = { readonly kind: 'add' } | { readonly kind: 'change'; readonly variable: VariableEntry }
export type VariableTask = EditTask | { readonly kind: 'remove'; readonly variable: VariableEntry }

/** Adds a variable, or changes its value. */
export function VariableDialog({ task, onClose }: { task: EditTask; onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const before = task.kind === 'change' ? task.variable : null
  const [written, setWritten] = useState({
    name: before?.name ?? '',
    value: before?.value ?? '',
    description: before?.description ?? '',
  })
  const save = useMutation(
    api.variables.save.mutationOptions({
      onSuccess: onClose,
      onSettled: () => queryClient.invalidateQueries(api.variables.pathFilter()),
    }),
  )
  const failure = save.error ? apiFailure(save.error) : undefined
  const errorAt = (field: keyof typeof written) => (failure?.field === field ? failure.message : undefined)
  const isAtField = Object.hasOwn(written, failure?.field ?? '')
  return (
    <FormDialog
      title={before ? variablesTexts.change(before.name) : variablesTexts.add}
      verb={variablesTexts.save}
      canSubmit={!save.isPending && written.name !== ''}
      onSubmit={() => save.mutate(written)}
      onClose={onClose}
    >
      {failure && !isAtField && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
      {before === null && (
        <Field label={variablesTexts.name} hint={variablesTexts.nameHint} error={errorAt('name')}>
          {(control) => (
            <Input
              {...control}
              value={written.name}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-code"
              onChange={({ target }) => setWritten({ ...written, name: target.value })}
            />
          )}
        </Field>
      )}
      <Field label={variablesTexts.value} hint={variablesTexts.valueHint} error={errorAt('value')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            autoFocus={before !== null}
            spellCheck={false}
            className="font-mono text-code"
            value={written.value}
            onChange={({ target }) => setWritten({ ...written, value: target.value })}
          />
        )}
      </Field>
      <Field label={variablesTexts.description} error={errorAt('description')}>
        {(control) => (
          <Input
            {...control}
            value={written.description}
            autoComplete="off"
            onChange={({ target }) => setWritten({ ...written, description: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Asks before a variable is removed, with the workflows that read it. */
export function RemoveVariableDialog({ variable, onClose }: { variable: VariableEntry; onClose: () => void }) {
  const { name, usedBy } = variable
  const api = useApi()
  const queryClient = useQueryClient()
  const remove = useMutation(
    api.variables.remove.mutationOptions({
      onSuccess: onClose,
      onSettled: () => queryClient.invalidateQueries(api.variables.pathFilter()),
    }),
  )
  const readers = usedBy.map(isolateText).join(', ')
  return (
    <ConfirmDialog
      title={variablesTexts.removeTitle(name)}
      about={usedBy.length > 0 ? variablesTexts.usedAbout(readers) : variablesTexts.removeAbout}
      verb={variablesTexts.removeLabel}
      change={remove}
      onConfirm={() => remove.mutate({ name })}
      onClose={onClose}
    />
  )
}
