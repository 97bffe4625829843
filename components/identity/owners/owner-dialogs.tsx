'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Owner } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { ConfirmDialog } from '#components/settings/confirm-dialog.tsx'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { limits } from '#core/limits.ts'
import { idOfName } from '#core/people/id-of-name.ts'
import { LinkDialog } from '../members/shown-link.tsx'
import { failureText, useReloadMembers } from '../members/use-members.ts'
import { memberTexts } from '../texts/members.ts'

export type OwnerAsk =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'suspend' | 'enter'; readonly owner: Owner }

export function OwnerDialog({ ask, onClose }: { ask: OwnerAsk; onClose: () => void }) {
  switch (ask.kind) {
    case 'add':
      return <AddOwnerDialog onClose={onClose} />
    case 'rename':
      return <RenameDialog owner={ask.owner} onClose={onClose} />
    case 'suspend':
      return <SuspendDialog owner={ask.owner} onClose={onClose} />
    case 'enter':
      return <EnterDialog owner={ask.owner} onClose={onClose} />
  }
}

interface TextFieldProps {
  label: string
  note?: string
  hint?: string
  error?: string | undefined
  value: string
  longest?: number
  isCode?: boolean
  onChange(value: string): void
}

function TextField({
  label,
  value,
  longest = limits.directory.nameCharacters,
  isCode,
  onChange,
  ...about
}: TextFieldProps) {
  return (
    <Field label={label} {...about}>
      {(control) => (
        <Input
          {...control}
          value={value}
          autoComplete="off"
          spellCheck={!isCode}
          maxLength={longest}
          className={isCode ? 'font-mono text-code' : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function AddOwnerDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const reload = useReloadMembers()
  const [owner, setOwner] = useState({ name: '', id: '', email: '' })
  const create = useMutation(api.owners.create.mutationOptions({ onSettled: reload }))
  if (create.data) return <LinkDialog {...create.data} onClose={onClose} />
  const { name, id, email } = owner
  return (
    <FormDialog
      title={memberTexts.addOwner}
      description={memberTexts.addOwnerAbout}
      verb={memberTexts.createLink}
      canSubmit={!create.isPending && name.trim() !== '' && id !== ''}
      onSubmit={() => create.mutate({ name, id, ...(email.trim() !== '' && { email: email.trim() }) })}
      onClose={onClose}
    >
      <TextField
        label={memberTexts.name}
        value={name}
        onChange={(next) => setOwner({ ...owner, name: next, id: id === idOfName(name) ? idOfName(next) : id })}
      />
      <TextField
        label={memberTexts.id}
        note={memberTexts.idNote}
        error={failureText(create.error)}
        value={id}
        isCode
        onChange={(next) => setOwner({ ...owner, id: next })}
      />
      <TextField
        label={memberTexts.email}
        note={memberTexts.emailNote}
        hint={memberTexts.emailHint}
        value={email}
        longest={limits.members.emailCharacters}
        onChange={(next) => setOwner({ ...owner, email: next })}
      />
    </FormDialog>
  )
}

function RenameDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const api = useApi()
  const [name, setName] = useState(owner.name)
  const rename = useMutation(api.owners.rename.mutationOptions({ onSuccess: onClose, onSettled: useReloadMembers() }))
  return (
    <FormDialog
      title={memberTexts.renameTitle(owner.name)}
      verb={memberTexts.save}
      canSubmit={!rename.isPending && name.trim() !== ''}
      onSubmit={() => rename.mutate({ id: owner.id, name })}
      onClose={onClose}
    >
      <TextField label={memberTexts.name} error={failureText(rename.error)} value={name} onChange={setName} />
    </FormDialog>
  )
}

function SuspendDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const api = useApi()
  const suspend = useMutation(api.owners.suspend.mutationOptions({ onSuccess: onClose, onSettled: useReloadMembers() }))
  return (
    <ConfirmDialog
      title={memberTexts.suspendTitle(owner.name)}
      about={memberTexts.suspendAbout}
      verb={memberTexts.suspendLabel}
      change={suspend}
      onConfirm={() => suspend.mutate({ id: owner.id })}
      onClose={onClose}
    />
  )
}

function EnterDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const api = useApi()
  const [reason, setReason] = useState('')
  // Everything on the page belongs to the former owner.
  const enter = useMutation(api.owners.enter.mutationOptions({ onSuccess: () => window.location.assign('/') }))
  return (
    <FormDialog
      title={memberTexts.enterTitle(owner.name)}
      description={memberTexts.enterAbout}
      verb={memberTexts.enterLabel}
      canSubmit={!enter.isPending && reason.trim() !== ''}
      onSubmit={() => enter.mutate({ ownerId: owner.id, reason })}
      onClose={onClose}
    >
      <TextField
        label={memberTexts.reason}
        error={failureText(enter.error)}
        value={reason}
        longest={limits.text.reason}
        onChange={setReason}
      />
    </FormDialog>
  )
}
