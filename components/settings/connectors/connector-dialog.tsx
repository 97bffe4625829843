'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { ConnectorEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { readOpenApi } from '#importers/openapi/read-openapi.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { ConnectorConnection } from './connector-connection.tsx'
import { DocumentField } from './document-field.tsx'
import { OperationList } from './operation-list.tsx'
import { connectorsTexts } from './texts/connectors.ts'

type EditTask = { readonly kind: 'add' } | { readonly kind: 'replace'; readonly connector: ConnectorEntry }
export type ConnectorTask = EditTask | { readonly kind: 'remove'; readonly connector: ConnectorEntry }

/** Adds a connector, or replaces its document: the operations of the document can be chosen as soon as it is read. */
export function ConnectorDialog({ task, onClose }: { task: EditTask; onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const before = task.kind === 'replace' ? task.connector : null
  const [name, setName] = useState(before?.name ?? '')
  const [text, setText] = useState('')
  const [connection, setConnection] = useState(before?.connection ?? null)
  const [left, setLeft] = useState<ReadonlySet<string> | null>(null)
  const shown = useDeferredValue(text)
  const read = useMemo(() => (shown.trim() === '' ? null : readOpenApi(shown)), [shown])
  const save = useMutation(
    api.connectors.save.mutationOptions({
      onSuccess: onClose,
      onSettled: () => queryClient.invalidateQueries(api.connectors.pathFilter()),
    }),
  )
  const failure = save.error ? apiFailure(save.error) : undefined
  const errorAt = (field: string) => (failure?.field === field ? failure.message : undefined)
  const documentError = read !== null && !read.ok ? read.message : errorAt('text')
  const ids = read?.ok ? read.api.operations.map(({ id }) => id) : []
  const omitted = left ?? omittedBefore(before, ids)
  const operations = ids.filter((id) => !omitted.has(id))
  return (
    <FormDialog
      title={before ? connectorsTexts.replace(before.name) : connectorsTexts.add}
      verb={connectorsTexts.save}
      canSubmit={!save.isPending && name !== '' && operations.length > 0}
      onSubmit={() => save.mutate({ name, text, connection, operations })}
      onClose={onClose}
    >
      {failure && !['name', 'text', 'connection'].includes(failure.field ?? '') && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
      {before === null && (
        <Field label={connectorsTexts.name} hint={connectorsTexts.nameHint} error={errorAt('name')}>
          {(control) => (
            <Input
              {...control}
              value={name}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-code"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      )}
      <DocumentField text={text} error={documentError} onText={setText} />
      {read?.ok && <OperationList api={read.api} omitted={omitted} onOmit={setLeft} />}
      <ConnectorConnection value={connection} error={errorAt('connection')} onChange={setConnection} />
    </FormDialog>
  )
}

/** A replaced document keeps the choice of the connector: its new operations are to be chosen. */
function omittedBefore(before: ConnectorEntry | null, ids: readonly string[]): ReadonlySet<string> {
  if (before === null) return new Set()
  const kept = new Set(before.operations.map(({ id }) => id))
  return new Set(ids.filter((id) => !kept.has(id)))
}

/** Asks before a connector is removed. */
export function RemoveConnectorDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const remove = useMutation(
    api.connectors.remove.mutationOptions({
      onSuccess: onClose,
      onSettled: () => queryClient.invalidateQueries(api.connectors.pathFilter()),
    }),
  )
  return (
    <ConfirmDialog
      title={connectorsTexts.removeTitle(name)}
      about={connectorsTexts.removeAbout}
      verb={connectorsTexts.removeLabel}
      change={remove}
      onConfirm={() => remove.mutate({ name })}
      onClose={onClose}
    />
  )
}
