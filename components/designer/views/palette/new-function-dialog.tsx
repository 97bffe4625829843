'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { functionKey } from '#core/definition/function-name.ts'
import { useSession, useView } from '../../model/session-context.tsx'
import type { NewFunction } from '../../model/view-store.ts'
import { viewsPaletteTexts } from '../../texts/views-palette.ts'
import { editorLink } from '../inspector/fields/editor-link.ts'
import { useStubFields } from './use-stub-fields.ts'

/** The dialog that creates a step function: the server writes its file, and steps can call it without a restart. */
export function NewFunctionDialog() {
  const wanted = useView((view) => view.newFunction)
  return wanted === null ? null : <OpenDialog wanted={wanted} />
}

function OpenDialog({ wanted }: { wanted: NewFunction }) {
  const session = useSession()
  const api = useApi()
  const client = useApiClient()
  const queries = useQueryClient()
  const stubFields = useStubFields()
  const [name, setName] = useState(wanted.wish)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => session.view.startFunction(null)
  const create = async () => {
    setBusy(true)
    try {
      const made = await client.workflows.createFunction.mutate({ name, reads: stubFields() })
      await queries.invalidateQueries({ queryKey: api.workflows.functions.queryKey() })
      close()
      wanted.created(made.name)
      showToast({
        tone: 'done',
        title: viewsPaletteTexts.created(made.name),
        detail: made.path,
        action: { label: viewsPaletteTexts.openInEditor, perform: () => window.open(editorLink(made), '_self') },
      })
    } catch (failure) {
      setError(apiFailure(failure).message)
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={viewsPaletteTexts.newFunctionTitle}
      verb={viewsPaletteTexts.create}
      canSubmit={name.includes('.') && !busy}
      onSubmit={() => void create()}
      onClose={close}
    >
      <Field label={viewsPaletteTexts.name} hint={hintOf(name)} error={error ?? undefined}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            className="font-mono text-code"
            placeholder="orders.validate"
            value={name}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value)
              setError(null)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}

function hintOf(name: string): string {
  const path = functionKey(name).split('.').slice(0, -1)
  return path.length === 0 || path.includes('')
    ? viewsPaletteTexts.fileAndFunction
    : viewsPaletteTexts.writesFile(`${path.join('/')}.ts`)
}
