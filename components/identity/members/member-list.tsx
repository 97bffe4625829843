'use client'

import { useMutation } from '@tanstack/react-query'
import { Ellipsis, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Member } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { ConfirmDialog } from '#components/settings/confirm-dialog.tsx'
import { EntryList, EntryRow } from '#components/settings/entry-list.tsx'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { memberTexts, roleLabel } from '../texts/members.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { useReloadMembers } from './use-members.ts'

interface OpenDialog {
  readonly kind: 'roles' | 'disable' | 'remove' | 'erase'
  readonly member: Member
}

export function MemberList({ members }: { members: readonly Member[] }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  return (
    <>
      <EntryList title={memberTexts.members} count={members.length} nothing={memberTexts.noMembersYet}>
        {members.map((member) => (
          <MemberRow key={member.personId} member={member} onAsk={(kind) => setDialog({ kind, member })} />
        ))}
      </EntryList>
      {dialog && <MemberDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

function MemberRow({ member, onAsk }: { member: Member; onAsk: (kind: OpenDialog['kind']) => void }) {
  const api = useApi()
  const reload = useReloadMembers()
  const mayErase = useMay('installation.admin')
  const enable = useMutation(api.members.enable.mutationOptions({ onSettled: reload }))
  const { personId, name, email, kind, roles, status, isMe } = member
  const isDisabled = status === 'disabled'
  const shown = isolateText(name)
  return (
    <EntryRow
      id={email ?? personId}
      name={shown}
      about={
        <>
          {isDisabled && <Chip tone="failed">{memberTexts.disabled}</Chip>}
          {kind === 'service' && <Chip tone="async">{memberTexts.service}</Chip>}
          {isMe && <Chip tone="active">{memberTexts.you}</Chip>}
          {roles.map((role) => (
            <Chip key={role} tone={role === 'admin' ? 'child' : 'idle'}>
              {roleLabel(role)}
            </Chip>
          ))}
        </>
      }
    >
      <IconButton size="small" label={memberTexts.editRoles(shown)} onClick={() => onAsk('roles')}>
        <Pencil />
      </IconButton>
      <Menu
        items={[
          isDisabled
            ? { id: 'enable', label: memberTexts.enable, onSelect: () => enable.mutate({ personId }) }
            : { id: 'disable', label: memberTexts.disable, onSelect: () => onAsk('disable') },
          { id: 'remove', label: memberTexts.remove, danger: true, separated: true, onSelect: () => onAsk('remove') },
          ...(mayErase && kind === 'person' && !isMe
            ? [{ id: 'erase', label: memberTexts.erase, danger: true, onSelect: () => onAsk('erase') }]
            : []),
        ]}
      >
        <IconButton size="small" label={memberTexts.actionsFor(shown)}>
          <Ellipsis />
        </IconButton>
      </Menu>
    </EntryRow>
  )
}

function MemberDialog({ kind, member, onClose }: OpenDialog & { onClose: () => void }) {
  const api = useApi()
  const settled = { onSuccess: onClose, onSettled: useReloadMembers() }
  const disable = useMutation(api.members.disable.mutationOptions(settled))
  const remove = useMutation(api.members.remove.mutationOptions(settled))
  if (kind === 'roles') return <RolesDialog member={member} onClose={onClose} />
  if (kind === 'erase') return <EraseDialog member={member} onClose={onClose} />
  const { personId, name } = member
  const words =
    kind === 'disable'
      ? { title: memberTexts.disableTitle(name), about: memberTexts.disableAbout, verb: memberTexts.disable }
      : { title: memberTexts.removeTitle(name), about: memberTexts.removeAbout, verb: memberTexts.removeLabel }
  const change = kind === 'disable' ? disable : remove
  return <ConfirmDialog {...words} change={change} onConfirm={() => change.mutate({ personId })} onClose={onClose} />
}
