'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { ConnectionEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input, Textarea } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { type ConnectionKind, connectionCatalogue, connectionKinds } from '#core/definition/connections/kinds.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { type ConnectionForm, emptyForm, formOf, isComplete, requestOf } from './connection-form.ts'
import { connectionsTexts } from './texts/connections.ts'

type EditTask = { readonly kind: 'add' } | { readonly kind: 'change'; readonly connection: ConnectionEntry }
export type ConnectionTask = EditTask | { readonly kind: 'remove'; readonly connection: ConnectionEntry }

/** The dialog that adds or changes a connection. Saving starts a test of the connection. */
export function ConnectionDialog({ task, onClose }: { task: EditTask; onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const before = task.kind === 'change' ? task.connection : null
  const [form, setForm] = useState<ConnectionForm>(before ? formOf(before) : emptyForm('smtp'))
  const reload = () => queryClient.invalidateQueries(api.connections.pathFilter())
  const test = useMutation(api.connections.test.mutationOptions({ onSettled: reload }))
  const done = {
    onSettled: reload,
    onSuccess: () => {
      test.mutate({ name: form.name })
      onClose()
    },
  }
  const create = useMutation(api.connections.create.mutationOptions(done))
  const change = useMutation(api.connections.change.mutationOptions(done))
  const { isPending, error } = before ? change : create
  const failure = error ? apiFailure(error) : undefined
  const errorAt = (field: string) => (failure?.field === field ? failure.message : undefined)
  const request = requestOf(form, before)
  const submit = () =>
    before ? change.mutate(request) : create.mutate({ ...request, kind: form.kind, secrets: request.secrets ?? {} })
  const fields = connectionCatalogue[form.kind].fields
  const isAtField =
    ['name', 'workflows'].includes(failure?.field ?? '') ||
    fields.some(({ key }) => failure?.field === `settings.${key}` || failure?.field === `secrets.${key}`)
  return (
    <FormDialog
      title={before ? connectionsTexts.change(before.name) : connectionsTexts.add}
      verb={connectionsTexts.save}
      canSubmit={!isPending && isComplete(form, before)}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && !isAtField && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
      {!before && (
        <>
          <Field label={connectionsTexts.kind} hint={connectionCatalogue[form.kind].description}>
            {(control) => (
              <Select
                {...control}
                value={form.kind}
                options={connectionKinds.map((kind) => ({ value: kind, label: connectionCatalogue[kind].label }))}
                onValueChange={(kind) => setForm({ ...emptyForm(kind as ConnectionKind), name: form.name })}
              />
            )}
          </Field>
          <Field label={connectionsTexts.name} hint={connectionsTexts.nameHint} error={errorAt('name')}>
            {(control) => (
              <Input
                {...control}
                value={form.name}
                autoFocus
                autoComplete="off"
                spellCheck={false}
                className="font-mono text-code"
                onChange={(event) => setForm({ ...form, name: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
      <ConnectionFields form={form} before={before} errorAt={errorAt} onChange={setForm} />
      <Field label={connectionsTexts.workflows} hint={connectionsTexts.workflowsHint} error={errorAt('workflows')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            spellCheck={false}
            value={form.workflows}
            onChange={(event) => setForm({ ...form, workflows: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Asks before a connection is removed, with the workflows that use it. */
export function RemoveConnectionDialog({ connection, onClose }: { connection: ConnectionEntry; onClose: () => void }) {
  const { name, usedBy } = connection
  const api = useApi()
  const queryClient = useQueryClient()
  const remove = useMutation(
    api.connections.remove.mutationOptions({
      onSuccess: onClose,
      onSettled: () => queryClient.invalidateQueries(api.connections.pathFilter()),
    }),
  )
  const used = usedBy.map(isolateText).join(', ')
  return (
    <ConfirmDialog
      title={connectionsTexts.removeTitle(name)}
      about={usedBy.length > 0 ? connectionsTexts.usedAbout(used) : connectionsTexts.removeAbout}
      verb={connectionsTexts.removeLabel}
      change={remove}
      onConfirm={() => remove.mutate({ name, evenIfUsed: usedBy.length > 0 })}
      onClose={onClose}
    />
  )
}
