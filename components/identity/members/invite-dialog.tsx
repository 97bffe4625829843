'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member, MemberRole } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useDirectory } from '#components/people/use-people.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { memberTexts } from '../texts/members.ts'
import { RoleChoice } from './role-choice.tsx'
import { LinkDialog } from './shown-link.tsx'
import { failureText, useReloadMembers } from './use-members.ts'

const newPerson = '·new'

/** The dialog that makes an invitation, and then shows its link. */
export function InviteDialog({ members, onClose }: { members: readonly Member[]; onClose: () => void }) {
  const api = useApi()
  const reload = useReloadMembers()
  const [email, setEmail] = useState('')
  const [person, setPerson] = useState(newPerson)
  const [roles, setRoles] = useState<readonly MemberRole[]>(['viewer'])
  const create = useMutation(api.invites.create.mutationOptions({ onSettled: reload }))
  const withLogin = new Set(members.map(({ personId }) => personId))
  const people = (useDirectory().data?.people ?? []).filter(({ id }) => !withLogin.has(id))
  if (create.data) return <LinkDialog {...create.data} onClose={onClose} />
  return (
    <FormDialog
      title={memberTexts.inviteTitle}
      description={memberTexts.inviteAbout}
      verb={memberTexts.createLink}
      canSubmit={!create.isPending && roles.length > 0}
      onSubmit={() =>
        create.mutate({
          roles: [...roles],
          ...(email.trim() !== '' && { email: email.trim() }),
          ...(person !== newPerson && { personId: person }),
        })
      }
      onClose={onClose}
    >
      <Field label={memberTexts.email} note={memberTexts.emailNote} hint={memberTexts.emailHint}>
        {(control) => (
          <Input
            {...control}
            type="email"
            value={email}
            autoComplete="off"
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {people.length > 0 && (
        <Field label={memberTexts.person} hint={memberTexts.personHint}>
          {(control) => (
            <Select
              {...control}
              value={person}
              onValueChange={setPerson}
              options={[
                { value: newPerson, label: memberTexts.newPerson },
                ...people.map(({ id, name }) => ({ value: id, label: isolateText(name), description: id })),
              ]}
            />
          )}
        </Field>
      )}
      <RoleChoice value={roles} error={failureText(create.error)} onChange={setRoles} />
    </FormDialog>
  )
}
