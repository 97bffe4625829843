'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { NewApiKey } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { limits } from '#core/limits.ts'
import { keyTexts } from '../texts/keys.ts'
import { CreatedKeyDialog } from './created-key-dialog.tsx'
import { PermissionChoice } from './permission-choice.tsx'
import { useReloadKeys, useServices } from './use-keys.ts'

const yourself = '·me'
const expiries = [7, 30, limits.keys.days, limits.keys.mostDays]

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The dialog that creates a key, and then shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const services = useServices().data ?? []
  const reload = useReloadKeys()
  const [name, setName] = useState('')
  const [holder, setHolder] = useState(yourself)
  const [permissions, setPermissions] = useState<NewApiKey['permissions']>(['workflow.read', 'run.read'])
  const [days, setDays] = useState<number>(limits.keys.days)
  const [workflows, setWorkflows] = useState('')
  const [networks, setNetworks] = useState('')
  const create = useMutation(api.keys.create.mutationOptions({ onSettled: reload }))
  if (create.data) return <CreatedKeyDialog text={create.data.key} onClose={onClose} />
  const failure = create.error ? apiFailure(create.error) : null
  const errorAt = (field: string) => (failure?.field?.split('.')[0] === field ? failure.message : undefined)
  const isElsewhere = failure && !['name', 'permissions', 'workflows', 'networks'].some(errorAt)
  return (
    <FormDialog
      title={keyTexts.createTitle}
      description={keyTexts.createAbout}
      verb={keyTexts.create}
      canSubmit={!create.isPending && name.trim() !== ''}
      onSubmit={() =>
        create.mutate({
          name,
          permissions,
          days,
          ...(holder !== yourself && { serviceId: holder }),
          ...(workflows.trim() !== '' && { workflows: listOf(workflows) }),
          ...(networks.trim() !== '' && { networks: listOf(networks) }),
        })
      }
      onClose={onClose}
    >
      {isElsewhere && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
      <Field label={keyTexts.name} hint={keyTexts.nameHint} error={errorAt('name')}>
        {(control) => (
          <Input
            {...control}
            value={name}
            autoFocus
            autoComplete="off"
            maxLength={limits.keys.nameCharacters}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {services.length > 0 && (
        <Field label={keyTexts.keyFor}>
          {(control) => (
            <Select
              {...control}
              value={holder}
              onValueChange={setHolder}
              options={[
                { value: yourself, label: keyTexts.yourself },
                ...services.map(({ id, name: of }) => ({ value: id, label: isolateText(of), description: id })),
              ]}
            />
          )}
        </Field>
      )}
      <PermissionChoice
        value={permissions}
        isLimited={workflows.trim() !== ''}
        error={errorAt('permissions')}
        onChange={setPermissions}
      />
      <Field label={keyTexts.expiry}>
        {(control) => (
          <Select
            {...control}
            value={String(days)}
            onValueChange={(value) => setDays(Number(value))}
            options={expiries.map((value) => ({ value: String(value), label: keyTexts.days(value) }))}
          />
        )}
      </Field>
      <Field
        label={keyTexts.workflows}
        note={keyTexts.optional}
        hint={keyTexts.workflowsHint}
        error={errorAt('workflows')}
      >
        {(control) => (
          <Input
            {...control}
            value={workflows}
            autoComplete="off"
            onChange={(event) => setWorkflows(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={keyTexts.networks}
        note={keyTexts.optional}
        hint={keyTexts.networksHint}
        error={errorAt('networks')}
      >
        {(control) => (
          <Input
            {...control}
            value={networks}
            autoComplete="off"
            onChange={(event) => setNetworks(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
