'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { SecretEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input, Textarea } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { secretsTexts } from './texts/secrets.ts'

export type SecretTask =
  | { readonly kind: 'add' }
  | { readonly kind: 'replace' | 'change' | 'remove'; readonly secret: SecretEntry }

const FUNCTIONS = 'functions'
const WEBHOOKS = 'webhooks'
const linesOf = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '')

/** Adds a secret, replaces its value, changes who may use it, or removes it. */
export function SecretDialog({ task, onClose }: { task: SecretTask; onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const before = task.kind === 'add' ? null : task.secret
  const [name, setName] = useState(before?.name ?? '')
  const [value, setValue] = useState('')
  const [origins, setOrigins] = useState(
    (before?.origins ?? []).filter((one) => one !== FUNCTIONS && one !== WEBHOOKS).join('\n'),
  )
  const [webhooks, setWebhooks] = useState(before?.origins.includes(WEBHOOKS) ?? false)
  const [functions, setFunctions] = useState(before?.origins.includes(FUNCTIONS) ?? false)
  const [workflows, setWorkflows] = useState((before?.workflows ?? []).join('\n'))
  const done = {
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries(api.secrets.pathFilter()),
  }
  const create = useMutation(api.secrets.create.mutationOptions(done))
  const replace = useMutation(api.secrets.replace.mutationOptions(done))
  const change = useMutation(api.secrets.change.mutationOptions(done))
  const remove = useMutation(api.secrets.remove.mutationOptions(done))
  const { isPending, error } = { add: create, replace, change, remove }[task.kind]
  const failure = error ? apiFailure(error) : undefined
  const errorAt = (field: string) => (failure?.field?.split('.')[0] === field ? failure.message : undefined)
  const isAtField = ['name', 'value', 'origins', 'workflows'].some((field) => errorAt(field) !== undefined)
  const settings = {
    origins: webhooks ? [WEBHOOKS] : [...linesOf(origins), ...(functions ? [FUNCTIONS] : [])],
    workflows: workflows
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }
  const submit = {
    add: () => create.mutate({ name, value, ...settings }),
    replace: () => replace.mutate({ name, value }),
    change: () => change.mutate({ name, ...settings }),
    remove: () => remove.mutate({ name }),
  }[task.kind]
  const titles = {
    add: secretsTexts.addSecret,
    replace: secretsTexts.replace(name),
    change: secretsTexts.change(name),
    remove: secretsTexts.removeTitle(name),
  }
  const verbs = {
    add: secretsTexts.save,
    replace: secretsTexts.replaceLabel,
    change: secretsTexts.save,
    remove: secretsTexts.removeLabel,
  }
  const hasValue = task.kind === 'add' || task.kind === 'replace'
  const hasSettings = task.kind === 'add' || task.kind === 'change'
  const isComplete = (!hasValue || value !== '') && (!hasSettings || settings.origins.length > 0) && name !== ''
  return (
    <FormDialog
      title={titles[task.kind]}
      verb={verbs[task.kind]}
      danger={task.kind === 'remove'}
      canSubmit={!isPending && isComplete}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && !isAtField && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
      {task.kind === 'remove' && <p>{secretsTexts.stepsFail}</p>}
      {task.kind === 'add' && (
        <Field label={secretsTexts.name} hint={secretsTexts.nameHint} error={errorAt('name')}>
          {(control) => (
            <Input
              {...control}
              value={name}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-code"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
      {hasValue && (
        <Field label={secretsTexts.value} hint={secretsTexts.valueHint} error={errorAt('value')}>
          {(control) => (
            <Input
              {...control}
              type="password"
              value={value}
              autoFocus={task.kind === 'replace'}
              autoComplete="new-password"
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
      )}
      {hasSettings && (
        <>
          {task.kind === 'add' && (
            <UseTick label={secretsTexts.verifiesWebhooks} checked={webhooks} onChange={setWebhooks} />
          )}
          {!webhooks && (
            <>
              <Field label={secretsTexts.origins} hint={secretsTexts.originsHint} error={errorAt('origins')}>
                {(control) => (
                  <Textarea
                    {...control}
                    rows={2}
                    spellCheck={false}
                    className="font-mono text-code"
                    value={origins}
                    onChange={(event) => setOrigins(event.target.value)}
                  />
                )}
              </Field>
              <UseTick label={secretsTexts.letFunctionsRead} checked={functions} onChange={setFunctions} />
            </>
          )}
          <Field label={secretsTexts.workflows} hint={secretsTexts.workflowsHint} error={errorAt('workflows')}>
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                spellCheck={false}
                value={workflows}
                onChange={(event) => setWorkflows(event.target.value)}
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}

interface UseTickProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function UseTick({ label, checked, onChange }: UseTickProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <Checkbox id={id} checked={checked} onCheckedChange={(next) => onChange(next === true)} />
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
    </div>
  )
}
