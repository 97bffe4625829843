'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member, MemberRole } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { memberTexts } from '../texts/members.ts'
import { RoleChoice } from './role-choice.tsx'
import { failureText, useReloadMembers } from './use-members.ts'

/** The dialog that changes the roles of a member. */
export function RolesDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const api = useApi()
  const reload = useReloadMembers()
  const [roles, setRoles] = useState<readonly MemberRole[]>(
    member.roles.filter((role) => !member.claimedRoles.includes(role)),
  )
  const save = useMutation(api.members.setRoles.mutationOptions({ onSuccess: onClose, onSettled: reload }))
  return (
    <FormDialog
      title={memberTexts.editRoles(member.name)}
      description={memberTexts.rolesEndSessions}
      verb={memberTexts.save}
      canSubmit={!save.isPending && roles.length > 0}
      onSubmit={() => save.mutate({ personId: member.personId, roles: [...roles] })}
      onClose={onClose}
    >
      <RoleChoice value={roles} fixed={member.claimedRoles} error={failureText(save.error)} onChange={setRoles} />
    </FormDialog>
  )
}
