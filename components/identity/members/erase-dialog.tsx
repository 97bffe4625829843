'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { memberTexts } from '../texts/members.ts'
import { failureText, useReloadMembers } from './use-members.ts'

/** Asks for the id of a person before their name is erased for good. */
export function EraseDialog({ member: { personId, name }, onClose }: { member: Member; onClose: () => void }) {
  const api = useApi()
  const [confirmation, setConfirmation] = useState('')
  const erase = useMutation(api.members.erase.mutationOptions({ onSuccess: onClose, onSettled: useReloadMembers() }))
  return (
    <FormDialog
      title={memberTexts.eraseTitle(isolateText(name))}
      description={memberTexts.eraseAbout}
      verb={memberTexts.eraseVerb}
      danger
      canSubmit={!erase.isPending && confirmation === personId}
      onSubmit={() => erase.mutate({ personId, confirmation })}
      onClose={onClose}
    >
      <Field label={memberTexts.typeToErase(personId)} error={failureText(erase.error)}>
        {(control) => (
          <Input
            {...control}
            value={confirmation}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setConfirmation(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
